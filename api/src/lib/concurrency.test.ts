import { inParallel } from './concurrency.ts'

/** Work that one ends by hand. */
function manualWork() {
  const running = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  const begun: number[] = []
  const work = (item: number) => {
    begun.push(item)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    running.set(item, { resolve, reject })
    return promise
  }
  const turn = () => new Promise((next) => setImmediate(next))
  return {
    work,
    begun,
    end: (item: number) => (running.get(item)?.resolve(), turn()),
    fail: (item: number) => (running.get(item)?.reject(new Error(`No ${item}`)), turn()),
    turn,
  }
}

async function* numbers(count: number) {
  for (let number = 1; number <= count; number += 1) yield number
}

test('no more run at a time than allowed, of a list and of one that is still being read', async () => {
  for (const items of [[1, 2, 3, 4], numbers(4)]) {
    const { work, begun, end, turn } = manualWork()
    const done = inParallel(items, 2, work)
    await turn()
    expect(begun).toEqual([1, 2])
    await end(2)
    expect(begun).toEqual([1, 2, 3])
    for (const item of [1, 3, 4]) await end(item)
    await done
    expect(begun).toEqual([1, 2, 3, 4])
  }
})

test('after an error none is started, and those under way end before it is thrown', async () => {
  for (const items of [[1, 2, 3, 4], numbers(4)]) {
    const { work, begun, end, fail, turn } = manualWork()
    let outcome = 'under way'
    const done = inParallel(items, 2, work).catch(({ message }: Error) => (outcome = message))
    await turn()
    await fail(1)
    expect(outcome).toBe('under way')
    await end(2)
    await done
    expect(outcome).toBe('No 1')
    expect(begun).toEqual([1, 2])
  }
})
