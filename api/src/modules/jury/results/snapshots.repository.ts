import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { statusSql, changeEachEntryStatus } from '../../entries/entry-status.repository.ts'
import type {
  FrozenDiscussion,
  FrozenEntry,
  FrozenFigures,
  FrozenTie,
  FrozenVote,
  ResultInputs,
} from './result-document.ts'
import {
  DECISION_STATUS,
  FEE_TYPE,
  PAYMENT_STATUS,
  WINNER_FEE_STATUS,
  type Language,
} from '@awards/shared/domain'

export type SnapshotRecord = {
  id: string
  edition_id: string
  edition_code: string
  entries: number
  votes: number
  sha256: string
  previous_sha256: string | null
  frozen_at: Date
  frozen_by: string | null
}

type NewSnapshot = {
  edition_id: string
  entries: number
  votes: number
  document: Buffer
  sha256: string
  previous_sha256: string | null
  frozen_by: string | null
  frozen_at: Date
}

const COLUMNS = sql`s.id, s.edition_id, edition.code as edition_code, s.entries, s.votes, s.sha256,
  s.previous_sha256, s.frozen_at, person.first_name || ' ' || person.last_name as frozen_by`
const SOURCE = sql`from result_snapshots s join editions edition on edition.id = s.edition_id
  left join users person on person.id = s.frozen_by`

/** Fingerprint of a text with the seal of its row. */
const fingerprintOf = (row: string, column: string) =>
  sql`encode(sha256(convert_to(${sql.ref(`${row}.seal`)} || chr(10) || ${sql.ref(`${row}.${column}`)}, 'UTF8')), 'hex')`

