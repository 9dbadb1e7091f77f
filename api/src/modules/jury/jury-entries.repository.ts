import { LIVE_ASSIGNMENTS } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ScoringLevel, JuryScope } from './jury.policy.ts'
import { inScope } from './jury-scope.ts'

export type JuryEntry = {
  id: string
  entry_no: string
  judging_no: string
  title: string
  summary: string | null
  edition_id: string
  edition_code: string
  edition_name: unknown
  category_id: string
  category_code: string
  category_name: unknown
  min_images: number
  section_id: string
  section_code: string
  section_name: unknown
  entry_status: number
  entry_fee_status: number
  winner_fee_status: number
  award_id: string | null
  award_code: string | null
  award_name: unknown
  award_colour: string | null
  decision_status: number
  decision_version: number
  divergence_closed_at: Date | null
  is_show: boolean
  version: number
  agent_code: string | null
  invitation_code: string | null
  cover_alt: string | null
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
  assigned: number
  submitted: number
  assignment_status: number | null
  due_at: Date | null
  own_total: number | null
  own_is_draft: boolean | null
  is_reported: boolean
}

export type JuryFilter = {
  edition_id?: string | undefined
  category_id?: string | undefined
  section_id?: string | undefined
  keyword?: string | undefined
  entry_status?: number | undefined
  entry_fee_status?: number | undefined
  winner_fee_status?: number | undefined
  decision_status?: number | undefined
  is_show?: '0' | '1' | undefined
  code?: string | undefined
  state?: 'todo' | 'draft' | 'done' | 'recused' | undefined
  /** Entries that have come to the second level. */
  secondLevelOnly?: boolean
  /** Entries that the juror has scored. */
  scoredOnly?: boolean
  sort?: string | undefined
}

export type Page = { current: number; pageSize: number }

/** What a list shows beside the entry: the level whose progress counts, and the reader's own seat. */
export type Reader = { scope: JuryScope; level: ScoringLevel }

const LIVE = sql`array[${sql.raw(LIVE_ASSIGNMENTS.join(','))}]`
const STATES = { todo: [0, 1], draft: [2], done: [3], recused: [4, 5] }

