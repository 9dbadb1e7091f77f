import pg from 'pg'

/** Counts the SQL statements during `act`, of all contexts of the test file. */
export function countStatements() {
  let statements = 0
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    // Without the heartbeat of the LISTEN connections.
    if (given[0] !== 'select 1') statements += 1
    return Reflect.apply(query, this, given)
  } as typeof query
  afterAll(() => (pg.Client.prototype.query = query))

  return async (act: () => Promise<unknown>): Promise<number> => {
    const before = statements
    await act()
    return statements - before
  }
}
