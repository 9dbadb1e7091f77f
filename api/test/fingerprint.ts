import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Tables that any request may write: rate limits and the last use of a session. */
const COUNTERS = ['rate_limits', 'sessions']

async function tablesOf(db: Db, except: readonly string[] = []): Promise<string[]> {
  const left = [...COUNTERS, ...except]
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !left.includes(name))
}

/** A checksum per table, to prove that an action changed nothing. */
export async function fingerprint(db: Db, except: readonly string[] = []) {
  const parts = (await tablesOf(db, except)).map(
    (name) => sql`select ${name}::text as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(row::text, 0)::numeric), 0) as content
      from ${sql.table(name)} row`,
  )
  const found = await sql<{ name: string; content: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(found.rows.map(({ name, content }) => [name, content]))
}

/**
 * Triggers that note the tables in which a committed transaction changed a row. The result returns those since it was last
 * called: for a test that asks after each of many calls, in a fiftieth of the time of two fingerprints.
 */
export async function watchChanges(db: Db): Promise<() => Promise<string[]>> {
  await sql`create unlogged table test_changes (name text);
    create function note_change() returns trigger language plpgsql as $$ begin
      if tg_op <> 'UPDATE' or new is distinct from old then insert into test_changes values (tg_table_name); end if;
      return null;
    end $$`.execute(db)
  for (const table of await tablesOf(db, ['test_changes'])) {
    await sql`create trigger note_change after insert or update or delete on ${sql.table(table)}
      for each row execute function note_change()`.execute(db)
  }
  return async () => {
    const { rows } = await sql<{ name: string }>`
      with seen as (delete from test_changes returning name) select distinct name from seen`.execute(
      db,
    )
    return rows.map(({ name }) => name)
  }
}
