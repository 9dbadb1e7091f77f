import pg from 'pg'
import { testApi } from '../../test/test-api.ts'
import { openDatabase, poolOf } from './database.ts'

const { db } = await testApi()
const { host = '', database = '' } = poolOf(db).options as pg.PoolConfig

let roles = 0
/** A role that may have one connection, of each test its own: the server may still be ending those of the last one. */
async function narrowRole() {
  roles += 1
  const user = `narrow_${roles}`
  await poolOf(db).query(`create role ${user} login connection limit 1`)
  return { host, database, user }
}
const poolFor = (user: string) => openDatabase({ socketDir: host, database, user }).pool

test('a query that is refused a new connection waits for an open one', async () => {
  const pool = poolFor((await narrowRole()).user)
  await pool.query('select 1')
  const slow = pool.query('select pg_sleep(0.3)')
  const [, waited] = await Promise.all([slow, pool.query('select 1 as one')])
  expect(waited.rows).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBe(1)
  await pool.end()
})

test('without another connection the refusal is passed on, to concurrent queries too', async () => {
  const role = await narrowRole()
  const pool = poolFor(role.user)
  const other = new pg.Client(role)
  await other.connect()
  const slept = other.query('select pg_sleep(3)').then(() => 'slept')
  const queries = Promise.allSettled([1, 2, 3].map(() => pool.query('select 1')))
  const codes = queries.then((all) =>
    all.map((one) => one.status === 'rejected' && one.reason.code),
  )
  expect(await Promise.race([codes, slept])).toEqual(['53300', '53300', '53300'])
  await slept
  await other.end()
  await pool.end()
})
