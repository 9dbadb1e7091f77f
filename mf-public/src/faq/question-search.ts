import type { Faq } from '@awards/shared/contract'
import { plainText } from '../ui/rich-text.tsx'

type Stretch = { text: string; isHit: boolean }

/** A letter without accent and capital, so that "cout" finds "Coût", and "l'IA" finds "l’IA". */
const foldedLetter = (letter: string) =>
  letter.normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'").toLowerCase()

const folded = (text: string): string => [...text].map(foldedLetter).join('')

/** The words of a keyword, folded for comparison with a folded text. */
export const wordsOf = (keyword: string): readonly string[] =>
  folded(keyword).split(/\s+/).filter(Boolean)

/** Splits a text into stretches that match one of the words and stretches that do not. */
export function stretches(text: string, words: readonly string[]): readonly Stretch[] {
  const letters = [...text]
  const plain = letters.map(foldedLetter)
  // Where each letter begins in the folded text, which may be shorter or longer than the text.
  let length = 0
  const starts = plain.map((letter) => (length += letter.length) - letter.length)
  const whole = plain.join('')
  const hits = new Set<number>()
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      starts.forEach((start, index) => {
        if (start >= at && start < at + word.length) hits.add(index)
      })
    }
  }
  const found: Stretch[] = []
  letters.forEach((letter, index) => {
    const isHit = hits.has(index)
    const last = found.at(-1)
    if (last?.isHit === isHit) last.text += letter
    else found.push({ text: letter, isHit })
  })
  return found
}

/** The programme's HTML with the words marked in its texts; tags and entities are left alone. */
export const markedHtml = (html: string, words: readonly string[]): string =>
  words.length === 0
    ? html
    : html
        .split(/(<[^>]*>|&[^;\s]+;)/)
        .map((part, index) =>
          index % 2 === 1
            ? part
            : stretches(part, words)
                .map(({ text, isHit }) => (isHit ? `<mark>${text}</mark>` : text))
                .join(''),
        )
        .join('')

/** The questions that contain every word, in the question or its answer. */
export const findQuestions = (
  questions: readonly Faq[],
  words: readonly string[],
): readonly Faq[] =>
  questions.filter(({ question, html }) => {
    const text = folded(`${question} ${plainText(html)}`)
    return words.every((word) => text.includes(word))
  })
