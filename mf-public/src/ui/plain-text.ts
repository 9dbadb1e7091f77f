const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

/** The words of the programme's HTML, for where no markup can stand. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

const LENGTH = 160

/** The first words of a text, up to the length that search engines show. */
export function summaryOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= LENGTH) return line
  const cut = line.slice(0, LENGTH - 1)
  const space = cut.lastIndexOf(' ')
  // Chinese has no spaces between words.
  const words = space > LENGTH / 2 ? cut.slice(0, space) : cut
  return `${words.replace(/[\s,.;:，。；：]+$|[\uD800-\uDBFF]$/, '')}…`
}
