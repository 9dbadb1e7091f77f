import { account, deliberation } from '@awards/shared/contract'
import { PASSWORD } from '../../../../test/build.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { PROGRAMME } from '../../../../test/payment-scene.ts'
import { plantStatus } from '../../../../test/plant-status.ts'
import { words } from '../../../../test/planted-words.ts'
import { readZip } from '../../../../test/read-zip.ts'
import { testApi } from '../../../../test/test-api.ts'
import { applyRetention } from '../../../jobs/retention.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { exportJuryRepository } from '../../privacy/export.repository.ts'
import { checkSnapshot } from '../results/snapshots.service.ts'

/* Rights in discussions: the copy of one's data, erasure, and how long texts are kept, also after the freeze. */
const api = await testApi()
const { db, build, context } = api
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const D = deliberation
const ERASE = { password: PASSWORD, understood: true as const }

await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()
await db
  .updateTable('jurors')
  .set({ capabilities: ['can_publish'] })
  .where('id', '=', jury.chair.juror_id)
  .execute()
// Else the juror who is erased takes the votes of the other tests along.
const fresh = () => Promise.all([build.juror(2), build.juror(2)])

beforeEach(async () => {
  api.setTime(new Date())
  await db.deleteFrom('apply_orders').execute()
  await db.deleteFrom('rate_limits').execute()
  await db
    .updateTable('editions')
    .set({ status: 2, snapshot_id: null, frozen_at: null, results_published_at: null })
    .execute()
  await jury.enter(6)
})

/** A discussed entry of an owner of its own: two comments and a released summary, by planted words; then frozen. */
async function frozen() {
  const owner = await build.user()
  const [ada, ben] = await fresh()
  const entry = await build.entry(owner, { entry_status: 40, title: words.of('Title') })
  const texts = { ada: words.of('Ada'), ben: words.of('Ben'), summary: words.of('Agreed') }
  const by = { apply_order_id: entry.id }
  await jury.vote(entry, ada, 45)
  await jury.vote(entry, ben, 90)
  const { revision } = await chair.call(D.agenda, {})
  await chair.call(D.changeAgenda, { ...by, step: 'add', revision })
  await api.as(ada).call(D.comment, { ...by, text: texts.ada })
  await api.as(ben).call(D.comment, { ...by, text: texts.ben })
  await chair.call(D.summarise, { ...by, text: texts.summary, is_released: true, version: 0 })
  await jury.changePhase(7)
  return { owner, ada, ben, entry, texts, by }
}

async function copyOf(person: { id: string }) {
  const as = api.as(person)
  await as.call(account.requestExport, {})
  await context.jobs.drain()
  const { url } = await as.call(account.export, {})
  const { rawPayload } = await api.app.inject({ method: 'GET', url: url ?? '' })
  const files = readZip(rawPayload)
  const all = [...files.values()].map(String).join('\n')
  return { all, data: JSON.parse(files.get('data.json')?.toString() ?? '{}') }
}

/** Whether the snapshot that is shown verifies. Asked of the module: sessions do not outlive the time that tests let pass. */
async function isEqual() {
  const snapshot = await db
    .selectFrom('result_snapshots')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return (await checkSnapshot(db, snapshot)).is_equal
}

/** Everything that the tables of discussions hold, as one text. */
async function everything() {
  const tables = ['deliberations', 'deliberation_comments', 'deliberation_marks'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

test('a copy holds what its person wrote in discussions, and nothing of anybody else', async () => {
  const { ada, owner, entry, texts } = await frozen()
  const own = await copyOf(ada)
  expect(own.data.jury_discussions).toMatchObject([
    { judging_no: entry.judging_no, comment: texts.ada, level: 2 },
  ])
  for (const word of [texts.ben, texts.summary, entry.title, entry.entry_no, owner.email]) {
    expect(own.all).not.toContain(word)
  }
  const ofChair = await copyOf(jury.chair)
  expect(ofChair.data.jury_summaries).toMatchObject([
    { judging_no: entry.judging_no, summary: texts.summary, is_released: true },
  ])
  expect(ofChair.data.jury_discussions).toEqual([])
  // Before the results are out an entrant has nothing of it.
  const ofOwner = await copyOf(owner)
  expect(ofOwner.data.summaries).toEqual([])
  for (const word of Object.values(texts)) expect(ofOwner.all).not.toContain(word)
})

test('a copy holds the summary of an entry that the jury is done with, not of one that publication left open', async () => {
  const { owner, entry, texts } = await frozen()
  await db.updateTable('editions').set({ status: 4, results_published_at: new Date() }).execute()
  const summaries = async () =>
    (await exportJuryRepository(db).summaries(owner.id)).map(({ summary }) => summary)
  expect(await summaries()).toEqual([])
  await plantStatus(db, entry.id, 61)
  expect(await summaries()).toEqual([texts.summary])
})

test('an erased juror leaves neither name nor words in a thread; the votes and the snapshot stay', async () => {
  const { ada, by, texts } = await frozen()
  expect(await api.as(ada).answer(account.erase, ERASE)).toMatchObject({ code: 200 })

  const { comments, votes } = await chair.call(D.deliberation, by)
  expect(comments.map(({ text, is_erased, juror }) => [text, is_erased, juror])).toEqual([
    [null, true, 'Former juror'],
    [texts.ben, false, expect.any(String)],
  ])
  expect(votes).toHaveLength(2)
  expect(await everything()).not.toContain(texts.ada)
  expect(await isEqual()).toBe(true)
})

test('the erasure of an entrant empties every text about the entry, also after the freeze', async () => {
  const { owner, entry, texts } = await frozen()
  // While the jury works on a paid entry its owner is not erased.
  for (const entry_status of [50, 61]) {
    await db.updateTable('apply_orders').set({ entry_status }).where('id', '=', entry.id).execute()
  }
  expect(await api.as(owner).answer(account.erase, ERASE)).toMatchObject({ code: 200 })
  const left = await everything()
  for (const word of Object.values(texts)) expect(left).not.toContain(word)
  const rows = await db.selectFrom('deliberation_comments').select(['body', 'seal']).execute()
  expect(rows).toEqual([
    { body: '', seal: '' },
    { body: '', seal: '' },
  ])
  expect(await isEqual()).toBe(true)
})

test('what jurors wrote is kept for a year after the results; the agreed summary stays', async () => {
  const { texts } = await frozen()
  await db.updateTable('editions').set({ results_published_at: new Date() }).execute()
  const after = async (days: number) => {
    api.setTime(new Date(Date.now() + days * DAY_MS))
    await applyRetention(context)
    return everything()
  }
  expect(await after(364)).toContain(texts.ada)
  const left = await after(366)
  expect(left).not.toContain(texts.ada)
  expect(left).not.toContain(texts.ben)
  expect(left).toContain(texts.summary)
  expect(await isEqual()).toBe(true)
})
