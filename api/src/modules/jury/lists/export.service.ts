import { Readable } from 'node:stream'
import { z } from 'zod'
import { judge, type Answer, type Parsed, type juryDesk } from '@awards/shared/contract'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { DOCUMENT_LINK_SECONDS, openToken, signToken } from '../../../lib/signed-token.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { readInput } from '../../../http/read-input.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { findJuror } from '../../../http/actor.repository.ts'
import { has } from '../jury.policy.ts'
import { EXPORT_COLUMNS, type ExportCell } from './export-columns.ts'
import { juryListsService } from './lists.service.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../../lib/csv.ts'
import { escapeXml } from '../../../lib/markup.ts'

const TableTicket = z.object({
  user_id: z.string(),
  /** Unix time in seconds. */
  expires: z.number(),
  format: z.enum(['csv', 'xlsx']),
  columns: z.enum(['scoring', 'money']),
  filters: z.string(),
  language: z.enum(LANGUAGES),
})
/** The signed content of a download link. */
type TableTicket = z.infer<typeof TableTicket>

/** Signs a ticket. */
function writeTableTicket(secret: string, ticket: TableTicket): string {
  return signToken(secret, 'table', Buffer.from(JSON.stringify(ticket)))
}

/** Verifies and reads a ticket; undefined if its signature is wrong. */
function readTableTicket(secrets: readonly string[], text: string): TableTicket | undefined {
  const body = openToken(secrets, 'table', text)
  return body && TableTicket.parse(JSON.parse(body.toString()))
}

export const TABLE_PATH = '/files/table'
// Rows in memory at a time.
const CHUNK_ROWS = 100

/** The chair's table as CSV or XLSX, streamed in chunks. */
export function exportService(context: AppContext) {
  const { db, clock, config } = context
  const lists = juryListsService(context)

  /** Parses the query string of the list; throws 422 for invalid filters. */
  function readFilters(text: string) {
    const query = Object.fromEntries(new URLSearchParams(text))
    const {
      current: _page,
      pageSize: _size,
      with_ids: _ids,
      ...rest
    } = readInput(judge.judgeEntryList.input, query)
    return rest
  }

  return {
    /** A signed link to the file, and the number of its rows; 409 for an empty list. Recorded in the audit log. */
    async link(
      actor: Actor,
      { format, columns, filters = '' }: Parsed<typeof juryDesk.exportTable>,
      language: Language,
    ): Promise<Answer<typeof juryDesk.exportTable>> {
      requireColumns(actor, columns)
      const { ids } = await lists.chairTable(actor, readFilters(filters), language)
      if (ids.length === 0) {
        throw new BusinessError(409, 'No entry fits. Choose other filters, then download again.', {
          reason: 'NOTHING',
        })
      }
      const expires = Math.floor(clock().getTime() / 1_000) + DOCUMENT_LINK_SECONDS
      await auditRepository(db).record(actor, 'entries.exported', columns, {
        after: { format, filters, rows: ids.length },
      })
      const ticket = { user_id: actor.id, expires, format, columns, filters, language }
      const url = `${TABLE_PATH}?t=${writeTableTicket(config.secret, ticket)}`
      return { url, rows: ids.length }
    },

    /** The file behind a link. Checks rights, scope and conflicts again: they may have changed since the link was made. */
    async open(text: string): Promise<{ format: 'csv' | 'xlsx'; body: Readable }> {
      const ticket = readTableTicket(config.acceptedSecrets, text)
      if (!ticket) {
        throw new BusinessError(403, 'This link is not valid. Ask for the download again.')
      }
      if (ticket.expires * 1_000 <= clock().getTime()) {
        throw new BusinessError(410, 'This link has expired. Ask for the download again.')
      }
      const actor = await findJuror(db, ticket.user_id, clock())
      if (!actor || actor.identity !== 1 || !has(actor, 'can_download')) {
        throw new BusinessError(403, 'Your account may no longer download. Ask the organiser.')
      }
      requireColumns(actor, ticket.columns)
      const chunks = await chunksOf(actor, ticket)
      const { format } = ticket
      const body =
        format === 'xlsx'
          ? await xlsxStream(chunks, clock())
          : Readable.from(csvLines(chunks, ticket.language), { objectMode: false })
      return { format, body }
    },
  }

  async function chunksOf(actor: Actor, { filters, columns, language }: TableTicket) {
    const { ids, rows, answers } = await lists.chairTable(actor, readFilters(filters), language)
    const answered = await answers(ids)
    const selected = EXPORT_COLUMNS[columns]
    async function* chunks(): AsyncGenerator<ExportCell[][]> {
      yield [[...selected.map(({ name }) => name[language]), ...answered.names]]
      for (let first = 0; first < ids.length; first += CHUNK_ROWS) {
        const some = ids.slice(first, first + CHUNK_ROWS)
        const cells = await answered.cells(some)
        yield (await rows(some)).map((row) => [
          ...selected.map(({ cell }) => cell(row, language)),
          ...cells(row.apply_order_id),
        ])
      }
    }
    return chunks()
  }
}

function requireColumns(actor: Actor, columns: TableTicket['columns']) {
  if (columns === 'money' && !has(actor, 'can_manage_fees')) {
    throw new BusinessError(403, 'You do not look after the fees. Export the scores instead.', {
      reason: 'NO_FEES',
    })
  }
}

/** CSV with a byte order mark, in chunks. French uses semicolons and a decimal comma, as French spreadsheets expect. */
async function* csvLines(
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
async function xlsxStream(
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
