type Row = Readonly<Record<string, unknown>>

/** A table for spreadsheets (RFC 4180), readable for all of them and harmless in each. */
export function toCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  // The mark at the beginning tells spreadsheets that the text is UTF-8.
  return `\ufeff${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

/** What begins like a formula is text for a spreadsheet too (OWASP, CSV injection). */
function cell(value: unknown): string {
  const text = textOf(value)
  const safe = /^[=+\-@\t\r\n]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
