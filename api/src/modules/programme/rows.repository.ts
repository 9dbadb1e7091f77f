import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { DB } from '../../db/schema.gen.ts'

/** Identifier → the name by which the files know the row, for those of the identifiers that have one. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = sql`any(${ids}::bigint[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, code as name from editions where id = ${wanted}
    union all select id, code from sections where id = ${wanted}
    union all select id, code from award_levels where id = ${wanted}
    union all select id, code from criteria where id = ${wanted}
    union all select id, code from categories where id = ${wanted}
    union all select id, code from winner_packages where id = ${wanted}
    union all select id, slug from jurors where id = ${wanted}
    union all select id, email from users where id = ${wanted}
    union all select p.id, e.code || ' ' || p.code
      from fee_periods p join editions e on e.id = p.edition_id where p.id = ${wanted}
    union all select id, original_name || coalesce(' (' || left(encode(sha256, 'hex'), 6) || ')', '')
      from stored_files where id = ${wanted}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const LOCK = 7_402_011
const Stored = z.object({ anchor: z.iso.date() })

/** One loading at a time, also with several processes. */
export const lockProgramme = (trx: Db) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)

/** The day of the first loading, from which the files' offsets count; undefined before it. */
export async function anchorOf(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirst()
  return Stored.safeParse(row?.document).data?.anchor
}

type Row = Record<string, unknown>

/**
 * What applying the programme did to one row. `before` and `after` have the columns that differ; of an
 * added or removed row all that the files say about it.
 */
export type Change = {
  kind: 'added' | 'changed' | 'removed'
  table: string
  /** The values of the stable key; those that identify other rows are identifiers. */
  key: string[]
  before: Row
  after: Row
}

export type Target = {
  table: keyof DB
  key: readonly [string, ...string[]]
  /** The rows that the files own; others of the table are left alone. Without it, all of them. */
  within?: { column: string; values: readonly string[] }
}

type Written = { before: Row | null; after: Row; keys: string[] }

/**
 * Writes rows by their stable key and answers with those that differ from what was there: PostgreSQL
 * compares, so a second run with the same files finds nothing to do.
 */
export async function putRows(db: Db, target: Target, rows: readonly Row[]): Promise<Change[]> {
  const [first] = rows
  if (!first) return []
  const { table, key } = target
  const columns = Object.keys(first)
  const values = columns.filter((column) => !key.includes(column))
  const list = (names: readonly string[], prefix?: string) =>
    sql.join(names.map((name) => (prefix ? sql.ref(`${prefix}.${name}`) : sql.ref(name))))
  const update =
    values.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(values.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
            where row(${list(values, table)}) is distinct from row(${list(values, 'excluded')})`
  const given = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`
  const { rows: written } = await sql<Written>`
    with old as (select * from ${sql.table(table)}),
    new as (
      insert into ${sql.table(table)} (${list(columns)}) select ${list(columns)} from ${given}
      on conflict (${list(key)}) ${update} returning *)
    select to_jsonb(old) as before, to_jsonb(new) as after, ${keysOf(key, 'new')} as keys
    from new left join old on ${same(key, 'old', 'new')}`.execute(db)
  return written.map(({ before, after, keys }) => {
    const isNew = before === null
    const differing = values.filter(
      (column) => isNew || !isDeepStrictEqual(before[column], after[column]),
    )
    return {
      kind: isNew ? 'added' : 'changed',
      table,
      key: keys,
      before: isNew ? {} : pick(before, differing),
      after: pick(after, differing),
    }
  })
}

/** Removes the rows that the files no longer name. */
export async function pruneRows(db: Db, target: Target, rows: readonly Row[]): Promise<Change[]> {
  const { table, key, within } = target
  const own = within
    ? sql`and ${sql.ref(`${table}.${within.column}`)}::text = any(${within.values})`
    : sql``
  const { rows: removed } = await sql<{ before: Row; keys: string[] }>`
    delete from ${sql.table(table)}
    where not exists (
      select 1 from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}) as kept
      where ${same(key, 'kept', table)}) ${own}
    returning to_jsonb(${sql.table(table)}) as before, ${keysOf(key, table)} as keys`.execute(db)
  return removed.map(({ before, keys }) => ({
    kind: 'removed',
    table,
    key: keys,
    before,
    after: {},
  }))
}

const keysOf = (key: readonly string[], prefix: string) =>
  sql`array[${sql.join(key.map((name) => sql`${sql.ref(`${prefix}.${name}`)}::text`))}]`

const same = (key: readonly string[], one: string, other: string) =>
  sql.join(
    key.map((name) => sql`${sql.ref(`${one}.${name}`)} = ${sql.ref(`${other}.${name}`)}`),
    sql` and `,
  )

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

/** Stable key → identifier. */
export async function idsOf(db: Db, table: keyof DB, column: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** The identifier of a name that the checks have found to exist. */
export function idOf(ids: Map<string, string>, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`No row is called ${name}`)
  return id
}
