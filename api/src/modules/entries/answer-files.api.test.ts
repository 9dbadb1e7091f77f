import sharp from 'sharp'
import {
  account,
  entries,
  entriesAdded,
  organiser,
  UploadedFile,
  uploads,
} from '@awards/shared/contract'
import type { Question } from '@awards/shared/domain'
import { entryScene } from '../../../test/entry-scene.ts'
import { plantStatus } from '../../../test/plant-status.ts'
import { PROGRAMME } from '../../../test/payment-scene.ts'
import { readZip } from '../../../test/read-zip.ts'
import { storageKeysIn } from '../../files/storage/storage.ts'
import {
  storedFilesRepository,
  referencedKeys,
} from '../../files/uploads/stored-files.repository.ts'
import { erasureRepository } from '../privacy/erasure.repository.ts'

const api = await entryScene()
const { db, build, context } = api
const byId = (id: string) => ({ apply_order_id: id })

/** The programme asks for a file, and nothing else. */
async function ask(question: Partial<Question> = {}) {
  await db.deleteFrom('entry_questions').execute()
  const { label, help: _help, choices: _choices, ...rest } = question
  await db
    .insertInto('entry_questions')
    .values({
      code: 'plan',
      kind: 'file',
      required: true,
      jurors: 'hidden',
      public: false,
      sort: 0,
      file_kinds: ['image', 'pdf'],
      label: JSON.stringify(label ?? { en: 'The plan' }),
      ...rest,
    })
    .execute()
}
beforeAll(() =>
  db
    .insertInto('site_documents')
    .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
    .execute(),
)
beforeEach(() => ask())

type Person = { id: string }
const PDF = Buffer.from('%PDF-1.7\nplan of the house\n%%EOF')
const picture = (shade: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: shade } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Anne Brumaire' } })
    .toBuffer()

/** Sends a file as the form does. */
async function send(owner: Person, bytes: Buffer, filename: string) {
  const isPdf = filename.endsWith('pdf')
  const { url } = await api.as(owner).call(uploads.sign, {
    filename,
    mime: isPdf ? 'application/pdf' : 'image/jpeg',
    size: bytes.length,
    purpose: isPdf ? 'entry_pdf' : 'entry_image',
  })
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await api.app.inject({ method: 'PUT', url, payload: bytes, headers })
  return UploadedFile.parse(response.json<{ data: unknown }>().data).file_id
}

type Entrant = Awaited<ReturnType<typeof api.draft>>['entrant']
async function ownInfo(entrant: Entrant, id: string) {
  const info = await entrant.call(entries.info, byId(id))
  if (info.projection !== 'owner') throw new Error('Not the owner')
  return info
}
/** Answers the question, in the version that is saved. */
async function answer(entrant: Entrant, id: string, plan: unknown, submit = false) {
  const { version } = await ownInfo(entrant, id)
  return entrant.answer(entries.edit, {
    ...byId(id),
    version,
    answers: { questions: { plan } } as object,
    submit,
  })
}
const linksOf = (id: string) =>
  db.selectFrom('entry_answer_files').selectAll().where('apply_order_id', '=', id).execute()

