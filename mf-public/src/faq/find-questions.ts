import type { Faq } from '@awards/shared/contract'
import { folded } from '../ui/highlight.ts'
import { plainText } from '../ui/plain-text.ts'

/** The questions that hold every one of the words in question or answer. */
export const findQuestions = (
  questions: readonly Faq[],
  words: readonly string[],
): readonly Faq[] =>
  questions.filter(({ question, html }) => {
    const text = folded(`${question} ${plainText(html)}`)
    return words.every((word) => text.includes(word))
  })
