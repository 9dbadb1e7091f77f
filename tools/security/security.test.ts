import { CHECKS } from './checks.ts'
import { currentPage, securityPage, strays, unproven, worn } from './security.ts'

test('docs/security.md says what the tests prove', async () => {
  expect(currentPage()).toBe(await securityPage())
})

test('there are 62 checks, each under its own number', () => {
  expect(CHECKS.map(({ number }) => number)).toEqual(Array.from({ length: 62 }, (_, at) => at + 1))
})

test('every check is proven by a test and tried by a mutant', () => {
  expect(unproven()).toEqual([])
})

test('tests and mutants name checks that exist, and fit together', () => {
  expect(strays()).toEqual([])
})

test('each mutant finds the text that it takes away', () => {
  expect(worn()).toEqual([])
})
