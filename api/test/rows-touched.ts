import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/db/database.ts'

type Statement = { text: string; values: unknown[] }
type Node = Record<string, unknown> & { Plans?: Node[] }

const COUNTED = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter']

/** Rows that the nodes of a plan processed, times their loops. */
function handled(node: Node): number {
  const rows = COUNTED.reduce((sum, name) => sum + Number(node[name] ?? 0), 0)
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + handled(plan), 0)
  return rows * Number(node['Actual Loops'] ?? 1) + below
}

/**
 * Counts the rows that the database processes for the statements of `act`, by `explain analyze`: independent of
 * the load of the machine, and quadratic if a plan is.
 */
export function rowsTouched(db: Db) {
  let caught: Statement[] | undefined
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function caughtQuery(this: pg.Client, ...given: unknown[]) {
    const { text, values } = Object(typeof given[0] === 'object' ? given[0] : {}) as Statement
    if (caught && text && /^\s*(select|with)\b/i.test(text)) caught.push({ text, values })
    return Reflect.apply(query, this, given)
  } as typeof query
  afterAll(() => (pg.Client.prototype.query = query))

  return async (act: () => Promise<unknown>): Promise<number> => {
    const statements: Statement[] = []
    caught = statements
    await act()
    caught = undefined
    let rows = 0
    for (const { text, values } of statements) {
      rows += await db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx)
        // The generic plan of a prepared statement, independent of the values.
        await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
        const explained = await trx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
          CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, values),
        )
        const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
        if (!plan) throw new Error(`No plan of ${text}`)
        return handled(plan)
      })
    }
    return rows
  }
}
