import { Readable } from 'node:stream'
import { z } from 'zod'
import { judge, type Answer, type Parsed, type juryDesk } from '@awards/shared/contract'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import { DOCUMENT_LINK_SECONDS } from '../../../files/signed-url.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { readInput } from '../../../http/read-input.ts'
import { openToken, signToken } from '../../../lib/signed-token.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { findJuror } from '../../../http/actor.repository.ts'
import { has } from '../jury.policy.ts'
import { EXPORT_COLUMNS, type ExportCell } from './export-columns.ts'
import { csvLines, xlsxStream } from './export-formats.ts'
import { juryListsService } from './lists.service.ts'

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
    const { ids, rows } = await lists.chairTable(actor, readFilters(filters), language)
    const selected = EXPORT_COLUMNS[columns]
    async function* chunks(): AsyncGenerator<ExportCell[][]> {
      yield [selected.map(({ name }) => name[language])]
      for (let first = 0; first < ids.length; first += CHUNK_ROWS) {
        const chunk = await rows(ids.slice(first, first + CHUNK_ROWS))
        yield chunk.map((row) => selected.map(({ cell }) => cell(row, language)))
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
