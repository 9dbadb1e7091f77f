import {
  DECISION_STATUS,
  WINNER_FEE_STATUS,
  EDITION_STATUS,
  type Language,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import { HOLDER_NAMES } from '../../documents/certificates/certificates.repository.ts'
import { inConflict } from '../jury-scope.repository.ts'
import { IS_TO_DISCUSS, LIVE_SEATS } from '../lists/list-filter.repository.ts'
import {
  changeEachEntryStatus,
  changeEntryStatus,
  statusSql,
} from '../../entries/entry-status.repository.ts'

export type ResultRow = {
  id: string
  entry_no: string
  judging_no: string
  title: string
  entry_status: number
  category_id: string
  category_code: string
  category_name: unknown
  award_id: string | null
  award_code: string | null
  award_name: unknown
  /** Threshold of the award level. */
  min_score: number | null
  decision_status: number
  has_licence: boolean
  is_to_discuss: boolean
  /** Jurors of the second level are assigned. */
  has_second_level: boolean
  /** A comment for the entrant is neither released nor withheld. */
  has_pending_comments: boolean
  /** In conflict with the chair who publishes, who must not see its result. */
  is_conflicted: boolean
  email: string
  language: Language
}

const LICENCE = sql<boolean>`coalesce(entry.answers -> 'image_licence_consent' = 'true'::jsonb, false)`

const UNPUBLISHED = statusSql(
  'registered',
  'correction_requested',
  'admitted',
  'in_judging',
  'decided',
)

/** Queries of publication, in one transaction; each statement handles all entries. */
export const publishRepository = (db: Db) => ({
  lockEdition: (id: string) =>
    db.selectFrom('editions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  /** Locks and reads all unpublished entries of the edition; a score that is inserted meanwhile waits for no such lock. */
  async results(editionId: string, jurorId: string): Promise<ResultRow[]> {
    const { rows } = await sql<ResultRow>`
      select entry.id, entry.entry_no, entry.judging_no, entry.title, entry.entry_status,
        entry.category_id, category.code as category_code, category.name as category_name,
        entry.award_id, award.code as award_code, award.name as award_name,
        award.min_score::float8 as min_score, entry.decision_status, person.email, person.language,
        ${LICENCE} as has_licence, ${inConflict(jurorId)} as is_conflicted,
        ${IS_TO_DISCUSS} as is_to_discuss,
        exists (select 1 from assignments a where a.apply_order_id = entry.id and a.level = 3
          and a.status = any(${LIVE_SEATS})) as has_second_level,
        exists (select 1 from scores score where score.apply_order_id = entry.id
          and not score.is_draft and score.comment_entrant <> '' and score.comment_state = 'pending')
          as has_pending_comments
      from apply_orders entry
      join users person on person.id = entry.user_id
      join categories category on category.id = entry.category_id
      left join award_levels award on award.id = entry.award_id
      where entry.edition_id = ${editionId} and entry.entry_status in ${UNPUBLISHED}
      order by entry.id for no key update of entry`.execute(db)
    return rows
  },

  /** Freezes decisions of entries that an earlier publication left open. */
  async freeze(ids: readonly string[]) {
    await changeEntryStatus(db, 'freeze_decision', ids)
  },

  /** Publishes awards: shows licensed entries and offers the winner package until `offerEnds`. */
  async award(ids: readonly string[], now: Date, offerEnds: Date) {
    await changeEachEntryStatus(db, 'publish_award', ids, {
      decision_status: DECISION_STATUS.published,
      decision_version: sql`decision_version + 1`,
      is_show: LICENCE,
      published_at: now,
      winner_fee_status: sql`case winner_fee_status when ${WINNER_FEE_STATUS.not_applicable}
        then ${WINNER_FEE_STATUS.offered} else winner_fee_status end`,
      offer_expires_at: sql`coalesce(offer_expires_at, ${offerEnds})`,
      version: sql`version + 1`,
      updated_at: now,
    })
  },

  /** Publishes "no award": clears the award and keeps the decision status. */
  async decline(ids: readonly string[], now: Date) {
    await changeEachEntryStatus(db, 'publish_no_award', ids, {
      is_show: false,
      award_id: null,
      published_at: now,
      version: sql`version + 1`,
      updated_at: now,
    })
  },

  /** Puts open entries back into judging, to be decided and published later. */
  async reopen(ids: readonly string[]) {
    await changeEntryStatus(db, 'thaw', ids)
  },

  /** Creates missing certificates; returns the ids of their entries. */
  async certify(ids: readonly string[], now: Date): Promise<string[]> {
    const { rows } = await sql<{ apply_order_id: string }>`
      insert into certificates (number, apply_order_id, award_id, holder, issued_at)
      select 'C-' || entry.entry_no, entry.id, entry.award_id, (${HOLDER_NAMES})[1], ${now}::timestamptz
      from apply_orders entry join users person on person.id = entry.user_id
      where entry.id = any(${[...ids]}::bigint[])
      on conflict (apply_order_id) do nothing returning apply_order_id`.execute(db)
    return rows.map(({ apply_order_id }) => apply_order_id)
  },

  /** Adds an event to the timelines of the entrants. */
  async addTimelineEvents(ids: readonly string[], code: 'awarded' | 'not_awarded', now: Date) {
    await sql`insert into entry_events (apply_order_id, code, at)
      select unnest(${[...ids]}::bigint[]), ${code}, ${now}::timestamptz`.execute(db)
  },

  /** Appends `publish` to the decisions. */
  async recordDecisions(ids: readonly string[], userId: string, now: Date) {
    await sql`insert into decisions (apply_order_id, level, kind, award_id, by_user_id, at)
      select id, 1, 'publish', award_id, ${userId}::bigint, ${now}::timestamptz
      from apply_orders where id = any(${[...ids]}::bigint[])`.execute(db)
  },

  /** Sets the edition to published; returns the time of its first publication. */
  async closeEdition(id: string, now: Date): Promise<Date> {
    const { results_published_at } = await db
      .updateTable('editions')
      .set({
        status: EDITION_STATUS.published,
        results_published_at: sql`coalesce(results_published_at, ${now})`,
        frozen_at: sql`coalesce(frozen_at, ${now})`,
      })
      .where('id', '=', id)
      .returning('results_published_at')
      .executeTakeFirstOrThrow()
    return results_published_at ?? now
  },

  publishedPhase: (editionId: string, phase: number) =>
    db
      .selectFrom('phases')
      .select('id')
      .where('edition_id', '=', editionId)
      .where('phase', '=', phase)
      .executeTakeFirst(),
})

export type ShowableEntry = {
  id: string
  entry_status: number
  is_show: boolean
  has_licence: boolean
  is_published: boolean
}

/** Visibility of winners on the public site. */
export const showingRepository = (db: Db) => ({
  /** Locks and reads entries in the order of their ids. */
  async lock(ids: readonly string[]): Promise<ShowableEntry[]> {
    const { rows } = await sql<ShowableEntry>`
      select entry.id, entry.entry_status, entry.is_show,
        coalesce(entry.answers -> 'image_licence_consent' = 'true'::jsonb, false) as has_licence,
        edition.results_published_at is not null
          and edition.status >= ${statusList(EDITION_STATUS.published)} as is_published
      from apply_orders entry join editions edition on edition.id = entry.edition_id
      where entry.id = any(${[...ids]}::bigint[])
      order by entry.id for update of entry`.execute(db)
    return rows
  },

  /** Shows or hides an entry; hiding suspends its certificate, unless revoked. */
  async set(id: string, isShown: boolean, now: Date) {
    await db
      .updateTable('apply_orders')
      .set({ is_show: isShown, version: sql`version + 1`, updated_at: now })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('certificates')
      .set({ status: isShown ? 'valid' : 'suspended' })
      .where('apply_order_id', '=', id)
      .where('status', '<>', 'revoked')
      .execute()
  },
})
