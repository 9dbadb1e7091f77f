import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { ADVISORY_LOCKS, type Db } from '../../db/database.ts'
import type { DB } from '../../db/schema.gen.ts'
import type { Programme } from './read/programme-files.ts'
import type { EntryFile } from './read/entry-schema.ts'

/** Map of ids to the stable names (code, slug or e-mail) that the files use; ids without one are omitted. */
export async function namesById(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const anyId = sql`any(${ids}::bigint[])`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, code as name from editions where id = ${anyId}
    union all select id, code from sections where id = ${anyId}
    union all select id, code from award_levels where id = ${anyId}
    union all select id, code from criteria where id = ${anyId}
    union all select id, code from categories where id = ${anyId}
    union all select id, code from winner_packages where id = ${anyId}
    union all select id, slug from jurors where id = ${anyId}
    union all select id, email from users where id = ${anyId}
    union all select p.id, e.code || ' ' || p.code
      from fee_periods p join editions e on e.id = p.edition_id where p.id = ${anyId}
    union all select id, original_name || coalesce(' (' || left(encode(sha256, 'hex'), 6) || ')', '')
      from stored_files where id = ${anyId}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const Stored = z.object({ anchor: z.iso.date() })

/** Advisory lock until the end of the transaction: one load at a time, across processes. */
export const lockProgramme = (trx: Db) =>
  sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.programme})`.execute(trx)

/** Returns the result of `work` and takes back what it wrote in the transaction. */
export async function rolledBack<T>(trx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint before_work`.execute(trx)
  try {
    return await work()
  } finally {
    await sql`rollback to savepoint before_work`.execute(trx)
  }
}

/** Day of the first load (YYYY-MM-DD), to which date offsets are added; undefined before it. */
export async function readAnchor(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirst()
  return Stored.safeParse(row?.document).data?.anchor
}

type Row = Record<string, unknown>

/**
 * Change of one row. `before` and `after` hold the columns that differ; for added and removed rows all columns
 * that the files set.
 */
export type Change = {
  kind: 'added' | 'changed' | 'removed'
  table: string
  /** Values of the stable key as text; foreign keys are ids. */
  key: string[]
  before: Row
  after: Row
}

export type Target = {
  table: keyof DB
  key: readonly [string, ...string[]]
  /** Limits pruning to rows with one of these values; without it the whole table is pruned. */
  within?: { column: string; values: readonly string[] }
}

type Written = { before: Row | null; after: Row; keys: string[] }

/**
 * Upserts rows by stable key and returns only actual changes. PostgreSQL compares the values (`is distinct from`),
 * so a second run with the same files changes nothing. All rows must have the columns of the first.
 */
export async function upsertRows(db: Db, target: Target, rows: readonly Row[]): Promise<Change[]> {
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
    from new left join old on ${keysEqual(key, 'old', 'new')}`.execute(db)
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

/** Deletes the rows whose stable key is not among `rows`, and returns them. */
export async function pruneRows(db: Db, target: Target, rows: readonly Row[]): Promise<Change[]> {
  const { table, key, within } = target
  const own = within
    ? sql`and ${sql.ref(`${table}.${within.column}`)}::text = any(${within.values})`
    : sql``
  const { rows: removed } = await sql<{ before: Row; keys: string[] }>`
    delete from ${sql.table(table)}
    where not exists (
      select 1 from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}) as wanted
      where ${keysEqual(key, 'wanted', table)}) ${own}
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

const keysEqual = (key: readonly string[], one: string, other: string) =>
  sql.join(
    key.map((name) => sql`${sql.ref(`${one}.${name}`)} = ${sql.ref(`${other}.${name}`)}`),
    sql` and `,
  )

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]))

/** Map of the values of a unique column to ids. */
export async function idsOf(db: Db, table: keyof DB, column: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}`.execute(db)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Id of a name; throws if missing, which the checks of the files rule out. */
export function idOf(ids: Map<string, string>, name: string): string {
  const id = ids.get(name)
  if (!id) throw new Error(`No row is called ${name}`)
  return id
}

/** An entry that this run inserted, with the ids that its payments and scores refer to. */
export type AddedEntry = {
  id: string
  entryNo: string
  userId: string
  editionId: string
  categoryId: string
  awardId: string | null
  file: EntryFile
  dates: EntryDates
}

/** Timestamps of an entry, derived from its file and its edition; null for steps it did not reach. */
export type EntryDates = {
  created: Date
  submitted: Date | null
  paid: Date | null
  published: Date | null
}

/** Context of one run of the loader: the files, the transaction, and the changes so far. */
export type Load = {
  readonly trx: Db
  readonly programme: Programme
  /** Day (YYYY-MM-DD) to which date offsets are added; the day of the first load. */
  readonly anchor: string
  readonly now: Date
  /** The files are all there is: editions, phases and fee periods that they do not name are removed. */
  readonly isWhole: boolean
  readonly changes: Change[]
  /** Number of rows in the files, by table. */
  readonly counts: Map<string, number>
  /** Converts a date of the files to a timestamp. */
  readonly when: (text: string) => Date
  /** Id in `stored_files` of a picture file; throws if it is not stored. `kind` defaults to 'programme'. */
  readonly picture: (file: string, kind?: 'programme' | 'entry_image') => string
}

export type Rows = Parameters<typeof upsertRows>[2]

/** Upserts rows by stable key and records the changes. */
export async function upsert(load: Load, target: Target, rows: Rows): Promise<void> {
  load.counts.set(target.table, (load.counts.get(target.table) ?? 0) + rows.length)
  load.changes.push(...(await upsertRows(load.trx, target, rows)))
}

/** `upsertAndPrune` where the files are all there is, `upsert` otherwise: a folder may leave out what has passed. */
export const upsertWhole = (load: Load, target: Target, rows: Rows): Promise<void> =>
  (load.isWhole ? upsertAndPrune : upsert)(load, target, rows)

/** Deletes the rows of the table that the files no longer name, then upserts the others. */
export async function upsertAndPrune(load: Load, target: Target, rows: Rows): Promise<void> {
  load.changes.push(...(await pruneRows(load.trx, target, rows)))
  await upsert(load, target, rows)
}
