import pg from 'pg'
import { testApi } from '../../test/test-api.ts'
import { openDatabase, poolOf } from './database.ts'

const { db } = await testApi()
const { host = '', database = '' } = poolOf(db).options as pg.PoolConfig
const NARROW = 'narrow'

/** A pool of an account with one connection, as where a full disk or its limit refuses the server another. */
async function narrowPool() {
  await poolOf(db).query(`create role ${NARROW} login connection limit 1`)
  return openDatabase({ socketDir: host, database, user: NARROW }).pool
}
afterEach(() => poolOf(db).query(`drop role if exists ${NARROW}`))

test('who is refused a new connection waits for one that is open', async () => {
  const pool = await narrowPool()
  const slow = pool.query('select pg_sleep(0.3)')
  const waiting = await Promise.all([slow, pool.query('select 1 as one'), pool.query('select 1')])
  expect(waiting[1]?.rows).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBe(1)
  await pool.end()
})

test('where none is open, the refusal comes at once', async () => {
  const pool = await narrowPool()
  const client = new pg.Client({ host, database, user: NARROW })
  await client.connect()
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '53300' })
  await client.end()
  await pool.end()
})
