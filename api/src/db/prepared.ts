import type { Compilable } from 'kysely'
import type { Db } from './database.ts'

/** Stands for a value in a statement that is written before its values are known. */
class Mark {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A place for the value `name` in a statement for `prepared`. */
export const mark = (name: string): unknown => new Mark(name)

/** A statement that is put together once, since that takes longer than most answers may. */
export function prepared<Row>(db: Db, query: Compilable<Row>) {
  const compiled = query.compile()
  return async (values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const parameters = compiled.parameters.map((value) =>
      value instanceof Mark ? values[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
