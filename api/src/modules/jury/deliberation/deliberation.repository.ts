import type { AGENDA_STATES } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inConflict, inScope } from '../jury-scope.repository.ts'
import { jurorLetter } from '../scoring/score-sheet.repository.ts'
import type { JuryScope } from '../jury.policy.ts'
import type { Reader } from '../lists/jury-entries.repository.ts'

type State = (typeof AGENDA_STATES)[number]

export type ThreadRow = {
  state: State
  begun_at: Date | null
  summary: string
  is_released: boolean
  summary_version: number
  /** User who wrote the summary as it stands. */
  summary_by: string | null
  erased_at: Date | null
}

export type CommentRow = {
  id: string
  juror_id: string
  level: number
  name: string
  letter: string | null
  body: string
  at: Date
  edited_at: Date | null
  removed_at: Date | null
  /** The text was erased, with the person that it named or that wrote it. */
  erased_at: Date | null
  hidden_at: Date | null
  hidden_reason: string | null
  is_excluded: boolean
}

type VoteRow = {
  juror_id: string
  level: number
  name: string
  letter: string | null
  before: number | null
  total: number | null
  change: 'none' | 'rescored' | 'new' | 'withdrawn'
}

const { recused } = ASSIGNMENT_STATUS

/** Letters of the score sheet, by juror and level of one entry. */
const lettered = (id: string, secret: string) => sql`lettered as materialized (
  select score.juror_id, score.level, ${jurorLetter(secret)} as letter
  from scores score where score.apply_order_id = ${id} and not score.is_draft)`

async function thread(db: Db, id: string, lock = sql``): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select state, begun_at, summary, is_released, summary_version, summary_by, erased_at
    from deliberations where apply_order_id = ${id} ${lock}`.execute(db)
  return rows[0]
}

/** The thread of an entry. */
export const deliberationRepository = (db: Db) => ({
  find: (id: string) => thread(db, id),

  /** The thread, locked until the transaction ends. */
  lock: (id: string) => thread(db, id, sql`for update`),

  /** All comments with the letters of their jurors; who is in conflict or has stepped back is marked. */
  async comments(id: string, secret: string): Promise<CommentRow[]> {
    const { rows } = await sql<CommentRow>`
      with ${lettered(id, secret)}
      select c.id, c.juror_id, c.level, juror.name, lettered.letter, c.body, c.at, c.edited_at, c.removed_at,
        c.erased_at, c.hidden_at, c.hidden_reason,
        (${inConflict(sql.ref('juror.id'))} or exists (select 1 from assignments seat
          where seat.apply_order_id = entry.id and seat.juror_id = juror.id and seat.level = c.level
            and seat.status = ${recused})) as is_excluded
      from deliberation_comments c
      join apply_orders entry on entry.id = c.apply_order_id
      join jurors juror on juror.id = c.juror_id
      left join lettered on lettered.juror_id = c.juror_id and lettered.level = c.level
      where c.apply_order_id = ${id} order by c.at, c.id`.execute(db)
    return rows
  },

  /** Votes at the beginning of the discussion beside those that count now. */
  async votes(id: string, secret: string): Promise<VoteRow[]> {
    const { rows } = await sql<VoteRow>`
      with ${lettered(id, secret)}, now_counted as (
        select vote.juror_id, vote.level, vote.total, score.submitted_at
        from counted_votes vote join scores score on score.id = vote.score_id
        where vote.apply_order_id = ${id}),
      begun as (select juror_id, level, total from deliberation_marks where apply_order_id = ${id})
      select vote.juror_id, vote.level, juror.name, lettered.letter, vote.before::float8 as before,
        vote.total::float8 as total,
        case when d.begun_at is null then 'none'
          when vote.total is null then 'withdrawn'
          when vote.submitted_at <= d.begun_at then 'none'
          when vote.before is null then 'new' else 'rescored' end as change
      from (select juror_id, level, begun.total as before, now_counted.total, now_counted.submitted_at
        from now_counted full join begun using (juror_id, level)) vote
      join deliberations d on d.apply_order_id = ${id}
      join jurors juror on juror.id = vote.juror_id
      left join lettered on lettered.juror_id = vote.juror_id and lettered.level = vote.level
      order by vote.level, length(lettered.letter), lettered.letter, vote.juror_id`.execute(db)
    return rows
  },

  async add(row: {
    apply_order_id: string
    juror_id: string
    level: number
    body: string
    at: Date
  }): Promise<string> {
    const { id } = await db
      .insertInto('deliberation_comments')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** A comment of the entry's thread, locked until the transaction ends. */
  comment: (entryId: string, id: string) =>
    db
      .selectFrom('deliberation_comments')
      .select(['id', 'juror_id', 'at', 'removed_at', 'erased_at', 'hidden_at'])
      .where('apply_order_id', '=', entryId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  async change(
    id: string,
    values: {
      body?: string
      edited_at?: Date
      removed_at?: Date
      hidden_at?: Date
      hidden_by?: string
      hidden_reason?: string
    },
  ) {
    await db.updateTable('deliberation_comments').set(values).where('id', '=', id).execute()
  },

  /** Saves the summary as its next version. */
  async summarise(
    id: string,
    to: { text: string; is_released: boolean; by: string | null; at: Date },
  ) {
    await sql`update deliberations set summary = ${to.text}, is_released = ${to.is_released},
        summary_version = summary_version + 1, summary_by = ${to.by}, summary_at = ${to.at}
      where apply_order_id = ${id}`.execute(db)
  },

  /** Names that must not reach the entrant: everybody who judges or discusses the entry. */
  async jurorNames(id: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select distinct juror.name from jurors juror where length(juror.name) > 2 and (
        exists (select 1 from assignments a where a.juror_id = juror.id and a.apply_order_id = ${id})
        or exists (select 1 from deliberation_comments c
          where c.juror_id = juror.id and c.apply_order_id = ${id}))`.execute(db)
    return rows.map(({ name }) => name)
  },

  /** The summary that the entrant may read once the results are out. */
  async releasedSummary(id: string): Promise<string | null> {
    const { rows } = await sql<{ summary: string }>`
      select summary from deliberations where apply_order_id = ${id} and is_released`.execute(db)
    return rows[0]?.summary ?? null
  },
})

