import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

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
