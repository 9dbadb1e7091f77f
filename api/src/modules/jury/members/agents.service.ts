import type { AgentReportRow, Answer, Parsed, agentDesk } from '@awards/shared/contract'
import {
  entryStatusText,
  publicEntryStatus,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { translated } from '../../../lib/translated.ts'
import { agentsRepository } from './agents.repository.ts'

const PAID = 2

/** What agents have brought in, for the books and for themselves. */
export function agentService({ db }: AppContext) {
  return {
    async report(editionId: string | undefined): Promise<AgentReportRow[]> {
      const rows = await agentsRepository(db).totals(editionId)
      return rows.map((row) => {
        const kept = Math.max(0, row.received_minor - row.refunded_minor)
        return { ...row, commission_minor: Math.round((kept * row.commission_percent) / 100) }
      })
    },

    /** A decided entry reads "in judging" until the results are out, for agents too. */
    async entries(
      actor: Actor,
      { current, pageSize }: Parsed<typeof agentDesk.agentEntries>,
      language: Language,
    ): Promise<Answer<typeof agentDesk.agentEntries>> {
      const { rows, total } = await agentsRepository(db).brought(actor.id, { current, pageSize })
      const list = rows.map((row) => {
        const status = publicEntryStatus(row.entry_status as EntryStatus)
        return {
          ...{ entry_no: row.entry_no, code: row.code, title: row.title },
          category: translated(row.category_name, language),
          edition: translated(row.edition_name, language),
          entry_status: status,
          entry_status_text: entryStatusText(status),
          is_paid: row.entry_fee_status === PAID,
          submitted_at: row.submitted_at?.toISOString() ?? null,
        }
      })
      return { list, total, current, pageSize }
    },
  }
}