type ItemRow = {
  apply_order_id: string
  judging_no: string
  title: string
  category_id: string
  category_code: string
  category_name: unknown
  state: State
  begun_at: Date | null
  comments: number
  has_summary: boolean
  is_released: boolean
}

/** The agenda of a meeting. */
export const agendaRepository = (db: Db) => ({
  /** Locks the agenda until the transaction ends, and returns its revision. */
  async lock(editionId: string): Promise<number> {
    await sql`insert into agendas (edition_id) values (${editionId}) on conflict do nothing`.execute(
      db,
    )
    const { rows } = await sql<{ revision: number }>`
      select revision from agendas where edition_id = ${editionId} for update`.execute(db)
    return rows[0]?.revision ?? 0
  },

  async setRevision(editionId: string, revision: number) {
    await sql`update agendas set revision = ${revision} where edition_id = ${editionId}`.execute(db)
  },

  /** Revision of the agenda, and whether any entry of it is being discussed. */
  async state(editionId: string): Promise<{ revision: number; is_meeting: boolean }> {
    const { rows } = await sql<{ revision: number; is_meeting: boolean }>`
      select coalesce((select revision from agendas where edition_id = ${editionId}), 0) as revision,
        exists (select 1 from deliberations where edition_id = ${editionId} and state = 'now')
          as is_meeting`.execute(db)
    return rows[0] ?? { revision: 0, is_meeting: false }
  },

  /** The entries in the reader's scope, in order; a juror's have an own score. */
  async items({ scope, level }: Reader, editionId: string): Promise<ItemRow[]> {
    const isScored = sql<boolean>`exists (select 1 from scores own where own.apply_order_id = entry.id
      and own.juror_id = ${scope.juror_id} and own.level = ${level} and not own.is_draft)`
    const { rows } = await sql<ItemRow>`
      select entry.id as apply_order_id, entry.judging_no, entry.title, category.id as category_id,
        category.code as category_code, category.name as category_name, d.state, d.begun_at,
        (select count(*)::int from deliberation_comments c join jurors juror on juror.id = c.juror_id
          where c.apply_order_id = entry.id and c.removed_at is null and c.erased_at is null
            and c.hidden_at is null
            and (${scope.kind !== 'assigned'} or c.level < 3)
            and not ${inConflict(sql.ref('juror.id'))}) as comments,
        d.summary <> '' as has_summary, d.is_released
      from deliberations d
      join apply_orders entry on entry.id = d.apply_order_id
      join categories category on category.id = entry.category_id
      where d.edition_id = ${editionId} and ${inScope(scope)}
        and ${scope.kind === 'panel' ? sql`true` : isScored}
      order by d.position, entry.id`.execute(db)
    return rows
  },

  async add(id: string, editionId: string, by: { user_id: string; at: Date }) {
    await sql`insert into deliberations (apply_order_id, edition_id, position, opened_by, opened_at)
      select ${id}, ${editionId}, coalesce(max(position), 0) + 1, ${by.user_id}, ${by.at}
      from deliberations where edition_id = ${editionId}`.execute(db)
  },

  /** Removes an entry nobody has written about; false if somebody has. */
  async remove(id: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
      delete from deliberations d where d.apply_order_id = ${id} and d.begun_at is null and d.summary = ''
        and not exists (select 1 from deliberation_comments c where c.apply_order_id = d.apply_order_id)
      returning d.apply_order_id as id`.execute(db)
    return rows.length > 0
  },

  /** Exchanges the positions of two entries. */
  async swap(one: string, other: string) {
    await sql`update deliberations d set position = o.position from deliberations o
      where (d.apply_order_id, o.apply_order_id) in ((${one}, ${other}), (${other}, ${one}))`.execute(
      db,
    )
  },

  /** Ends the discussions in the chair's scope. */
  async endCurrent(scope: JuryScope, editionId: string) {
    await sql`update deliberations d set state = 'done' from apply_orders entry
      where entry.id = d.apply_order_id and d.edition_id = ${editionId} and d.state = 'now'
        and ${inScope(scope)}`.execute(db)
  },

  /** Begins or ends a discussion; the first beginning keeps the totals of the counted votes. */
  async setState(id: string, state: State, now: Date) {
    if (state === 'now') {
      await sql`insert into deliberation_marks (apply_order_id, juror_id, level, total)
        select vote.apply_order_id, vote.juror_id, vote.level, vote.total from counted_votes vote
        join deliberations d on d.apply_order_id = vote.apply_order_id and d.begun_at is null
        where vote.apply_order_id = ${id}`.execute(db)
    }
    await sql`update deliberations set state = ${state},
        begun_at = coalesce(begun_at, case when ${state} = 'now' then ${now}::timestamptz end)
      where apply_order_id = ${id}`.execute(db)
  },
})
