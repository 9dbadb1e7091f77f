import { BYTE_ORDER_MARK, csvText } from './spreadsheet-text.ts'

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
