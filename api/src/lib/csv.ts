/** An amount of money in the smallest unit of its currency, written as a decimal number. */
type Amount = { amount_minor: number; currency: string }
export type CsvCell = string | number | boolean | null | Amount
export type CsvRow = readonly CsvCell[]

/** `french`: cells parted by semicolons, a comma in numbers, as French spreadsheets open a CSV without asking. */
export type CsvStyle = 'international' | 'french'

/** The first bytes of a file: they tell spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line (RFC 4180) with its line end. A boolean is 1 or 0; numbers have no thousands separator. */
export function csvRow(cells: CsvRow, style: CsvStyle): string {
  const separator = style === 'french' ? ';' : ','
  return `${cells.map((cell) => cellText(cell, style, separator)).join(separator)}\r\n`
}

function cellText(cell: CsvCell, style: CsvStyle, separator: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quoted(withoutFormula(cell), separator)
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const number = typeof cell === 'number' ? String(cell) : decimal(cell)
  return style === 'french' ? number.replace('.', ',') : number
}

/** Prefixes what a spreadsheet would run as a formula, full-width signs included (OWASP, CSV injection). */
const withoutFormula = (text: string): string =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text

const quoted = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function decimal({ amount_minor, currency }: Amount): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (amount_minor / 10 ** digits).toFixed(digits)
}

type DatabaseRow = Readonly<Record<string, unknown>>

/** Rows of the database as a file, with their column names as the header; dates in ISO 8601, objects as JSON. */
export function tableCsv(rows: readonly DatabaseRow[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((name) => databaseCell(row[name])))]
  return BYTE_ORDER_MARK + lines.map((line) => csvRow(line, 'international')).join('')
}

function databaseCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return value
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
