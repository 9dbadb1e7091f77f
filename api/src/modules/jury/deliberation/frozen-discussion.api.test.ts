import { gunzipSync } from 'node:zlib'
import { deliberation, judgeAdded } from '@awards/shared/contract'
import { sql } from 'kysely'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'
import { checkSnapshot } from '../results/snapshots.service.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [ada, ben] = jury.first
if (!ada || !ben) throw new Error('There are too few jurors')
await api.db
  .updateTable('jurors')
  .set({ capabilities: ['can_publish'] })
  .where('id', '=', jury.chair.juror_id)
  .execute()

const D = deliberation
type Entry = { id: string }
const by = ({ id }: Entry) => ({ apply_order_id: id })
const revision = async () => (await chair.call(D.agenda, {})).revision
const step = async (entry: Entry, step: 'add' | 'now' | 'done') =>
  chair.call(D.changeAgenda, { ...by(entry), step, revision: await revision() })
const read = (who: { id: string }, entry: Entry) => api.as(who).call(D.deliberation, by(entry))
const summaryOf = async (who: { id: string }, entry: Entry) => (await read(who, entry)).summary
const write = (who: { id: string }, entry: Entry, given: { text: string; version: number }) =>
  api.as(who).answer(D.summarise, { ...by(entry), is_released: false, ...given })

/** A split entry that was discussed: a comment, a total before, a released summary. */
async function discussed(given = {}) {
  const entry = await jury.entry(given)
  await jury.scored(entry, [45, 90])
  await step(entry, 'add')
  await step(entry, 'now')
  await api.as(ada).call(D.comment, { ...by(entry), text: 'The joint is weak' })
  const text = 'The joint divided us.'
  await chair.call(D.summarise, { ...by(entry), text, is_released: true, version: 0 })
  return entry
}

async function shownSnapshot() {
  const { list } = await chair.call(judgeAdded.snapshotList, {})
  return api.db
    .selectFrom('result_snapshots')
    .selectAll()
    .where('id', '=', list[0]?.snapshot_id ?? '')
    .executeTakeFirstOrThrow()
}
const isEqual = async () => (await checkSnapshot(api.db, await shownSnapshot())).is_equal

/** Changes rows behind the back of the triggers, as somebody at the database could. */
const behindTheBack = (change: string) =>
  api.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(change).execute(trx)
  })

beforeEach(async () => {
  await api.db.deleteFrom('apply_orders').execute()
  await api.db.deleteFrom('rate_limits').execute()
  await api.db.updateTable('editions').set({ snapshot_id: null, frozen_at: null }).execute()
  await jury.enter(6)
})

test('agenda, threads and summaries are frozen in the signed snapshot, which holds no text', async () => {
  const entry = await discussed()
  await jury.changePhase(7)

  const lines = gunzipSync((await shownSnapshot()).document)
    .toString()
    .trim()
    .split('\n')
  const of = (kind: string) =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['kind'] === kind)
  const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(of('thread')).toEqual([
    expect.objectContaining({
      apply_order_id: entry.id,
      state: 'now',
      is_released: true,
      summary_sha256: fingerprint,
    }),
  ])
  expect(of('comment')).toEqual([
    expect.objectContaining({ juror_id: ada.juror_id, text_sha256: fingerprint }),
  ])
  expect(of('before').map(({ total }) => total)).toEqual(expect.arrayContaining([45, 90]))
  expect(lines.join()).not.toMatch(/joint/)
  expect(await isEqual()).toBe(true)
})

test('after the freeze every write is refused with what to do, and the database refuses it too', async () => {
  const entry = await discussed()
  await jury.changePhase(7)

  const refused = await Promise.all([
    api.as(ada).answer(D.comment, { ...by(entry), text: 'Late' }),
    write(jury.chair, entry, { text: 'Late', version: 1 }),
    chair.answer(D.summarise, {
      ...by(entry),
      text: 'Late',
      is_released: false,
      version: 1,
      reason: 'Reopened too late',
    }),
    chair.answer(D.changeAgenda, { ...by(entry), step: 'done', revision: await revision() }),
  ])
  for (const answer of refused) {
    expect(answer).toMatchObject({
      code: 423,
      msg: expect.stringContaining('a return to the deliberation'),
      data: { reason: 'FROZEN' },
    })
  }
  const frozen = /frozen with the results/
  const { db } = api
  await expect(db.updateTable('deliberations').set({ summary: 'x' }).execute()).rejects.toThrow(
    frozen,
  )
  await expect(
    db.updateTable('deliberation_comments').set({ body: 'x' }).execute(),
  ).rejects.toThrow(frozen)
  await expect(db.deleteFrom('deliberation_marks').execute()).rejects.toThrow(frozen)
  await expect(db.deleteFrom('deliberation_comments').execute()).rejects.toThrow(frozen)
  expect(await isEqual()).toBe(true)
})

