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
