import { majorUnits, minorDigits } from '@awards/shared/domain'

/** Money in minor units; written as a decimal number. */
type Amount = { amount_minor: number; currency: string }
export type CsvCell = string | number | boolean | null | Amount
export type CsvRow = readonly CsvCell[]

/** `french`: semicolons and decimal commas, the default CSV format of French spreadsheets. */
export type CsvStyle = 'international' | 'french'

/** Starts a CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line (RFC 4180) with CRLF. Booleans are 1 or 0; numbers have no thousands separator. */
export function csvRow(cells: CsvRow, style: CsvStyle): string {
  const separator = style === 'french' ? ';' : ','
  return `${cells.map((cell) => cellText(cell, style, separator)).join(separator)}\r\n`
}

function cellText(cell: CsvCell, style: CsvStyle, separator: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return quote(escapeFormula(cell), separator)
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  const number = typeof cell === 'number' ? String(cell) : decimal(cell)
  return style === 'french' ? number.replace('.', ',') : number
}

/** Prefixes text that a spreadsheet would run as a formula, including full-width signs (OWASP, CSV injection). */
const escapeFormula = (text: string): string =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text

const quote = (text: string, separator: string): string =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** `31.20` for euros, `3120` for yen. */
export const decimal = (money: Amount): string =>
  majorUnits(money).toFixed(minorDigits(money.currency))

type DatabaseRow = Readonly<Record<string, unknown>>

/** Database rows as a CSV file with column names as the header; dates in ISO 8601, objects as JSON. */
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