test('a file answers a question: sent, saved, handed in and downloaded as it came', async () => {
  const { entrant, id, owner } = await api.draft()
  expect((await ownInfo(entrant, id)).problems).toEqual({
    'questions.plan': ['Answer this question'],
  })
  const file = await send(owner, PDF, 'Plan Brumaire.pdf')
  const saved = await answer(entrant, id, file)
  expect(saved).toMatchObject({
    code: 200,
    data: {
      problems: {},
      answer_files: [{ file_id: file, name: 'Plan Brumaire.pdf', kind: 'pdf' }],
    },
  })
  expect((await answer(entrant, id, file, true)).code).toBe(200)
  const info = await ownInfo(entrant, id)
  expect(info.questions).toMatchObject([
    { code: 'plan', kind: 'file', file_kinds: ['image', 'pdf'] },
  ])
  const [shown] = info.answer_files ?? []
  const download = await api.app.inject({ url: shown?.url ?? '' })
  expect(download.rawPayload).toEqual(PDF)
  expect(download.headers['content-disposition']).toContain('attachment')
  expect(shown?.url.split('?')[0]).not.toContain('Brumaire')

  // Handed in, it may be replaced but not taken away.
  const image = await send(owner, await picture('#446688'), 'Anne.jpg')
  expect((await answer(entrant, id, image)).code).toBe(200)
  const [replaced] = (await ownInfo(entrant, id)).answer_files ?? []
  expect(replaced).toMatchObject({ file_id: image, kind: 'image', name: 'Anne.jpg' })
  const jpeg = await api.app.inject({ url: replaced?.url ?? '' })
  expect((await sharp(jpeg.rawPayload).metadata()).exif).toBeUndefined()
  expect(await answer(entrant, id, '')).toMatchObject({
    code: 422,
    msg: { 'questions.plan': ['Answer this question'] },
  })
  expect(await linksOf(id)).toMatchObject([{ file_id: image }])
})

test("refuses a stranger's file, one that never came, and words in place of a file, at the question", async () => {
  const { entrant, id, owner } = await api.draft()
  const stranger = await build.user()
  const theirs = await send(stranger, PDF, 'theirs.pdf')
  const { file_id: unsent } = await api.as(owner).call(uploads.sign, {
    filename: 'unsent.pdf',
    mime: 'application/pdf',
    size: 10,
    purpose: 'entry_pdf',
  })
  const { id: programmeFile } = await db
    .insertInto('stored_files')
    .values({ owner_id: owner.id, purpose: 'programme', status: 'ready', original_name: 'a.jpg' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const wrong of [theirs, unsent, programmeFile, '1 or 1=1', '9'.repeat(30), 7, ['1'], true]) {
    expect(await answer(entrant, id, wrong)).toMatchObject({
      code: 422,
      msg: { 'questions.plan': ['This file did not arrive. Upload it again.'] },
    })
  }
  expect(await linksOf(id)).toEqual([])
  expect((await ownInfo(entrant, id)).answers.questions).toBeUndefined()
})

test('kind and size of a file are checked by the question, as it is when the entry is handed in', async () => {
  await ask({ file_kinds: ['image'] })
  const { entrant, id, owner } = await api.draft()
  const file = await send(owner, PDF, 'plan.pdf')
  expect(await answer(entrant, id, file)).toMatchObject({
    data: { problems: { 'questions.plan': [expect.stringContaining('not a picture')] } },
  })
  expect((await answer(entrant, id, file, true)).code).toBe(422)
  await ask({ file_kinds: ['pdf'], maximum: 1 })
  await db
    .updateTable('stored_files')
    .set({ bytes: 1024 * 1024 + 1 })
    .where('id', '=', file)
    .execute()
  expect(await answer(entrant, id, file, true)).toMatchObject({
    code: 422,
    msg: { 'questions.plan': ['This file is larger than 1 MB. Please send a smaller one.'] },
  })
  const image = await send(owner, await picture('#123456'), 'plan.jpg')
  expect(await answer(entrant, id, image, true)).toMatchObject({
    code: 422,
    msg: { 'questions.plan': [expect.stringContaining('not a PDF')] },
  })
})

test('an entry of the form before keeps its file; one that was not handed in keeps it for the return of the question', async () => {
  const early = await api.draft()
  const file = await send(early.owner, PDF, 'early.pdf')
  await answer(early.entrant, early.id, file, true)
  const late = await api.draft()
  const other = await send(late.owner, PDF, 'late.pdf')
  await answer(late.entrant, late.id, other)
  await ask({ code: 'model', label: { en: 'A photograph of the model' }, required: false })

  expect(await ownInfo(early.entrant, early.id)).toMatchObject({
    questions: [{ code: 'plan' }],
    answer_files: [{ file_id: file }],
    problems: {},
  })
  expect((await ownInfo(late.entrant, late.id)).questions).toMatchObject([{ code: 'model' }])
  const { version } = await ownInfo(late.entrant, late.id)
  await late.entrant.call(entries.edit, { ...byId(late.id), version, answers: { title: 'Onde' } })
  await ask()
  expect(await ownInfo(late.entrant, late.id)).toMatchObject({
    answer_files: [{ file_id: other }],
    problems: {},
  })
})

test('the admission desk reads the file, and the name of the one that was admitted before', async () => {
  const { entrant, id, owner } = await api.draft()
  await answer(entrant, id, await send(owner, PDF, 'first.pdf'), true)
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 2, paid_at: context.clock() })
    .where('id', '=', id)
    .execute()
  await plantStatus(db, id, 20)
  const admitter = await build.user()
  await db.insertInto('account_rights').values({ user_id: admitter.id, name: 'admit' }).execute()
  const desk = api.as(admitter)
  const { version } = await ownInfo(entrant, id)
  await desk.call(organiser.admit, { entries: [{ ...byId(id), version }] })
  await answer(entrant, id, await send(owner, PDF, 'second.pdf'))

  const entry = await desk.call(organiser.admissionEntry, byId(id))
  expect(entry.changed).toEqual(['questions'])
  const [now] = entry.questions ?? []
  expect(now).toMatchObject({ label: 'The plan', text: 'second.pdf' })
  expect((await api.app.inject({ url: now?.file?.url ?? '' })).rawPayload).toEqual(PDF)
  expect(entry.questions_before).toEqual([{ code: 'plan', label: 'The plan', text: 'first.pdf' }])
})

