import { gzipSync } from 'node:zlib'
import { entries, judge, judgeAdded } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { fingerprint, recompute } from './result-document.ts'
import { phasesService } from '../publication/phases.service.ts'
import { checkSnapshot } from './snapshots.service.ts'

const api = await testApi()
const jury = await jurySetting(api)
await api.db
  .updateTable('jurors')
  .set({ capabilities: ['can_publish', 'can_assign'] })
  .where('id', '=', jury.chair.juror_id)
  .execute()
const chair = api.as(jury.chair)

const enter = (phase: number) => jury.changePhase(phase)
const table = async () =>
  (await chair.call(judge.judgeEntryList, { sort: 'title' })).list.map(
    ({ title, first_level, second_level, final_score }) => ({
      title,
      first_level,
      second_level,
      final_score,
    }),
  )
const snapshots = async () => (await chair.call(judgeAdded.snapshotList, {})).list

async function buildEntries() {
  await enter(3)
  await api.db.deleteFrom('apply_orders').execute()
  const [a, b, c] = [
    await jury.entry({ title: 'A' }),
    await jury.entry({ title: 'B' }),
    await jury.entry({ title: 'C' }),
  ]
  await jury.scored(a, [60, 70, 72, 74, 80])
  await jury.scored(b, [50, 52, 54])
  await jury.scored(c, [88, 90, 92, 95])
  return { a, b, c }
}

test('the embargo freezes the results with a verifiable fingerprint', async () => {
  proves('call judge/snapshotList', 'call judge/verifySnapshot', 'call judge/changePhase')
  const { a } = await buildEntries()
  const before = await table()
  await enter(7)

  const [snapshot] = await snapshots()
  expect(snapshot).toMatchObject({
    edition_id: jury.edition.id,
    entries: 3,
    votes: 12,
    previous_sha256: null,
    frozen_by: expect.any(String),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const verified = await chair.call(judgeAdded.verifySnapshot, {
    snapshot_id: snapshot?.snapshot_id ?? '',
  })
  expect(verified).toEqual({
    sha256: snapshot?.sha256,
    recomputed_sha256: snapshot?.sha256,
    is_equal: true,
  })
  expect(await table()).toEqual(before)
  const { is_frozen } = await chair.call(judgeAdded.board, { category_id: jury.category.id })
  expect(is_frozen).toBe(true)
  const owner = await api.db
    .selectFrom('apply_orders')
    .select('user_id as id')
    .where('id', '=', a.id)
    .executeTakeFirstOrThrow()
  const seen = await api.as(owner).call(entries.info, { apply_order_id: a.id })
  expect(seen).toMatchObject({ entry_status: 40 })
})

test('frozen figures ignore a later withdrawal, recusal and vote', async () => {
  const { a, b, c } = await buildEntries()
  await enter(7)
  const frozen = await table()

  await api.db
    .updateTable('apply_orders')
    .set({ entry_status: 90 })
    .where('id', '=', b.id)
    .execute()
  await jury.conflict(c, jury.first[0])
  await api.db
    .updateTable('scores')
    .set({ total: 1 })
    .where('apply_order_id', '=', a.id)
    .where('juror_id', '=', jury.first[1].juror_id)
    .execute()
  await jury.vote(c, jury.first[4], 5)

  expect(await table()).toEqual(frozen.filter(({ title }) => title !== 'B'))
  const { list } = await chair.call(judge.judgeEntryList, {
    edition_id: jury.edition.id,
    sort: 'score',
  })
  expect(list.map(({ title }) => title)).toEqual(['A', 'C'])
  const figures = await api.db.selectFrom('entry_figures').select('votes').execute()
  expect(figures.map(({ votes }) => votes).toSorted()).toEqual([3, 4, 5])

  // Pages show the snapshot even if the live figures change.
  await api.db.updateTable('entry_figures').set({ mean: 1, median: 1, trimmed: 1 }).execute()
  expect(await table()).toEqual(frozen.filter(({ title }) => title !== 'B'))
})

test('going back to the deliberation unfreezes the figures; the next snapshot names the previous one', async () => {
  const { a, c } = await buildEntries()
  await enter(7)
  const frozen = await table()
  await jury.conflict(c, jury.first[0])
  expect(await table()).toEqual(frozen)

  await enter(6)
  expect((await table()).find(({ title }) => title === 'C')?.first_level.votes).toBe(3)
  expect(await chair.call(entries.info, { apply_order_id: a.id })).toMatchObject({
    entry_status: 40,
  })
  await enter(7)
  const [second, first] = await snapshots()
  expect(second).toMatchObject({ previous_sha256: first?.sha256, votes: 11 })
  expect(second?.sha256).not.toBe(first?.sha256)
})

test('freezes an edition once when it enters the embargo by date', async () => {
  await buildEntries()
  const count = async () => (await snapshots()).length
  const before = await count()
  await jury.enter(7)
  await phasesService(api.context).settleAll()
  await phasesService(api.context).settleAll()
  expect(await count()).toBe(before + 1)
  expect((await snapshots())[0]).toMatchObject({ frozen_by: null })
  await enter(3)
})

test('snapshots are append-only, and a forged one does not verify', async () => {
  await buildEntries()
  await enter(7)
  const row = await api.db
    .selectFrom('result_snapshots')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await expect(
    api.db.updateTable('result_snapshots').set({ votes: 1 }).where('id', '=', row.id).execute(),
  ).rejects.toThrow('append-only')
  await expect(
    api.db.deleteFrom('result_rows').where('snapshot_id', '=', row.id).execute(),
  ).rejects.toThrow('append-only')

  const { text, is_equal } = await checkSnapshot(api.db, row)
  expect(is_equal).toBe(true)
  const forged = text.replace('"total":95', '"total":96')
  expect(forged).not.toBe(text)
  // Its results follow from the forged votes, but the stored checksum and the shown rows do not match.
  const whole = recompute(forged)
  const documents = [
    { ...row, document: gzipSync(whole) },
    { ...row, document: gzipSync(whole), sha256: fingerprint(whole) },
    { ...row, document: gzipSync(forged) },
    { ...row, document: gzipSync(forged), sha256: fingerprint(forged) },
    { ...row, document: gzipSync(text.replace('"final":', '"final":1')) },
  ]
  for (const one of documents) {
    expect((await checkSnapshot(api.db, one)).is_equal).toBe(false)
  }
})
