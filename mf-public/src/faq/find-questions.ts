import type { Faq } from '@awards/shared/contract'

const plain = (html: string) => html.replace(/<[^>]*>/g, ' ')
/** Without accents and capitals, so that "cout" finds "Coût". */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The questions that hold every word of `keyword` in question or answer. */
export function findQuestions(questions: readonly Faq[], keyword: string): readonly Faq[] {
  const words = folded(keyword).split(/\s+/).filter(Boolean)
  return questions.filter(({ question, html }) => {
    const text = folded(`${question} ${plain(html)}`)
    return words.every((word) => text.includes(word))
  })
}
