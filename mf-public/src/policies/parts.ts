import { plainText } from '../ui/plain-text.ts'

type Part = { id: string; title: string; html: string }

/** A text of the programme cut at its headings, so that each part has an address. */
export function partsOf(html: string): { opening: string; parts: readonly Part[] } {
  const [opening = '', ...rest] = html.split(/<h2>(.*?)<\/h2>/s)
  const parts: Part[] = []
  for (let index = 0; index < rest.length; index += 2) {
    parts.push({
      id: `part-${parts.length + 1}`,
      title: plainText(rest[index] ?? ''),
      html: (rest[index + 1] ?? '').trim(),
    })
  }
  return { opening: opening.trim(), parts }
}
