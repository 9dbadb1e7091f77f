import { plainText } from '../ui/plain-text.ts'

type Part = { id: string; title: string; html: string }

/** Splits a policy at its headings, so that each section has an id to link to. */
export function sectionsOf(html: string): { opening: string; parts: readonly Part[] } {
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
