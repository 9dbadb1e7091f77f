import { wordsOf } from '../ui/highlight.ts'
import { findQuestions } from './find-questions.ts'

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
])('%p finds %p', (keyword, ids) => {
  expect(found(keyword)).toEqual(ids)
})
