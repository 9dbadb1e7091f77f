import { together } from './together.ts'

const turn = () => new Promise(setImmediate)

/** Doubles numbers, finds nothing for odd ones, and notes what it was asked at once. */
function doubling(most?: number) {
  const asked: number[][] = []
  const ask = together<number, number>(async (numbers) => {
    asked.push([...numbers])
    return numbers.map((number) => (number % 2 ? undefined : number * 2))
  }, most)
  return { ask, asked }
}

test('what is asked in one turn is one question, and each has its own answer', async () => {
  const { ask, asked } = doubling()
  expect(await Promise.all([ask(2), ask(3), ask(2), ask(8)])).toEqual([4, undefined, 4, 16])
  expect(asked).toEqual([[2, 3, 2, 8]])
})

test('what is asked later is a question of its own', async () => {
  const { ask, asked } = doubling()
  const first = ask(2)
  await turn()
  const second = ask(4)
  expect(await Promise.all([first, second])).toEqual([4, 8])
  expect(asked).toEqual([[2], [4]])
})

test('more than fit into one question are several, and the rest is not forgotten', async () => {
  const { ask, asked } = doubling(2)
  expect(await Promise.all([2, 4, 6, 8, 10].map(ask))).toEqual([4, 8, 12, 16, 20])
  expect(asked).toEqual([[2, 4], [6, 8], [10]])
  // Nobody waits any more, so nothing is asked.
  await turn()
  expect(asked).toHaveLength(3)
})

test('a failure reaches everybody who asked, and nobody after them', async () => {
  let isAway = true
  const ask = together<number, number>(async (numbers) => {
    if (isAway) throw new Error('The database is away')
    return numbers
  })
  const answers = await Promise.allSettled([ask(1), ask(2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await ask(3)).toBe(3)
})
