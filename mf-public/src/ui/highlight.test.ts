import { markedHtml, stretches, wordsOf } from './highlight.ts'

const marked = (text: string, keyword: string) =>
  stretches(text, wordsOf(keyword))
    .map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
    .join('')

test.each([
  ['Combien ça coûte ?', 'COUTE', 'Combien ça [coûte] ?'],
  ['a jury, the juror', 'jur the', 'a [jur]y, [the] [jur]or'],
  ['初评与复评', '评', '初[评]与复[评]'],
  ['İstanbul and Istanbul', 'istanbul', '[İstanbul] and [Istanbul]'],
  ['Le recours à l’IA', "l'ia", 'Le recours à [l’IA]'],
  ['nothing', 'else', 'nothing'],
  ['nothing', '', 'nothing'],
])('%p with %p', (text, keyword, expected) => {
  expect(marked(text, keyword)).toBe(expected)
})

test('neither tags nor entities are broken', () => {
  expect(markedHtml('<p>A &amp; <a href="/amp">amp</a></p>', wordsOf('amp p'))).toBe(
    '<p>A &amp; <a href="/amp"><mark>amp</mark></a></p>',
  )
})
