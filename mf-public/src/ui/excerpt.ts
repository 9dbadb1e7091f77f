/** The beginning of a text, up to a whole word, for where there is room for a sentence or two. */
export function excerpt(text: string, length = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const start = line.slice(0, length)
  const space = start.lastIndexOf(' ')
  // Chinese has no spaces between words.
  return `${(space > length / 2 ? start.slice(0, space) : start).replace(/[\s,.;:，。；：]+$/, '')}…`
}
