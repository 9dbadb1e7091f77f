import { BYTE_ORDER_MARK, csvText } from '../../../lib/csv.ts'
import type { Language } from '@awards/shared/domain'
import type { ExportCell } from './export-columns.ts'

/** Lines of a CSV as spreadsheets of the language open it: in French with semicolons and a decimal comma. */
export async function* csvLines(
  parts: AsyncIterable<readonly (readonly ExportCell[])[]>,
  language: Language,
): AsyncGenerator<string> {
  const separator = language === 'fr' ? ';' : ','
  const textOf = (cell: ExportCell): string => {
    if (cell === null) return ''
    if (typeof cell === 'boolean') return cell ? '1' : '0'
    if (typeof cell === 'string') return csvText(cell, separator)
    return language === 'fr' ? String(cell).replace('.', ',') : String(cell)
  }
  yield BYTE_ORDER_MARK
  for await (const rows of parts) {
    yield rows.map((row) => `${row.map(textOf).join(separator)}\r\n`).join('')
  }
}
