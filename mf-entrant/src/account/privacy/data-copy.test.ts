import { sizeText } from './privacy.tsx'

const english = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-GB', options).format(value)

test.each([
  [0, '0 kB'],
  [96_700, '97 kB'],
  [4_260_000, '4.3 MB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(sizeText(bytes, english)).toBe(text)
})
