import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { DB } from '../../db/schema.gen.ts'

/** What applying the programme did to one row. */
export type Change = { kind: 'added' | 'changed' | 'removed'; table: string; name: string }

type Row = Record<string, unknown>
type Target = { table: keyof DB; key: readonly [string, ...string[]] }

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
  const { rows: changed } = await sql<{ name: string; added: boolean }>`
    insert into ${sql.table(table)} (${list(columns)})
    select ${list(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})
    on conflict (${list(key)}) ${update}
    returning concat_ws(' ', ${list(key, table)}) as name, (${sql.ref(`${table}.xmax`)} = 0) as added`.execute(
    db,
  )
  return changed.map(({ name, added }) => ({ kind: added ? 'added' : 'changed', table, name }))
}

/** Removes the rows that the files no longer name. */
export async function pruneRows(db: Db, target: Target, rows: readonly Row[]): Promise<Change[]> {
  const { table, key } = target
  const same = sql.join(
    key.map((name) => sql`${sql.ref(`kept.${name}`)} = ${sql.ref(`${table}.${name}`)}`),
    sql` and `,
  )
  const { rows: removed } = await sql<{ name: string }>`
    delete from ${sql.table(table)}
    where not exists (
      select 1 from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}) as kept
      where ${same})
    returning concat_ws(' ', ${sql.join(key.map((name) => sql.ref(`${table}.${name}`)))}) as name`.execute(
    db,
  )
  return removed.map(({ name }) => ({ kind: 'removed', table, name }))
}

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
