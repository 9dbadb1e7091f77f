import { readingMinutes } from './article.page.tsx'

test.each([
  ['', 1],
  ['one two three', 1],
  ['word '.repeat(660), 3],
  ['字'.repeat(700), 2],
])('a text takes its minutes', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes)
})