/** Snapshots of results, their inputs, and the locks that freezing takes. */
export const snapshotsRepository = (db: Db) => ({
  /**
   * Blocks votes and decisions until the end of the transaction, and waits for those in progress. Locks edition, entries
   * and votes in the same order as all writers, to avoid deadlocks.
   */
  async lockForFreeze(editionId: string) {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`select 1 from editions where id = ${editionId} for no key update`.execute(db)
    await sql`select count(*) from (select 1 from apply_orders where edition_id = ${editionId}
      order by id for no key update) held`.execute(db)
    await sql`select pg_advisory_xact_lock(hashtextextended('results', ${editionId}))`.execute(db)
  },

  /** Shared lock: blocks a freeze until the end of the transaction, and waits for one in progress. */
  async lockAgainstFreeze(entryId: string) {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended('results', edition_id))
      from apply_orders where id = ${entryId}`.execute(db)
  },

  edition: (id: string) =>
    db
      .selectFrom('editions')
      .select(['id', 'code', 'snapshot_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Entries, counted votes and casting votes of an edition, in a fixed order. */
  async inputs(editionId: string): Promise<Omit<ResultInputs, 'settings' | 'discussion'>> {
    const entries = await sql<FrozenEntry>`
      select id, entry_no, judging_no, category_id, section_id, entry_status, award_id,
        decision_status, decision_version
      from apply_orders where edition_id = ${editionId}
        and entry_status in ${statusSql('in_judging', 'decided', 'awarded', 'not_awarded')}
      order by id`.execute(db)
    const votes = await sql<FrozenVote>`
      select vote.apply_order_id, vote.juror_id, vote.level, vote.total::float8 as total,
        coalesce((select json_object_agg(criterion.code, item.value::float8) from score_items item
          join criteria criterion on criterion.id = item.criterion_id
          where item.score_id = vote.score_id), '{}') as items
      from counted_votes vote
      where vote.edition_id = ${editionId}
      order by vote.apply_order_id, vote.level, vote.juror_id`.execute(db)
    const ties = await sql<FrozenTie>`
      select category_id, entry_ids, is_ex_aequo from casting_votes
      where edition_id = ${editionId} order by at desc, id desc`.execute(db)
    return { entries: entries.rows, votes: votes.rows, ties: ties.rows }
  },

  /** Agenda, threads and summaries of an edition, in a fixed order; `erased`: the texts are gone since. */
  async discussion(editionId: string): Promise<{ erased: boolean; line: FrozenDiscussion }[]> {
    const threads = await sql<{ erased: boolean } & FrozenDiscussion>`
      select 'thread' as kind, d.apply_order_id, d.position, d.state, d.begun_at, d.is_released,
        d.summary_version, ${fingerprintOf('d', 'summary')} as summary_sha256,
        d.erased_at is not null as erased
      from deliberations d where d.edition_id = ${editionId} order by d.apply_order_id`.execute(db)
    const comments = await sql<{ erased: boolean } & FrozenDiscussion>`
      select 'comment' as kind, c.id, c.apply_order_id, c.juror_id, c.level, c.at, c.edited_at, c.removed_at,
        c.hidden_at, ${fingerprintOf('c', 'body')} as text_sha256, c.erased_at is not null as erased
      from deliberation_comments c join deliberations d on d.apply_order_id = c.apply_order_id
      where d.edition_id = ${editionId} order by c.id`.execute(db)
    const before = await sql<{ erased: boolean } & FrozenDiscussion>`
      select 'before' as kind, m.apply_order_id, m.juror_id, m.level, m.total::float8 as total, false as erased
      from deliberation_marks m join deliberations d on d.apply_order_id = m.apply_order_id
      where d.edition_id = ${editionId} order by m.apply_order_id, m.level, m.juror_id`.execute(db)
    const rows = [...threads.rows, ...comments.rows, ...before.rows]
    return rows.map(({ erased, ...line }) => ({ erased, line: line as FrozenDiscussion }))
  },

  /** The edition that shows a snapshot; undefined once its figures move again or a newer snapshot is shown. */
  async shownBy(snapshotId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('editions')
      .select('id')
      .where('snapshot_id', '=', snapshotId)
      .executeTakeFirst()
    return row?.id
  },

  /** Which of these entries are still there. */
  async present(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('apply_orders').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  },

  /** Criteria, weights and awards, as documentation inside the snapshot. */
  async rules() {
    const criteria = await sql`select id, code from criteria order by sort, id`.execute(db)
    const weights = await sql`select category_id, criterion_id, weight::float8 as weight
      from category_weights order by category_id, criterion_id`.execute(db)
    const levels = await sql`select id, code, rank, min_score::float8 as min_score
      from award_levels order by rank, id`.execute(db)
    return { criteria: criteria.rows, weights: weights.rows, levels: levels.rows }
  },

  latest: (editionId: string) =>
    db
      .selectFrom('result_snapshots')
      .select('sha256')
      .where('edition_id', '=', editionId)
      .orderBy('id', 'desc')
      .executeTakeFirst(),

  /** Stores the snapshot with its result rows, and freezes the edition with it. */
  async add(snapshot: NewSnapshot, results: ReadonlyMap<string, FrozenFigures>) {
    const { id } = await db
      .insertInto('result_snapshots')
      .values(snapshot)
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = JSON.stringify([...results].map(([entry, figures]) => ({ entry, figures })))
    await sql`insert into result_rows (snapshot_id, apply_order_id, figures)
      select ${id}, entry, figures from jsonb_to_recordset(${rows}::jsonb)
        as given (entry bigint, figures jsonb)`.execute(db)
    await db
      .updateTable('editions')
      .set({ snapshot_id: id, frozen_at: snapshot.frozen_at })
      .where('id', '=', snapshot.edition_id)
      .execute()
  },

  /** Unfreezes the edition and recomputes its live figures. */
  async thaw(editionId: string) {
    await db
      .updateTable('editions')
      .set({ snapshot_id: null, frozen_at: null })
      .where('id', '=', editionId)
      .execute()
    await sql`select refresh_edition(${editionId})`.execute(db)
  },

  async list(editionId: string | undefined, limit: number, offset: number) {
    const where = editionId ? sql`where s.edition_id = ${editionId}` : sql``
    const { rows } = await sql<SnapshotRecord>`
      select ${COLUMNS} ${SOURCE} ${where} order by s.id desc limit ${limit} offset ${offset}`.execute(
      db,
    )
    const count = await sql<{ total: number }>`
      select count(*)::int as total from result_snapshots s ${where}`.execute(db)
    return { rows, total: count.rows[0]?.total ?? 0 }
  },

  async find(id: string) {
    const { rows } = await sql<SnapshotRecord & { document: Buffer }>`
      select ${COLUMNS}, s.document ${SOURCE} where s.id = ${id}`.execute(db)
    return rows[0]
  },

  /** The latest snapshot of an edition, by the code of the edition. */
  async latestOf(editionCode: string) {
    const { rows } = await sql<SnapshotRecord & { document: Buffer }>`
      select ${COLUMNS}, s.document ${SOURCE} where edition.code = ${editionCode}
      order by s.id desc limit 1`.execute(db)
    return rows[0]
  },

  /** Entry id → the stored result row that the site shows. */
  async rows(snapshotId: string): Promise<Map<string, unknown>> {
    const { rows } = await sql<{ id: string; figures: unknown }>`
      select apply_order_id as id, figures from result_rows where snapshot_id = ${snapshotId}`.execute(
      db,
    )
    return new Map(rows.map(({ id, figures }) => [id, figures]))
  },
})

const { offered, declined, offer_expired } = WINNER_FEE_STATUS

/** Writes for disqualified entries and revoked awards. */
export const revocationRepository = (db: Db) => ({
  /** Before publication; leaves the decision unchanged. */
  async disqualify(id: string, now: Date) {
    await changeEachEntryStatus(db, 'disqualify', [id], {
      version: sql`version + 1`,
      updated_at: now,
    })
  },

  /** After publication: hides the entry, ends the open winner offer and revokes the certificate. */
  async revoke(id: string, now: Date) {
    await changeEachEntryStatus(db, 'revoke', [id], {
      decision_status: DECISION_STATUS.revoked,
      decision_version: sql`decision_version + 1`,
      is_show: false,
      winner_fee_status: sql`case when winner_fee_status in (${offered}, ${declined})
        then ${offer_expired} else winner_fee_status end`,
      offer_expires_at: sql`least(offer_expires_at, ${now})`,
      version: sql`version + 1`,
      updated_at: now,
    })
    await db
      .updateTable('certificates')
      .set({ status: 'revoked' })
      .where('apply_order_id', '=', id)
      .execute()
  },

  /** Entry number and title, with address and language of the entrant. */
  owner: (id: string) =>
    db
      .selectFrom('apply_orders as entry')
      .innerJoin('users as person', 'person.id', 'entry.user_id')
      .select(['entry.entry_no', 'entry.title', 'person.email', 'person.language'])
      .where('entry.id', '=', id)
      .$castTo<{
        entry_no: string
        title: string
        email: string
        language: Language
      }>()
      .executeTakeFirstOrThrow(),

  /** The paid order of the winner package, if any. */
  paidPackageOrder: (id: string) =>
    db
      .selectFrom('order_lines')
      .select('order_no')
      .where('apply_order_id', '=', id)
      .where('fee_type', '=', FEE_TYPE.winner_package)
      .where('status', '=', PAYMENT_STATUS.paid)
      .executeTakeFirst(),
})