test('a copy has the file too, and what no entry has is deleted after its time', async () => {
  const { entrant, id, owner } = await api.draft()
  const file = await send(owner, PDF, 'plan.pdf')
  await answer(entrant, id, file)
  const { orders } = await entrant.call(entriesAdded.duplicate, byId(id))
  const made = orders[0]?.apply_order_id ?? ''
  expect(await ownInfo(entrant, made)).toMatchObject({ answer_files: [{ file_id: file }] })

  const later = new Date(Date.now() + 3_600_000)
  const isStored = async () => Boolean(await storedFilesRepository(db).find(file))
  await answer(entrant, id, null)
  expect(await linksOf(id)).toEqual([])
  await storedFilesRepository(db).deleteUnused(later)
  expect(await isStored()).toBe(true)
  expect([...(await referencedKeys(db))]).toContain(
    storageKeysIn((await storedFilesRepository(db).find(file))?.variants)[0],
  )
  await answer(entrant, made, '')
  await storedFilesRepository(db).deleteUnused(later)
  expect(await isStored()).toBe(false)
})

test("the copy of one's data has the file; the erasure of a winner takes it away", async () => {
  const { entrant, id, owner } = await api.draft()
  await answer(entrant, id, await send(owner, PDF, 'plan.pdf'), true)
  await entrant.call(account.requestExport, {})
  await context.jobs.drain()
  const { url } = await entrant.call(account.export, {})
  const zip = readZip((await api.app.inject({ url: url ?? '' })).rawPayload)
  const data = JSON.parse(zip.get('data.json')?.toString() ?? '')
  expect(JSON.stringify(data)).toContain('"answer_files":[{"name":"plan.pdf","question":"plan"}]')
  expect([...zip.values()].some((bytes) => bytes.equals(PDF))).toBe(true)

  const award = await build.award({ rank: 4, min_score: 65 })
  await db.updateTable('apply_orders').set({ award_id: award.id }).where('id', '=', id).execute()
  await plantStatus(db, id, 60)
  await db.updateTable('apply_orders').set({ is_show: true }).where('id', '=', id).execute()
  await db.transaction().execute((trx) => erasureRepository(trx).emptyEntries(owner.id, new Date()))
  expect(await linksOf(id)).toEqual([])
})
