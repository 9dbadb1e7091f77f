import { createPublicKey, verify } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { documents, publicationAdded } from '@awards/shared/contract'
import { paymentScene, PROGRAMME } from '../../../../test/payment-scene.ts'
import { pdfCode, pdfFills, pdfFonts, pdfText } from '../../../../test/read-pdf.ts'
import { CERTIFICATE_JOBS } from './certificates.repository.ts'

const scene = await paymentScene()
const { build, db, context } = scene
afterAll(() => scene.stop())
const visitor = scene.as(null)

async function awarded({ holder = 'Sillon Architectes', title = 'Halle', country = 'FR' } = {}) {
  const edition = await build.edition({ status: 4, results_published_at: new Date() })
  const entrant = await build.user({ company: 'Atelier Brumaire' })
  const entry = await build.entry(entrant, {
    edition_id: edition.id,
    entry_status: 60,
    title,
    country,
    winning_info: JSON.stringify({ certificate_name: holder }),
  })
  return { id: entry.id, number: `C-${entry.entry_no}`, as: scene.as(entrant) }
}
const print = async ({ id, as }: Awaited<ReturnType<typeof awarded>>, lang: 'fr' | 'en' = 'fr') => {
  const { url } = await as.call(documents.printCertPdf, { apply_order_id: id, lang })
  return (await scene.app.inject({ method: 'GET', url })).rawPayload
}
const keys = async () => {
  const answer = await scene.app.inject('/.well-known/award-certificate-keys.json')
  return answer.json<{ keys: (JsonWebKey & { kid: string })[] }>().keys
}

test.each([
  ['FR', 'Hélène Fœuvre-Lévêque', 'Bibliothèque des brumes'],
  ['CN', '北京山水设计工作室', '雾中图书馆'],
  ['JP', '株式会社 令和工房 高橋', '直す器 なおすうつわ'],
  ['KR', '주식회사 한빛디자인', '서울의 빛'],
  ['TW', '龘靐工作室', '驫羴'],
])(
  'a certificate for %s is drawn in its own script and read out again',
  async (country, holder, title) => {
    proves('call pdf/printCertPdf')
    const one = await awarded({ holder, title, country })
    const french = await print(one)
    const english = await print(one, 'en')

    for (const pdf of [french, english]) {
      const text = await pdfText(pdf)
      expect(text).toContain(holder)
      expect(text).toContain(title)
      expect(text).not.toContain('〓')
      const { embedded, readable } = pdfFonts(pdf)
      expect([...embedded, ...readable].every(Boolean)).toBe(true)
      expect(pdfCode(pdf)).toContain(`/verify/${one.number}`)
    }
    expect(await pdfText(french)).toContain('Décerné à')
    expect((await pdfText(english)).indexOf('Certificate')).toBeGreaterThan(-1)
  },
)

test('a name that cannot be printed falls back to the next one', async () => {
  const one = await awarded({ holder: 'ສະບາຍດີ' })

  expect(await pdfText(await print(one))).toContain('Atelier Brumaire')

  const other = await awarded({ holder: 'ສະບາຍ' })
  await db.updateTable('users').set({ company: 'ສະບາຍດີ' }).execute()
  const answer = await other.as.answer(documents.printCertPdf, { apply_order_id: other.id })
  expect(answer).toMatchObject({ code: 409, data: { reason: 'NAME_NOT_PRINTABLE' } })
})

test('a certificate has the primary colour of its programme', async () => {
  const one = await awarded()
  const set = (document: object) =>
    db
      .updateTable('site_documents')
      .set({ document: JSON.stringify(document) })
      .where('code', '=', 'programme')
      .execute()
  expect([...pdfFills(await print(one))]).toEqual(expect.arrayContaining(['#e72e2d', '#b81c1b']))

  await set({ ...PROGRAMME, primary_colour: '#0B6E4F' })
  const fills = [...pdfFills(await print(one))]
  await set(PROGRAMME)

  expect(fills).toContain('#0b6e4f')
  expect(fills).not.toContain('#e72e2d')
  expect(fills).not.toContain('#b81c1b')
})

test('a certificate is signed once, and anybody can check it with the published key', async () => {
  proves('call index/verifyCertificate')
  const one = await awarded()
  await print(one)
  const first = await visitor.call(publicationAdded.verifyCertificate, { number: one.number })
  await print(one, 'en')
  const second = await visitor.call(publicationAdded.verifyCertificate, { number: one.number })

  const { payload = '', signature = '', key_id } = first.proof ?? {}
  const [jwk] = (await keys()).filter(({ kid }) => kid === key_id)
  if (!jwk) throw new Error('The key is not published')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const isOurs = (text: string) =>
    verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))

  expect(isOurs(payload)).toBe(true)
  expect(isOurs(payload.replace('Sillon', 'Sillen'))).toBe(false)
  expect(JSON.parse(payload)).toMatchObject({ number: one.number, holder: 'Sillon Architectes' })
  expect(second.proof).toEqual(first.proof)
  expect(jwk).not.toHaveProperty('d')
  await expect(
    db
      .updateTable('certificates')
      .set({ payload: '{}' })
      .where('number', '=', one.number)
      .execute(),
  ).rejects.toThrow('immutable')
})

test('a suspended certificate has no proof, and the same one once it is valid again', async () => {
  const one = await awarded()
  await print(one)
  const set = (status: string) =>
    db.updateTable('certificates').set({ status }).where('number', '=', one.number).execute()
  const ask = () => visitor.call(publicationAdded.verifyCertificate, { number: one.number })
  const before = await ask()

  for (const status of ['suspended', 'revoked']) {
    await set(status)
    expect(await ask()).toMatchObject({ status, holder: null, proof: null })
  }
  await set('valid')
  expect((await ask()).proof).toEqual(before.proof)
})

test('J22: a link that was given out ends with the certificate, and no hand takes the number out of it', async () => {
  const one = await awarded()
  const { url } = await one.as.call(documents.printCertPdf, { apply_order_id: one.id, lang: 'fr' })
  const open = async (address: string) =>
    (await scene.app.inject({ method: 'GET', url: address })).statusCode
  expect(await open(url)).toBe(200)
  const without = new URL(url, 'https://award.example')
  without.searchParams.delete('c')
  expect(await open(without.pathname + without.search)).toBe(403)
  for (const status of ['suspended', 'revoked']) {
    await db.updateTable('certificates').set({ status }).where('number', '=', one.number).execute()
    expect(await open(url)).toBe(410)
  }
})

test('the job after publication signs every certificate, and an older key stays published', async () => {
  const one = await awarded()
  const award = await db.selectFrom('award_levels').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('certificates')
    .values({ number: one.number, apply_order_id: one.id, award_id: award.id, holder: 'Somebody' })
    .execute()
  const old = { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'an-older-key' }
  await db
    .insertInto('certificate_keys')
    .values({ key_id: old.kid, jwk: JSON.stringify(old), created_at: new Date(0) })
    .execute()

  await context.jobs.enqueue(db, CERTIFICATE_JOBS.sign, {}, { key: 'all' })
  await context.jobs.drain()

  const row = await db
    .selectFrom('certificates')
    .select(['payload', 'key_id'])
    .where('number', '=', one.number)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(row.payload ?? '')).toMatchObject({ holder: 'Somebody' })
  expect((await keys()).map(({ kid }) => kid)).toEqual(
    expect.arrayContaining([old.kid, row.key_id]),
  )
})
