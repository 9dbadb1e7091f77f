import { kindOf, refusalOf, refusalOfSize } from './file-check.ts'

const MEGABYTE = 1024 * 1024

test.each([
  ['image/jpeg', 2 * MEGABYTE, undefined],
  ['application/pdf', 20 * MEGABYTE, undefined],
  ['image/svg+xml', 100, 'type'],
  ['application/x-msdownload', 100, 'type'],
  ['image/png', 20 * MEGABYTE + 1, 'size'],
  ['image/png', 0, 'empty'],
])('a file of type %s and %d bytes: %s', (type, size, refusal) => {
  expect(refusalOf({ type, size })).toBe(refusal)
})

test.each([
  [1500, 900, undefined],
  [900, 1500, undefined],
  [1499, 1499, 'small'],
  [8000, 5000, undefined],
  [8001, 5000, 'pixels'],
])('a picture of %d by %d: %s', (width, height, refusal) => {
  expect(refusalOfSize({ width, height })).toBe(refusal)
})

test('a document is no picture', () => {
  expect(kindOf({ type: 'application/pdf' })).toBe('pdf')
  expect(kindOf({ type: 'image/webp' })).toBe('image')
  expect(kindOf({ type: 'text/html' })).toBeUndefined()
})
