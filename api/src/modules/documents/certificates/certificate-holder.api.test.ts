import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { documents, entries, judgeAdded, publicationAdded } from '@awards/shared/contract'
import { sql } from 'kysely'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { PROGRAMME } from '../../../../test/payment-scene.ts'
import { pdfText } from '../../../../test/read-pdf.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const { db, context } = api
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()
const jury = await jurySetting(api)
const owner = api.as(jury.owner)
const DESIGNERS = [{ name: 'Ada Brumaire' }, { name: 'Jean Prairial' }]
const GIVEN = 'Sillon Architectes'

const winner = await jury.entry({
  award_id: jury.silver.id,
  decision_status: 3,
  decision_version: 2,
  answers: JSON.stringify({ designers: DESIGNERS, company: 'Atelier Prairial' }),
})
const apply_order_id = winner.id
const number = `C-${winner.entry_no}`

beforeAll(async () => {
  await jury.enter(7)
  await api.as(jury.chair).call(judgeAdded.publish, { edition_id: jury.edition.id })
  await context.jobs.drain()
})

async function fill(name: string, who = owner) {
  const { version } = await db
    .selectFrom('apply_orders')
    .select('version')
    .where('id', '=', apply_order_id)
    .executeTakeFirstOrThrow()
  const info = { winner_name: 'Sillon', certificate_name: name }
  await who.call(entries.winningInfoEdit, { apply_order_id, version, info })
}
async function seen() {
  const { holder, proof } = await api.as(null).call(publicationAdded.verifyCertificate, { number })
  return { holder, signed: (JSON.parse(proof?.payload ?? '{}') as { holder?: string }).holder }
}
async function printed() {
  const { url, page_url } = await owner.call(documents.printCertPdf, { apply_order_id, lang: 'en' })
  const open = async (address: string) =>
    (await api.app.inject({ method: 'GET', url: address })).rawPayload
  return { pdf: await pdfText(await open(url)), page: String(await open(page_url)) }
}
const renamedAt = async () =>
  (await api.as(null).call(publicationAdded.verifyCertificate, { number })).renamed_at ?? null
const isSigned = async () => {
  const { signature } = await db
    .selectFrom('certificates')
    .select('signature')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return signature !== null
}

test('a certificate is issued to the company, as the winner’s form suggests', async () => {
  expect(await seen()).toEqual({ holder: 'Atelier Prairial', signed: 'Atelier Prairial' })
})

test('what an editor prepares names nobody', async () => {
  const editor = await api.build.user()
  await db
    .insertInto('studio_members')
    .values({ owner_id: jury.owner.id, member_id: editor.id, role: 'editor' })
    .execute()
  await fill('A draft', api.as(editor))
  expect(await seen()).toEqual({ holder: 'Atelier Prairial', signed: 'Atelier Prairial' })
  expect(await renamedAt()).toBeNull()
})

test('the name that the winner gives is printed, verified and signed, also a later one', async () => {
  for (const name of ['Sillon', GIVEN]) {
    await fill(name)
    await context.jobs.drain()
    expect(await isSigned()).toBe(true)
    expect(await seen()).toEqual({ holder: name, signed: name })
    const { pdf, page } = await printed()
    for (const text of [pdf, page]) {
      expect(text).toContain(name)
      expect(text).not.toContain('Atelier Prairial')
    }
  }
})

test('who checks it is told when it was given to another name, while it is valid, and never the earlier one', async () => {
  const at = await renamedAt()
  expect(Date.parse(at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  await fill(GIVEN)
  expect(await renamedAt()).toBe(at)
  const told = await api.as(null).call(publicationAdded.verifyCertificate, { number })
  expect(JSON.stringify(told)).not.toContain('Atelier Prairial')
  const set = (status: string) =>
    db.updateTable('certificates').set({ status }).where('number', '=', number).execute()
  await set('suspended')
  expect(await renamedAt()).toBeNull()
  await set('valid')
})

test('a name that stays keeps its signature, and a signature its name', async () => {
  await fill(GIVEN)
  expect(await isSigned()).toBe(true)
  const change = (part: object) =>
    db.updateTable('certificates').set(part).where('number', '=', number).execute()
  const unsigned = { payload: null, signature: null, key_id: null }
  await expect(change({ holder: 'Somebody' })).rejects.toThrow('immutable')
  await expect(change(unsigned)).rejects.toThrow('immutable')
  await expect(change({ holder: 'Somebody', number: 'C-1', ...unsigned })).rejects.toThrow(
    'immutable',
  )
})

test('the migration prints the names that winners have given, and none that was only prepared', async () => {
  const file = join(import.meta.dirname, '../../../db/migrations/0185_certificate_names.sql')
  const migrate = async () => {
    await sql.raw(await readFile(file, 'utf8')).execute(db)
    await context.jobs.drain()
  }
  const info = JSON.stringify({ certificate_name: 'Earlier' })
  await db
    .updateTable('apply_orders')
    .set({ winning_info: info })
    .where('id', '=', apply_order_id)
    .execute()
  const set = (code: string) =>
    db
      .updateTable('entry_events')
      .set({ code })
      .where('apply_order_id', '=', apply_order_id)
      .where('code', 'like', 'winning_info%')
      .execute()
  await set('winning_info_drafted')
  await migrate()
  expect(await seen()).toEqual({ holder: GIVEN, signed: GIVEN })

  await set('winning_info')
  await migrate()
  expect(await seen()).toEqual({ holder: 'Earlier', signed: 'Earlier' })
})
