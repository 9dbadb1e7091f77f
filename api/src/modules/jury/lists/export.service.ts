import { Readable } from 'node:stream'
import { judge, type Answer, type Parsed, type juryDesk } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { readInput } from '../../../http/read-input.ts'
import { DOCUMENT_LINK_SECONDS } from '../../../files/signed-url.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { csvLines } from './export-csv.ts'
import { EXPORT_COLUMNS, type ExportCell } from './export-columns.ts'
import { xlsxStream } from './export-xlsx.ts'
import { findJuror } from '../jurors.repository.ts'
import { has } from '../jury.policy.ts'
import { juryListsService } from './lists.service.ts'
import { readTableTicket, writeTableTicket, type TableTicket } from './table-ticket.ts'

export const TABLE_PATH = '/files/table'
// Rows that are in memory at a time.
const PART = 100

/** The chair's table as a file, read a part at a time while it is sent. */
export function exportService(context: AppContext) {
  const { db, clock, config } = context
  const lists = juryListsService(context)
  function readFilters(text: string) {
    const asked = Object.fromEntries(new URLSearchParams(text))
    const {
      current: _page,
      pageSize: _size,
      with_ids: _ids,
      ...narrowing
    } = readInput(judge.judgeEntryList.input, asked)
    return narrowing
  }

  return {
    async link(
      actor: Actor,
      { format, columns, filters = '' }: Parsed<typeof juryDesk.exportTable>,
      language: Language,
    ): Promise<Answer<typeof juryDesk.exportTable>> {
      requireColumns(actor, columns)
      const { ids } = await lists.chairParts(actor, readFilters(filters), language)
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

    /** The file behind a link; rights, scope and conflicts are looked at again, at the moment of use. */
    async open(text: string): Promise<{ format: 'csv' | 'xlsx'; body: Readable }> {
      const ticket = readTableTicket(config.secret, text)
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
      const parts = await partsOf(actor, ticket)
      const { format } = ticket
      const body =
        format === 'xlsx'
          ? xlsxStream(parts, clock())
          : Readable.from(csvLines(parts, ticket.language), { objectMode: false })
      return { format, body }
    },
  }

  async function partsOf(actor: Actor, { filters, columns, language }: TableTicket) {
    const { ids, rows } = await lists.chairParts(actor, readFilters(filters), language)
    const wanted = EXPORT_COLUMNS[columns]
    async function* parts(): AsyncGenerator<ExportCell[][]> {
      yield [wanted.map(({ name }) => name[language])]
      for (let first = 0; first < ids.length; first += PART) {
        const part = await rows(ids.slice(first, first + PART))
        yield part.map((row) => wanted.map(({ cell }) => cell(row, language)))
      }
    }
    return parts()
  }
}

function requireColumns(actor: Actor, columns: TableTicket['columns']) {
  if (columns === 'money' && !has(actor, 'can_manage_fees')) {
    throw new BusinessError(403, 'You do not look after the fees. Export the scores instead.', {
      reason: 'NO_FEES',
    })
  }
}
