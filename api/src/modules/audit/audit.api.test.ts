import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { behindItsBack as breachAfter } from '../../../test/behind-its-back.ts'
import { testApi } from '../../../test/test-api.ts'
import { anchorAudit, anchorsFile, readAnchors, verifyChain } from './verify-chain.ts'
import { auditRepository, chainRepository } from './audit.repository.ts'

const api = await testApi()
const { db } = api.context
const record = (subject: string, reason = 'because') =>
  auditRepository(db).record(null, 'test.done', subject, {
    after: { n: 1.5, é: ['中', null] },
    reason,
  })

const ROLLBACK = new Error('undone')

async function behindItsBack(statement: string, params: { anchored?: boolean } = {}) {
  const anchors = params.anchored ? await readAnchors(api.context.config.dataDir) : []
  return breachAfter(db, statement, anchors)
}
beforeAll(async () => {
  for (let index = 1; index <= 12; index++) await record(`row ${index}`)
})

test('chains rows at commit, and the server computes the same hashes as the database', async () => {
  proves('security 62')
  const { rows, head, breach } = await verifyChain(db)
  expect([rows, breach]).toEqual([12, undefined])
  expect(head).toEqual(await chainRepository(db).head())
})

test.each(['update audit_log set reason = null', 'delete from audit_log', 'truncate audit_log'])(
  'the table takes no %s, nor does its chain',
  async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
    const ofChain = statement
      .replace('audit_log', 'audit_chain')
      .replace('reason = null', 'seq = 0')
    await expect(sql.raw(ofChain).execute(db)).rejects.toThrow('append-only')
  },
)

const id = (seq: number) => `(select audit_id from audit_chain where seq = ${seq})`
const insertRow = `insert into audit_log (id, actor_role, action, subject) values (1, 'system', 'a', 'b')`

test.each([
  [
    'a reason that is changed',
    `update audit_log set reason = 'x' where id = ${id(5)}`,
    /link 5 is not/,
  ],
  [
    'a time that is moved by a microsecond',
    `update audit_log set at = at + interval '1 microsecond' where id = ${id(5)}`,
    /link 5 is not/,
  ],
  [
    'text that moves from one column to the next',
    `update audit_log set action = 'test.', subject = 'done' || subject where id = ${id(5)}`,
    /link 5 is not/,
  ],
  [
    'null where there was an empty text',
    `update audit_log set request_id = '' where id = ${id(5)}`,
    /link 5 is not/,
  ],
  ['a row that is taken out', `delete from audit_log where id = ${id(7)}`, /link 7 is missing/],
  [
    'a row that is taken out with its link',
    `with gone as (delete from audit_chain where seq = 7 returning audit_id) delete from audit_log where id in (select audit_id from gone)`,
    /The link 7 is missing/,
  ],
  ['a row that is put in', insertRow, /row 1 was put in/],
  [
    'a row that is put in with a link',
    `${insertRow}; insert into audit_chain select 13, 1, sha256('x')`,
    /row 1 .*13/,
  ],
  [
    'two rows that change places',
    `update audit_chain c set audit_id = -c.seq where seq in (3, 4); update audit_chain set audit_id = case seq when 3 then a.four else a.three end from (select (select id from audit_log where subject = 'row 3') as three, (select id from audit_log where subject = 'row 4') as four) a where seq in (3, 4)`,
    /link 3 is not/,
  ],
  ['everything taken out but the chain', 'truncate audit_log', /link 1 is missing/],
  ['everything taken out but the rows', 'truncate audit_chain', /put in past the chain/],
])('finds %s', async (_name, statement, problem) => {
  proves('security 62')
  expect(await behindItsBack(statement)).toMatch(problem)
})

test('the migration chains older rows', async () => {
  const file = join(import.meta.dirname, '../../db/migrations/0030_audit_chain.sql')
  const [chaining] = /do \$\$[\s\S]*?\$\$;/.exec(await readFile(file, 'utf8')) ?? []
  expect(await behindItsBack('truncate audit_chain')).toMatch(/put in past the chain/)
  expect(await behindItsBack(`truncate audit_chain; ${chaining}`)).toBeUndefined()
})

test('anchors find a truncated and a rebuilt chain', async () => {
  proves('security 62')
  const { context } = api
  anchorAudit(context)
  await sql`insert into jobs (name, key, run_at)
    values ('audit.anchor', 'every', now() - interval '1 second')`.execute(db)
  await context.jobs.drain()
  expect(await readFile(anchorsFile(context.config.dataDir), 'utf8')).toMatch(
    /^\S+Z 12 [0-9a-f]{64}\n$/,
  )

  const tail = `with gone as (delete from audit_chain where seq > 10 returning audit_id) delete from audit_log where id in (select audit_id from gone)`
  expect(await behindItsBack(tail)).toBeUndefined()
  expect(await behindItsBack(tail, { anchored: true })).toMatch(/ends at 10, and .* link 12/)
  expect(await behindItsBack('truncate audit_log, audit_chain', { anchored: true })).toMatch(
    /ends at 0/,
  )
  const anew = `update audit_log set reason = 'x' where id = ${id(2)}; do $$
    declare entry audit_log; place bigint := 0; previous bytea := '';
    begin
      for entry in select a.* from audit_log a join audit_chain c on c.audit_id = a.id order by c.seq loop
        place := place + 1;
        previous := audit_hash(previous, entry);
        update audit_chain set hash = previous where seq = place;
      end loop;
    end $$`
  expect(await behindItsBack(anew)).toBeUndefined()
  expect(await behindItsBack(anew, { anchored: true })).toMatch(/link 12 is not the one/)
  expect((await verifyChain(db, await readAnchors(context.config.dataDir))).breach).toBeUndefined()
})

test('concurrent writers make one chain without a deadlock', async () => {
  proves('security 62')
  const before = (await chainRepository(db).head())?.seq ?? 0
  await sql`create table held (id int primary key)`.execute(db)
  await sql`insert into held values (1)`.execute(db)
  // Half of them write before they wait for a row lock, half after: locking the chain at the write would deadlock.
  const write = (turn: number) =>
    db.transaction().execute(async (trx) => {
      const isFirst = turn % 2 === 0
      if (isFirst) await auditRepository(trx).record(null, 'test.raced', String(turn))
      await sql`select from held for update`.execute(trx)
      if (!isFirst) await auditRepository(trx).record(null, 'test.raced', String(turn))
      await auditRepository(trx).record(null, 'test.raced', 'again')
    })
  const undo = db
    .transaction()
    .execute(async (trx) => {
      await auditRepository(trx).record(null, 'test.undone', 'x')
      throw ROLLBACK
    })
    .catch(() => undefined)
  await Promise.all([undo, ...Array.from({ length: 200 }, (_, turn) => write(turn))])
  const { rows, breach } = await verifyChain(db)
  expect([rows - before, breach]).toEqual([400, undefined])
})
