import pg from 'pg'

/** Counts what the database is asked while `act` runs, from any context of this file. */
export function countStatements() {
  let asked = 0
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    // The pulse of the listeners is not a question of anybody.
    if (given[0] !== 'select 1') asked += 1
    return Reflect.apply(query, this, given)
  } as typeof query
  afterAll(() => (pg.Client.prototype.query = query))

  return async (act: () => Promise<unknown>): Promise<number> => {
    const before = asked
    await act()
    return asked - before
  }
}
