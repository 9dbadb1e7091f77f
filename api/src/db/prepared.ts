import type { Compilable } from 'kysely'
import { poolOf, type Db } from './database.ts'

/** Stands for a value in a statement that is written before its values are known. */
class Mark {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A place for the value `name` in a statement for `prepared`. */
export const mark = (name: string): unknown => new Mark(name)

/**
 * A statement that is put together once, since that takes longer than most answers may. It goes past
 * the query builder to the driver.
 */
export function prepared<Row extends object>(db: Db, query: Compilable<Row>) {
  const { sql, parameters } = query.compile()
  const pool = poolOf(db)
  return async (values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const own = parameters.map((value) => (value instanceof Mark ? values[value.name] : value))
    return (await pool.query<Row>(sql, own)).rows
  }
}
