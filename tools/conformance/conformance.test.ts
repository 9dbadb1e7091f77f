import { CHAPTERS } from './items.ts'
import { conformancePage, currentPage } from './conformance.ts'

test('docs/conformance.md says what the tests prove', async () => {
  expect(currentPage()).toBe(await conformancePage())
})

test('the page lists 74 calls, 17 routes and nine error cases', () => {
  expect(CHAPTERS.slice(0, 4).map(({ items }) => items.length)).toEqual([74, 17, 9, 14])
})
