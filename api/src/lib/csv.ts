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

/** An amount in the smallest unit, which accountants read with a decimal comma. */
type Amount = { amount_minor: number; currency: string }
type Cell = string | number | Amount | null
export type BookLine = readonly Cell[]

/**
 * One line as French spreadsheets open it without asking: semicolons between the cells, a comma in
 * numbers, never a blank for thousands.
 */
export const csvLine = (cells: BookLine): string => `${cells.map(csvCell).join(';')}\r\n`

function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'object') return amountText(value)
  return csvText(value, ';')
}

function amountText({ amount_minor, currency }: Amount): string {
  const format = new Intl.NumberFormat('fr-FR', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (amount_minor / 10 ** digits).toFixed(digits).replace('.', ',')
}

type Row = Readonly<Record<string, unknown>>

/** A table for spreadsheets (RFC 4180), readable for all of them and harmless in each. */
export function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return `${BYTE_ORDER_MARK}${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

const cell = (value: unknown): string =>
  typeof value === 'number' ? String(value) : csvText(textOf(value), ',')

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
