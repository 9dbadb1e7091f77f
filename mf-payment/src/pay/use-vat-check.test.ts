import { vatState } from './billing.ts'

const answered = { isComplete: true, isSettled: true, isFetching: false, isError: false }

test.each([
  [{ ...answered, isComplete: false, status: undefined }, 'none'],
  [{ ...answered, isSettled: false, status: 'valid' as const }, 'checking'],
  [{ ...answered, isFetching: true, status: undefined }, 'checking'],
  [{ ...answered, status: 'valid' as const }, 'valid'],
  [{ ...answered, status: 'invalid' as const }, 'invalid'],
  [{ ...answered, status: 'unavailable' as const }, 'unavailable'],
  [{ ...answered, isError: true, status: undefined }, 'unavailable'],
])('%o is %s', (facts, state) => {
  expect(vatState(facts)).toBe(state)
})
