import { csvText } from './spreadsheet-text.ts'

/** An amount in the smallest unit, which accountants read with a decimal comma. */
export type Amount = { amount_minor: number; currency: string }
export type Cell = string | number | Amount | null
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
