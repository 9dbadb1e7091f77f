const LENGTH = 160

/** The first words of a text, up to the length that search engines show. */
export function summaryOf(text: string): string {
  if (text.length <= LENGTH) return text
  const cut = text.slice(0, LENGTH - 1)
  const space = cut.lastIndexOf(' ')
  return `${space > LENGTH / 2 ? cut.slice(0, space) : cut}…`
}