test.each([
  ['a comment', "update deliberation_comments set body = 'The joint is strong'"],
  ['a summary', "update deliberations set summary = 'We agreed.'"],
  ['the agenda', "update deliberations set state = 'done'"],
  ['a total before', 'update deliberation_marks set total = 12'],
  ['a comment that is gone', 'delete from deliberation_comments'],
  [
    'a comment that came later',
    `insert into deliberation_comments (apply_order_id, juror_id, level, body, at)
      select apply_order_id, juror_id, level, 'x', at from deliberation_comments`,
  ],
])('the verification tells %s that was changed behind its back', async (_what, change) => {
  await discussed()
  await jury.changePhase(7)
  expect(await isEqual()).toBe(true)
  await behindTheBack(change)
  expect(await isEqual()).toBe(false)
})

test('going back to the deliberation opens the discussion; an older snapshot still verifies', async () => {
  const entry = await discussed()
  await jury.changePhase(7)
  const older = await shownSnapshot()
  await jury.changePhase(6)
  await api.as(ben).call(D.comment, { ...by(entry), text: 'I have looked again' })
  expect((await checkSnapshot(api.db, older)).is_equal).toBe(true)
  await jury.changePhase(7)
  expect((await shownSnapshot()).sha256).not.toBe(older.sha256)
  expect(await isEqual()).toBe(true)
})

test('a released summary changes only after it was reopened with a reason, which is in the record', async () => {
  const entry = await discussed()
  const again = { ...by(entry), text: 'Another one.', version: 1 }
  const silent = await Promise.all(
    [true, false].map((is_released) => chair.answer(D.summarise, { ...again, is_released })),
  )
  for (const answer of silent) {
    expect(answer).toMatchObject({ code: 409, data: { reason: 'RELEASED' } })
  }
  const reason = 'A juror was misunderstood'
  expect(await chair.answer(D.summarise, { ...again, is_released: true, reason })).toMatchObject({
    code: 409,
    data: { reason: 'RELEASED' },
  })
  expect(
    (await chair.answer(D.summarise, { ...again, is_released: false, reason: 'x' })).code,
  ).toBe(422)
  expect(await summaryOf(ben, entry)).toMatchObject({ text: 'The joint divided us.', version: 1 })

  expect((await chair.answer(D.summarise, { ...again, is_released: false, reason })).code).toBe(200)
  expect(await summaryOf(ben, entry)).toMatchObject({
    text: 'Another one.',
    is_released: false,
    version: 2,
  })
  const record = await api.db
    .selectFrom('audit_log')
    .select(['actor_id', 'reason'])
    .where('action', '=', 'summary.reopened')
    .where('subject', '=', entry.id)
    .execute()
  expect(record).toEqual([{ actor_id: jury.chair.id, reason }])
  const { version } = (await summaryOf(jury.chair, entry)) ?? { version: 0 }
  await chair.call(D.summarise, { ...by(entry), text: 'Another one.', is_released: true, version })
})

test('a second chair stores no masks: unchanged words stay as written, changed ones have to do without', async () => {
  await jury.enter(3)
  const other = await api.build.juror(1, { capabilities: ['can_score'] })
  const entry = await jury.entry({
    answers: JSON.stringify({ summary: 'A chair.', company: 'Zephyrine' }),
  })
  await jury.scored(entry, [45, 90])
  await step(entry, 'add')
  const written = 'Zephyrine divided us.'
  expect((await write(jury.chair, entry, { text: written, version: 0 })).code).toBe(200)
  const stored = () =>
    api.db
      .selectFrom('deliberations')
      .select(['summary', 'summary_by', 'is_released'])
      .where('apply_order_id', '=', entry.id)
      .executeTakeFirstOrThrow()

  const shown = await summaryOf(other, entry)
  expect(shown).toMatchObject({ text: '█████ divided us.', is_masked: true })
  expect(await summaryOf(jury.chair, entry)).toMatchObject({ text: written, is_masked: false })
  expect(await write(other, entry, { text: '█████ convinced us.', version: 1 })).toMatchObject({
    code: 422,
    msg: { text: [expect.stringContaining('blacked out')] },
  })
  expect(await stored()).toMatchObject({ summary: written })

  const { code } = await api.as(other).answer(D.summarise, {
    ...by(entry),
    text: shown?.text ?? '',
    is_released: true,
    version: 1,
  })
  expect(code).toBe(200)
  // Who released it has not written it: the author keeps the words, the other chair the masks.
  expect(await stored()).toEqual({
    summary: written,
    summary_by: jury.chair.id,
    is_released: true,
  })
  expect(await summaryOf(other, entry)).toMatchObject({ is_masked: true })
})
