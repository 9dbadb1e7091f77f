/** What begins like a formula, in wide signs too, is text for a spreadsheet (OWASP, CSV injection). */
const harmless = (text: string): string => (/^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text)

/** The mark at the beginning of a file tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A text as one cell of a CSV (RFC 4180) whose cells are parted by `separator`. */
export function csvText(text: string, separator: ',' | ';'): string {
  const safe = harmless(text)
  const isPlain = !safe.includes(separator) && !/["\r\n]/.test(safe)
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`
}
