/** A run of words that both texts have, or only one of them. */
export type DiffPart = { text: string; in: 'both' | 'mine' | 'theirs' }

/** Above this, the table would be larger than what a reader would compare word by word. */
const MAXIMUM_CELLS = 1_500_000

const wordsOf = (text: string, language: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  )

/** Length of the longest common run of words from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [row, below] = [rows[i], rows[i + 1]]
      if (!row || !below) continue
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}

/** Where two texts differ, word by word. */
export function wordDiff(mine: string, theirs: string, language: string): DiffPart[] {
  const [a, b] = [wordsOf(mine, language), wordsOf(theirs, language)]
  const whole: DiffPart[] = [
    { text: mine, in: 'mine' },
    { text: theirs, in: 'theirs' },
  ]
  if (a.length * b.length > MAXIMUM_CELLS) return whole
  const lengths = commonLengths(a, b)
  const parts: DiffPart[] = []
  const add = (text: string, where: DiffPart['in']) => {
    const last = parts.at(-1)
    if (last?.in === where) last.text += text
    else parts.push({ text, in: where })
  }
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [here, there] = [a[i], b[j]]
    if (here !== undefined && here === there) {
      add(here, 'both')
      i += 1
      j += 1
    } else if (
      here !== undefined &&
      (there === undefined || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      add(here, 'mine')
      i += 1
    } else if (there !== undefined) {
      add(there, 'theirs')
      j += 1
    }
  }
  return parts
}
