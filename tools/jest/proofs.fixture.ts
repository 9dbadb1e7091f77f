// What `proofs.test.ts` runs: one test of each kind that a report has to tell apart.

let tries = 0

test('proves two things', () => {
  proves('call a', 'call b')
})

test.each([['one', 1] as const, ['two', 2] as const])('%s is %i', (word, number) => {
  proves(`number ${word}`)
  expect(number).toBeLessThan(3)
})

describe('a group', () => {
  beforeEach(() => proves('group'))

  test('first', () => {})

  test('second', () => {
    proves('call a')
  })
})

test('says so, and fails', () => {
  proves('call c')
  expect(1).toBe(2)
})

test('passes at its second try', () => {
  proves('call d')
  tries += 1
  expect(tries).toBe(2)
})

test('twice', () => {
  proves('call e')
})

test('twice', () => {
  expect(1).toBe(2)
})

// Skipped on purpose: the report must have no row for it, so its proof does not count.
test.skip('left out', () => {
  proves('call f')
})
