import {
  type ConflictEvidence,
  type ConflictSource,
  type ConflictState,
  type ConflictType,
  type Language,
  POLICY_TYPES,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { MASKED_TITLE, OPEN_SEATS } from '../lists/list-filter.repository.ts'
import type { Db } from '../../../db/database.ts'
import type { ScoringLevel, JuryScope } from '../jury.policy.ts'
import { inConflict, inScope, ENTRY_LINK, type EntryLinkRow } from '../jury-scope.repository.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

type StoredConflict = {
  id: string
  apply_order_id: string
  juror_id: string
  type: ConflictType
  source: ConflictSource
  state: ConflictState
  is_pinned: boolean
  evidence: ConflictEvidence | null
  at: Date
}

export type ConflictRecord = StoredConflict &
  EntryLinkRow & { juror_name: string; juror_level: number }

type Key = { apply_order_id: string; juror_id: string }
type Filter = {
  current: number
  pageSize: number
  keyword?: string | undefined
  category_id?: string | undefined
  section_id?: string | undefined
  edition_id?: string | undefined
  juror_id?: string | undefined
  state?: ConflictState | undefined
  sort?: string | undefined
}

/** The table `conflicts`. Jurors declare them, chairs pin and dismiss them; triggers insert the detected ones. */
export const conflictsRepository = (db: Db) => ({
  /** A page of the conflicts of entries in scope, newest first by default. */
  async list(scope: JuryScope, filter: Filter): Promise<{ rows: ConflictRecord[]; total: number }> {
    const pattern = `%${(filter.keyword ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const is = (column: string, value: string | undefined) =>
      value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`
    const { rows } = await sql<ConflictRecord & { total: number }>`
      select conflict.id, ${ENTRY_LINK}, conflict.juror_id, conflict.type, conflict.source,
        conflict.state, conflict.is_pinned, conflict.evidence, conflict.at,
        juror.name as juror_name, juror.level as juror_level, (count(*) over ())::int as total
      from conflicts conflict
      join apply_orders entry on entry.id = conflict.apply_order_id
      join categories category on category.id = entry.category_id
      join jurors juror on juror.id = conflict.juror_id
      where ${inScope(scope)} and ${is('entry.edition_id', filter.edition_id)}
        and ${is('entry.category_id', filter.category_id)}
        and ${is('entry.section_id', filter.section_id)}
        and ${is('conflict.juror_id', filter.juror_id)} and ${is('conflict.state', filter.state)}
        and ((entry.title ilike ${pattern} and not is_title_masked(entry)) or entry.judging_no ilike ${pattern}
          or entry.entry_no ilike ${pattern} or juror.name ilike ${pattern})
      order by ${orderOf(filter.sort)}, conflict.id
      limit ${filter.pageSize} offset ${(filter.current - 1) * filter.pageSize}`.execute(db)
    return { rows, total: rows[0]?.total ?? 0 }
  },

  /** Conflicts that a juror has declared, newest first. */
  declaredBy: (jurorId: string) =>
    db
      .selectFrom('conflicts')
      .innerJoin('apply_orders', 'apply_orders.id', 'conflicts.apply_order_id')
      .select(['apply_orders.judging_no', 'conflicts.type', 'conflicts.source', 'conflicts.at'])
      .where('conflicts.juror_id', '=', jurorId)
      .where('conflicts.source', '=', 'self')
      .orderBy('conflicts.at', 'desc')
      .orderBy('conflicts.id')
      .execute(),

  /** A conflict by ID, locked until the transaction ends. */
  async lock(id: string): Promise<StoredConflict | undefined> {
    const { rows } = await sql<StoredConflict>`
      select * from conflicts where id = ${id} for update`.execute(db)
    return rows[0]
  },

  /** The conflict between a juror and an entry, locked until the transaction ends. */
  async lockByKey({ apply_order_id, juror_id }: Key): Promise<StoredConflict | undefined> {
    const { rows } = await sql<StoredConflict>`select * from conflicts
      where apply_order_id = ${apply_order_id} and juror_id = ${juror_id} for update`.execute(db)
    return rows[0]
  },

  /** Inserts a standing conflict, or replaces the one between juror and entry. Returns its ID. */
  async upsert(
    key: Key,
    conflict: { type: string; source: 'self' | 'organiser'; is_pinned: boolean; note: string },
    byUserId: string,
    now: Date,
  ): Promise<string> {
    const row = {
      ...conflict,
      by_user_id: byUserId,
      at: now,
      state: 'standing',
      evidence: null,
      dismissed_at: null,
      dismissed_by: null,
      dismissed_reason: null,
    }
    const { id } = await db
      .insertInto('conflicts')
      .values({ ...key, ...row })
      .onConflict((conflict) => conflict.columns(['juror_id', 'apply_order_id']).doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async pin(id: string) {
    await db.updateTable('conflicts').set({ is_pinned: true }).where('id', '=', id).execute()
  },

  async dismiss(id: string, byUserId: string, reason: string, now: Date) {
    await db
      .updateTable('conflicts')
      .set({
        state: 'dismissed',
        dismissed_at: now,
        dismissed_by: byUserId,
        dismissed_reason: reason,
      })
      .where('id', '=', id)
      .execute()
  },

  /** Level of an active juror; undefined for others. */
  findActiveJuror: (jurorId: string) =>
    db
      .selectFrom('jurors')
      .select(['id', 'level'])
      .where('id', '=', jurorId)
      .where('is_active', '=', true)
      .executeTakeFirst(),

  /** Chairs who may assign jurors to an entry, without those in conflict with it. */
  async chairsOf(entryId: string): Promise<{ id: string; email: string; language: Language }[]> {
    const { rows } = await sql<{ id: string; email: string; language: Language }>`
      select person.id, person.email, person.language
      from apply_orders entry
      join juror_categories panel on panel.category_id = entry.category_id
      join jurors juror on juror.id = panel.juror_id and juror.level = 1 and juror.is_active
        and 'can_assign' = any(juror.capabilities)
      join users person on person.id = juror.user_id and person.status = 'active'
      where entry.id = ${entryId} and not ${inConflict(sql.ref('juror.id'))}
      order by person.id`.execute(db)
    return rows
  },

  /** Assignments in conflict without a submitted score, locked; rows locked by others are skipped. */
  async conflictedSeats(
    limit: number,
    jurorId?: string,
  ): Promise<(Key & { edition_id: string; level: ScoringLevel })[]> {
    const { rows } = await sql<Key & { edition_id: string; level: ScoringLevel }>`
      select seat.apply_order_id, seat.juror_id, seat.level, entry.edition_id
      from conflicts c
      join assignments seat on seat.apply_order_id = c.apply_order_id
        and seat.juror_id = c.juror_id and seat.status in ${OPEN_SEATS}
      join apply_orders entry on entry.id = seat.apply_order_id
        and entry.entry_status = ${statusSql('in_judging')}
      where c.state = 'standing' and (${jurorId ?? null}::bigint is null or c.juror_id = ${jurorId ?? null})
      order by seat.apply_order_id, seat.id limit ${limit}
      for update of seat skip locked`.execute(db)
    return rows
  },
})

function orderOf(sort: string | undefined) {
  const down = sort?.startsWith('-') ? sql`desc` : sql`asc`
  switch (sort?.replace(/^-/, '')) {
    case 'title':
      // Masked as in the search of this list, before the results are out and after.
      return sql`${MASKED_TITLE} ${down} nulls last`
    case 'juror':
      return sql`lower(juror.name) ${down}`
    case 'at':
      return sql`conflict.at ${down}`
    default:
      return sql`conflict.at desc`
  }
}

/** The jury agreement, and the affiliations that jurors declare when they sign it. */
export const agreementRepository = (db: Db) => ({
  /** The version in force, by the same rule as `seatOfActor`. */
  inForce: (now: Date) =>
    db
      .selectFrom('policies')
      .select(['version', 'title', 'html'])
      .where('type', '=', POLICY_TYPES.jury)
      .where('effective_at', '<=', now.toISOString().slice(0, 10))
      .orderBy('effective_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The signature and the affiliations of a juror. */
  findStatement: (jurorId: string) =>
    db
      .selectFrom('jurors')
      .select(['agreement_version', 'agreement_signed_at', 'affiliations', 'email_domains'])
      .where('id', '=', jurorId)
      .executeTakeFirstOrThrow(),

  /** Stores the signature; a trigger then detects conflicts from the affiliations. */
  async sign(
    jurorId: string,
    statement: { version: string; affiliations: string[]; email_domains: string[] },
    now: Date,
  ) {
    const { version, affiliations, email_domains } = statement
    await db
      .updateTable('jurors')
      .set({
        agreement_version: version,
        agreement_signed_at: now,
        affiliations,
        email_domains,
      })
      .where('id', '=', jurorId)
      .execute()
  },

  /** Number of entries that are hidden from a juror by a conflict. */
  async conflictCount(jurorId: string): Promise<number> {
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from conflicts
      where juror_id = ${jurorId} and state = 'standing'`.execute(db)
    return rows[0]?.total ?? 0
  },
})