/** Entries as the jury reads them. Every query goes through the reader's scope. */
export const juryEntriesRepository = (db: Db) => ({
  async list(reader: Reader, filter: JuryFilter, { current, pageSize }: Page) {
    const where = conditions(reader, filter)
    const { rows } = await sql<{ id: string; total: number }>`
      select entry.id, (count(*) over ())::int as total from apply_orders entry
      where ${where} order by ${orderOf(reader, filter.sort)}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    const [first] = rows
    if (!first) return { rows: [], total: current === 1 ? 0 : await count(db, where) }
    const ids = rows.map(({ id }) => id)
    const entries = new Map((await read(db, reader, ids)).map((row) => [row.id, row]))
    return { rows: ids.flatMap((id) => entries.get(id) ?? []), total: first.total }
  },

  /** Identifiers that a reader reaches, in the order of the list. */
  async ids(reader: Reader, filter: JuryFilter, limit: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select entry.id from apply_orders entry where ${conditions(reader, filter)}
      order by ${orderOf(reader, filter.sort)} limit ${limit}`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Those of `ids` that are in the reader's scope. */
  async reachable(scope: JuryScope, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select entry.id from apply_orders entry
      where entry.id = any(${[...ids]}::bigint[]) and ${inScope(scope)} order by entry.id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  async find(reader: Reader, id: string): Promise<JuryEntry | undefined> {
    const { rows } = await sql<{ id: string }>`
      select entry.id from apply_orders entry
      where entry.id = ${id} and ${inScope(reader.scope)}`.execute(db)
    return rows.length > 0 ? (await read(db, reader, [id]))[0] : undefined
  },

  /** The row locked to the end of the transaction, so that decisions come one after the other. */
  lock: (id: string) =>
    db.selectFrom('apply_orders').select('id').where('id', '=', id).forUpdate().executeTakeFirst(),

  answers: (id: string) =>
    db.selectFrom('apply_orders').select('answers').where('id', '=', id).executeTakeFirstOrThrow(),
})

async function count(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from apply_orders entry where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

async function read(db: Db, { scope, level }: Reader, ids: string[]): Promise<JuryEntry[]> {
  const seat = scope.kind === 'assigned' ? 2 : 3
  const { rows } = await sql<JuryEntry>`
    select entry.id, entry.entry_no, entry.judging_no, entry.title,
      entry.answers ->> 'summary' as summary, entry.edition_id, entry.category_id,
      entry.section_id, entry.entry_status, entry.entry_fee_status, entry.winner_fee_status,
      entry.award_id, entry.decision_status, entry.decision_version, entry.divergence_closed_at,
      entry.is_show, entry.version, entry.agent_code, entry.invitation_code,
      edition.code as edition_code, edition.name as edition_name,
      category.code as category_code, category.name as category_name, category.min_images,
      section.code as section_code, section.name as section_name,
      award.code as award_code, award.name as award_name, award.colour as award_colour,
      cover.alt as cover_alt, file.width, file.height, file.colour, file.variants,
      (select count(*)::int from assignments a where a.apply_order_id = entry.id
        and a.level = ${level} and a.status = any(${LIVE})) as assigned,
      (select count(*)::int from assignments a where a.apply_order_id = entry.id
        and a.level = ${level} and a.status = 3) as submitted,
      exists (select 1 from identity_reports r where r.apply_order_id = entry.id
        and r.closed_at is null) as is_reported,
      own.status as assignment_status, own.due_at,
      score.total::float8 as own_total, score.is_draft as own_is_draft
    from apply_orders entry
    join editions edition on edition.id = entry.edition_id
    join categories category on category.id = entry.category_id
    join sections section on section.id = entry.section_id
    left join award_levels award on award.id = entry.award_id
    left join entry_files cover on cover.apply_order_id = entry.id and cover.kind = 'cover'
    left join stored_files file on file.id = cover.file_id
    left join assignments own on own.apply_order_id = entry.id
      and own.juror_id = ${scope.juror_id} and own.level = ${seat}
    left join scores score on score.apply_order_id = entry.id
      and score.juror_id = ${scope.juror_id} and score.level = ${seat}
    where entry.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

function conditions({ scope }: Reader, filter: JuryFilter): RawBuilder<boolean> {
  const equal = (column: string, value: string | number | boolean | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(`entry.${column}`)} = ${value}`]
  const seat = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from assignments own where own.apply_order_id = entry.id
      and own.juror_id = ${scope.juror_id} and own.level = ${scope.kind === 'assigned' ? 2 : 3}
      and ${condition})`
  const parts = [
    inScope(scope),
    ...equal('edition_id', filter.edition_id),
    ...equal('category_id', filter.category_id),
    ...equal('section_id', filter.section_id),
    ...equal('entry_status', filter.entry_status),
    ...equal('entry_fee_status', filter.entry_fee_status),
    ...equal('winner_fee_status', filter.winner_fee_status),
    ...equal('decision_status', filter.decision_status),
    ...equal('is_show', filter.is_show && filter.is_show === '1'),
  ]
  if (filter.code) {
    parts.push(sql`${filter.code} in (entry.agent_code, entry.invitation_code)`)
  }
  if (filter.keyword) parts.push(keyword(scope, filter.keyword))
  if (filter.state) parts.push(seat(sql`own.status = any(${STATES[filter.state]}::int[])`))
  if (filter.scoredOnly) parts.push(seat(sql`own.status = 3`))
  if (filter.secondLevelOnly) {
    parts.push(sql`exists (select 1 from assignments a where a.apply_order_id = entry.id
      and a.level = 3 and a.status = any(${LIVE}))`)
  }
  return sql`${sql.join(parts, sql` and `)}`
}

// Jurors who read blind cannot search by the public number either.
function keyword(scope: JuryScope, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return scope.kind === 'panel'
    ? sql`(entry.title ilike ${pattern} or entry.judging_no ilike ${pattern} or entry.entry_no ilike ${pattern})`
    : sql`(entry.title ilike ${pattern} or entry.judging_no ilike ${pattern})`
}

const mean = (level: ScoringLevel) => sql`(select avg(s.total) from scores s
  where s.apply_order_id = entry.id and s.level = ${level} and not s.is_draft)`

const isScored = ({ juror_id, kind }: JuryScope) => sql`exists (
  select 1 from assignments own where own.apply_order_id = entry.id and own.juror_id = ${juror_id}
    and own.level = ${kind === 'assigned' ? 2 : 3} and own.status = 3)`

function orderOf({ scope, level }: Reader, sort: string | undefined): RawBuilder<unknown> {
  const down = sort?.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  switch (sort?.replace(/^-/, '')) {
    case 'title':
      return sql`lower(entry.title) ${down}, entry.id`
    case 'entry_no':
      return sql`entry.entry_no ${down}`
    case 'mean':
      return sql`${mean(level)} ${down}, entry.id`
    case 'award':
      return sql`(select rank from award_levels where id = entry.award_id) ${down}, entry.id`
    default:
      // What is left comes first. Each juror reads in another order, always the same (order
      // effects, domain page §2.11).
      return scope.kind === 'panel'
        ? sql`entry.entry_no`
        : sql`${isScored(scope)}, md5(entry.id::text || ${scope.juror_id}::text), entry.id`
  }
}
