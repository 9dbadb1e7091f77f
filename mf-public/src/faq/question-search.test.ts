import { findQuestions, markedHtml, stretches, wordsOf } from './faq.page.tsx'

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
])('marks in %p the words of %p', (text, keyword, expected) => {
  expect(marked(text, keyword)).toBe(expected)
})

test('leaves tags and entities alone', () => {
  expect(markedHtml('<p>A &amp; <a href="/amp">amp</a></p>', wordsOf('amp p'))).toBe(
    '<p>A &amp; <a href="/amp"><mark>amp</mark></a></p>',
  )
})

const faq = [
  { id: '1', group: 'fees', question: 'Combien coûte une candidature ?', html: '<p>De 40 €</p>' },
  { id: '2', group: 'jury', question: 'Can a juror enter?', html: '<p class="x">Not now.</p>' },
]
const found = (keyword: string) => findQuestions(faq, wordsOf(keyword)).map(({ id }) => id)

test.each([
  ['', ['1', '2']],
  ['COUTE', ['1']],
  ['juror not', ['2']],
  ['class', []],
  ['juror 40', []],
])('a search for %p finds the questions %p', (keyword, ids) => {
  expect(found(keyword)).toEqual(ids)
})
