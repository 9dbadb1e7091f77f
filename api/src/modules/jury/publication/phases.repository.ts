import {
  ASSIGNMENT_STATUS,
  ENTRY_STATUS,
  PAID_OR_WAIVED,
  PHASES,
  type Phase,
  type PhaseCapabilities,
  EDITION_STATUS,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import { inConflict } from '../jury-scope.repository.ts'
import { changeEntryStatus } from '../../entries/entry-status.repository.ts'

export type PhaseRow = {
  id: string
  phase: Phase
  starts_at: Date
  ends_at: Date
  is_forced: boolean
  capabilities: Partial<PhaseCapabilities>
  edition_id: string
  edition_code: string
  edition_name: unknown
  edition_status: number
  results_published_at: Date | null
}

/** The table `phases`, and the statuses of editions and entries that follow from it. */
export const phasesRepository = (db: Db) => ({
  /** Phases by edition and date, oldest first; of one edition with `editionId`. */
  list: (editionId?: string): Promise<PhaseRow[]> =>
    db
      .selectFrom('phases')
      .innerJoin('editions', 'editions.id', 'phases.edition_id')
      .select([
        'phases.id',
        'phases.phase',
        'phases.starts_at',
        'phases.ends_at',
        'phases.is_forced',
        'phases.capabilities',
        'phases.edition_id',
        'editions.code as edition_code',
        'editions.name as edition_name',
        'editions.status as edition_status',
        'editions.results_published_at',
      ])
      .$if(editionId !== undefined, (query) =>
        query.where('phases.edition_id', '=', editionId ?? ''),
      )
      .orderBy('editions.opens_at')
      .orderBy('phases.starts_at')
      .$castTo<PhaseRow>()
      .execute(),

  /** A phase with its edition, which is locked. */
  findForUpdate: (id: string) =>
    db
      .selectFrom('phases')
      .innerJoin('editions', 'editions.id', 'phases.edition_id')
      .select([
        'phases.id',
        'phases.phase',
        'phases.capabilities',
        'phases.edition_id',
        'editions.results_published_at',
        'editions.snapshot_id',
      ])
      .where('phases.id', '=', id)
      .forNoKeyUpdate('editions')
      .$castTo<{
        id: string
        phase: Phase
        capabilities: Partial<PhaseCapabilities>
        edition_id: string
        results_published_at: Date | null
        snapshot_id: string | null
      }>()
      .executeTakeFirst(),

  /** Number of assignments of `levels` without a submitted score, and of drafts among them; leaves out the juror's conflicts. */
  async openSeats(editionId: string, levels: readonly number[], jurorId: string) {
    const { rows } = await sql<{ seats: number; drafts: number }>`
      select count(*)::int as seats,
        (count(*) filter (where seat.status = ${ASSIGNMENT_STATUS.draft}))::int as drafts
      from assignments seat join apply_orders entry on entry.id = seat.apply_order_id
      where entry.edition_id = ${editionId} and seat.level = any(${[...levels]}::int[])
        and entry.entry_status = ${ENTRY_STATUS.in_judging}
        and seat.status in (${ASSIGNMENT_STATUS.assigned}, ${ASSIGNMENT_STATUS.opened},
          ${ASSIGNMENT_STATUS.draft})
        and not ${inConflict(jurorId)}`.execute(db)
    return rows[0] ?? { seats: 0, drafts: 0 }
  },

  /** How many paid entries nobody has admitted yet: judging does not begin for them. */
  async notAdmitted(editionId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from apply_orders entry where entry.edition_id = ${editionId}
        and entry.entry_status in (${ENTRY_STATUS.registered}, ${ENTRY_STATUS.correction_requested})
        and entry.entry_fee_status = any(${PAID_OR_WAIVED}::int[])`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Makes a phase the current one regardless of the date; null returns to the dates. */
  async force(editionId: string, phaseId: string | null) {
    await db
      .updateTable('phases')
      .set({ is_forced: false })
      .where('edition_id', '=', editionId)
      .where('is_forced', '=', true)
      .execute()
    if (!phaseId) return
    await db.updateTable('phases').set({ is_forced: true }).where('id', '=', phaseId).execute()
  },

  /** Puts decided entries back into judging, when the edition leaves the embargo backwards. */
  async thaw(editionId: string) {
    await changeEntryStatus(db, 'thaw', inEdition(editionId))
  },

  /**
   * Applies a phase to the entries and the status of the edition. From first-level scoring on, entries that are admitted
   * and paid enter judging, also those admitted later; in the embargo they become decided. Idempotent.
   */
  async settle(editionId: string, phase: Phase, now: Date) {
    if (phase >= PHASES.first_level_scoring && phase < PHASES.published) {
      const isReady = sql<boolean>`entry.edition_id = ${editionId}
        and entry.entry_fee_status = any(${PAID_OR_WAIVED}::int[])`
      const columns = { version: sql<number>`version + 1`, updated_at: now }
      const opened = await changeEntryStatus(db, 'open_judging', isReady, columns)
      await sql`insert into entry_events (apply_order_id, code, at)
        select unnest(${opened}::bigint[]), 'in_judging', ${now}::timestamptz`.execute(db)
    }
    if (phase === PHASES.frozen_embargo) {
      // Leaves version and time unchanged: the entrant reads them, and must not learn of a decision.
      await changeEntryStatus(db, 'freeze_decision', inEdition(editionId))
    }
    const status = EDITION_STATUS_OF[phase]
    if (status === undefined) return
    await sql`update editions set status = ${status} where id = ${editionId}
      and status < ${statusList(EDITION_STATUS.published)} and status <> ${status}`.execute(db)
  },
})

const inEdition = (id: string) => sql<boolean>`entry.edition_id = ${id}`

const EDITION_STATUS_OF: Partial<Record<Phase, number>> = {
  [PHASES.setup]: 0,
  [PHASES.call_open]: 1,
  [PHASES.admissibility]: 1,
  [PHASES.first_level_scoring]: 2,
  [PHASES.first_level_awarding]: 2,
  [PHASES.second_level_scoring]: 2,
  [PHASES.deliberation]: 2,
  [PHASES.frozen_embargo]: 3,
}
