import { stretches } from './highlight.ts'

/** A text in which the words somebody looked for stand out. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  stretches(text, words).map((part, index) =>
    part.isHit ? <mark key={index}>{part.text}</mark> : part.text,
  )
