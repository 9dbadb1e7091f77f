import { sql } from 'kysely'
import { behindItsBack } from '../../../test/behind-its-back.ts'
import { testApi } from '../../../test/test-api.ts'
import { pruneAudit } from './audit.repository.ts'
import { verifyChain } from './verify-chain.ts'

const { db } = await testApi()
const other = await testApi()

/** Inserts a row that is `months` old. */
const record = (subject: string, months: number, target = db) =>
  sql`insert into audit_log (actor_role, action, subject, at)
    values ('system', 'test.done', ${subject}, now() - make_interval(months => ${months}))`.execute(
    target,
  )
const subjects = async (target = db) =>
  (await target.selectFrom('audit_log').select('subject').orderBy('at').execute()).map(
    ({ subject }) => subject,
  )

beforeAll(async () => {
  for (const months of [80, 79, 62, 62, 59, 12, 1]) await record(`${months} months`, months)
})

test('removes no row of the last five years, whatever date is given', async () => {
  proves('security 62')
  const before = await subjects()
  await expect(sql`delete from audit_log where subject = '59 months'`.execute(db)).rejects.toThrow(
    'append-only for 5 years',
  )
  await expect(sql`delete from audit_chain`.execute(db)).rejects.toThrow('append-only')
  expect(await subjects()).toEqual(before)
})

test('removes rows older than five years by whole months, and the rest of the chain verifies', async () => {
  proves('security 62')
  await pruneAudit(db, new Date())
  expect(await subjects()).toEqual(['59 months', '12 months', '1 months', '4'])
  const { rows, forgotten, breach } = await verifyChain(db)
  expect({ rows, forgotten, breach }).toEqual({ rows: 4, forgotten: 4, breach: undefined })

  await pruneAudit(db, new Date())
  expect(await subjects()).toHaveLength(4)
  await record('afterwards', 0)
  expect(await verifyChain(db)).toMatchObject({ rows: 5, forgotten: 4 })
})

const id = (seq: number) => `(select audit_id from audit_chain where seq = ${seq})`
const gone = (seqs: string) =>
  `with gone as (delete from audit_chain where seq ${seqs} returning audit_id)
   delete from audit_log where id in (select audit_id from gone)`
/** Records that retention removed everything up to the fifth link, chained as the site does. */
const noted = (before: string) => `
  set local session_replication_role = origin;
  insert into audit_log (actor_role, action, subject, after) values ('system', 'audit.forgotten', '5',
    (select jsonb_build_object('seq', 5, 'hash', encode(hash, 'hex'), 'before', ${before})
     from audit_chain where seq = 5));
  set constraints all immediate;
  set local session_replication_role = replica;`

test.each([
  [
    'a row that is changed',
    `update audit_log set subject = 'x' where id = ${id(6)}`,
    /link 6 is not/,
  ],
  ['the oldest row that is left', gone('= 5'), /link 5 is missing/],
  [
    'the note itself, changed',
    `update audit_log set after = after || '{"seq": 5}' where subject = '4'`,
    /link 6|is not/,
  ],
  ['the note itself, taken out', gone('= 8'), /link 1 is missing/],
  [
    'more rows, taken out before their time',
    `${noted('now()')} ${gone('<= 5')}`,
    /before their time/,
  ],
])('finds %s after rows were removed', async (_what, statement, problem) => {
  proves('security 62')
  expect(await behindItsBack(db, statement)).toMatch(problem)
})

test('an anchor finds rows that were removed too early under a false date', async () => {
  proves('security 62')
  const falsely = `${noted("now() - interval '5 years 1 day'")} ${gone('<= 5')}`
  expect(await behindItsBack(db, falsely)).toBeUndefined()
  const anchor = { seq: 4, hash: 'a'.repeat(64), at: new Date(), from: 'the log' }
  expect(await behindItsBack(db, falsely, [anchor])).toMatch(
    /before their time, as the log has the link 4/,
  )
})

test('never removes the last link of the chain', async () => {
  for (const months of [90, 80, 70]) await record(`${months} months`, months, other.db)
  await pruneAudit(other.db, new Date())
  expect(await subjects(other.db)).toEqual(['70 months', '2'])
  expect(await verifyChain(other.db)).toMatchObject({ rows: 2, forgotten: 2 })
})
