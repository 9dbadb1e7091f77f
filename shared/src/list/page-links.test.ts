import { pageNumbers } from './page-links.tsx'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 9, [1, undefined, 4, 5, 6, undefined, 9]],
  [9, 9, [1, undefined, 8, 9]],
  [2, 9, [1, 2, 3, undefined, 9]],
])('page %p of %p', (current, last, expected) => {
  expect(pageNumbers(current, last)).toEqual(expected)
})
