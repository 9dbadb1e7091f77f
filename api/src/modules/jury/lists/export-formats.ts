import { Readable } from 'node:stream'
import type { Language } from '@awards/shared/domain'
import { BYTE_ORDER_MARK, csvRow } from '../../../lib/csv.ts'
import { escapeXml } from '../../../lib/markup.ts'
import type { ExportCell } from './export-columns.ts'

/** CSV with a byte order mark, in chunks. French uses semicolons and a decimal comma, as French spreadsheets expect. */
export async function* csvLines(
  chunks: AsyncIterable<readonly (readonly ExportCell[])[]>,
  language: Language,
): AsyncGenerator<string> {
  const style = language === 'fr' ? 'french' : 'international'
  yield BYTE_ORDER_MARK
  for await (const rows of chunks) {
    yield rows.map((row) => csvRow(row, style)).join('')
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const MAX_CELL_CHARS = 32_767

/** OOXML parts of a workbook except its sheet. Style 1 is the bold one of the header. */
const WORKBOOK_PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Entries" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}
const ALPHABET_SIZE = 26
const columnLetters = (index: number): string =>
  `${index < ALPHABET_SIZE ? '' : columnLetters(Math.floor(index / ALPHABET_SIZE) - 1)}${String.fromCharCode(65 + (index % ALPHABET_SIZE))}`

/** A typed cell at `ref` (A1). Text is an inline string, so a leading "=" is no formula. */
function cellXml(cell: ExportCell, ref: string, isHead: boolean): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${ref}" t="b"><v>${Number(cell)}</v></c>`
  const style = isHead ? ' s="1"' : ''
  return `<c r="${ref}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(cell.slice(0, MAX_CELL_CHARS))}</t></is></c>`
}

async function* sheetXml(chunks: AsyncIterable<readonly (readonly ExportCell[])[]>) {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let line = 0
  for await (const rows of chunks) {
    let text = ''
    for (const row of rows) {
      line += 1
      const cells = row.map((cell, index) =>
        cellXml(cell, `${columnLetters(index)}${line}`, line === 1),
      )
      text += `<row r="${line}">${cells.join('')}</row>`
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

/** Streams an XLSX while its rows are read; the first row is the header. Destroying the stream stops the reading. */
export async function xlsxStream(
  chunks: AsyncIterable<readonly (readonly ExportCell[])[]>,
  date: Date,
): Promise<Readable> {
  const { default: ZipStream } = await import('zip-stream')
  const zip = new ZipStream()
  const sheet = Readable.from(sheetXml(chunks), { objectMode: false, highWaterMark: 64 * 1024 })
  zip.once('close', () => sheet.destroy())
  const add = (name: string, body: Readable | Buffer) =>
    new Promise<void>((resolve, reject) => {
      zip.entry(body, { name, date }, (error) => (error ? reject(error) : resolve()))
    })
  async function fill() {
    for (const [name, text] of Object.entries(WORKBOOK_PARTS))
      await add(name, Buffer.from(XML + text))
    await add('xl/worksheets/sheet1.xml', sheet)
    zip.finish()
  }
  const fail = (error: unknown) =>
    zip.destroy(error instanceof Error ? error : new Error(String(error)))
  sheet.once('error', fail)
  fill().catch(fail)
  return zip
}
