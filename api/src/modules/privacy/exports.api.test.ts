import { Readable } from 'node:stream'
import { account, apiKeys, passkeys, webhooks } from '@awards/shared/contract'
import { sql } from 'kysely'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { PROGRAMME } from '../../../test/payment-scene.ts'
import { words } from '../../../test/planted-words.ts'
import { readZip } from '../../../test/read-zip.ts'
import { testApi } from '../../../test/test-api.ts'
import { ownAddresses } from '../../mail/outbox.repository.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import { issueInvoiceOnce } from '../documents/issue-invoice.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'

const api = await testApi()
const { build, db, context } = api
const { storage, jobs } = context
const HOUR = 3_600_000

beforeAll(() =>
  db
    .insertInto('site_documents')
    .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
    .execute(),
)
beforeEach(() => api.setTime(new Date()))

const fetchFile = (url: string) => api.app.inject({ method: 'GET', url })

async function copyOf(person: { id: string }) {
  const as = api.as(person)
  await as.call(account.requestExport, {})
  await jobs.drain()
  const ready = await as.call(account.export, {})
  const file = await fetchFile(ready.url ?? '')
  expect(file.headers['content-type']).toBe('application/zip')
  const files = readZip(file.rawPayload)
  const text = (name: string) => files.get(name)?.toString() ?? ''
  return {
    ready,
    files,
    text,
    all: file.rawPayload.toString('utf8'),
    data: JSON.parse(text('data.json')),
  }
}

/** An entry with a picture file that contains the given text. */
async function pictured(owner: { id: string }, given: object, bytes: string) {
  const entry = await build.entry(owner, given)
  const key = newStorageKey('jpg')
  await storage.put(key, Buffer.from(bytes))
  const size = { key, width: 2400, bytes: bytes.length }
  const { id } = await db
    .insertInto('stored_files')
    .values({
      owner_id: owner.id,
      purpose: 'entry_image',
      status: 'ready',
      mime: 'image/webp',
      original_name: '../../brumaire façade.final.jpg',
      variants: JSON.stringify({ thumb: size, card: size, full: size, full_jpeg: size }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const file = { file_id: id, kind: 'cover', alt: 'A façade' }
  await db
    .insertInto('entry_files')
    .values({ ...file, apply_order_id: entry.id })
    .execute()
  return entry
}

async function paidOrder(entry: { id: string }, order_no: string) {
  const terms = { apply_order_id: entry.id, fee_type: 1, channel: 'wechat_native', currency: 'EUR' }
  await db
    .insertInto('payment_orders')
    .values({
      ...terms,
      order_no,
      amount_minor: 31200,
      status: 2,
      paid_at: new Date(),
      expires_at: new Date(),
      quote: JSON.stringify({
        amount_ht: 26e3,
        vat_rate: 20,
        vat_amount: 5200,
      }),
    })
    .execute()
  const order = await ordersRepository(db).find(order_no)
  if (order) await issueInvoiceOnce(context.db, context.clock, order)
}

async function score(entry: { id: string }, juror: { juror_id: string }, comment_entrant: string) {
  const comment_private = words.of('ForTheJury')
  await db
    .insertInto('scores')
    .values({
      apply_order_id: entry.id,
      juror_id: juror.juror_id,
      level: 2,
      total: 84,
      comment_entrant,
      comment_private,
      is_draft: false,
      submitted_at: new Date(),
    })
    .execute()
  return comment_private
}

test('the export is a valid ZIP with data, tables, files and documents', async () => {
  proves('call user/export', 'call user/requestExport')
  const person = await build.user({ first_name: 'Jeanne', company: '=cmd|calc', language: 'fr' })
  const entry = await pictured(
    person,
    { entry_status: 20, title: '=HYPERLINK("x")' },
    'pixels of mine',
  )
  await paidOrder(entry, 'GA26EXPORT001')
  const { options } = await api.as(person).call(passkeys.registrationOptions, {})
  const passkey = { name: 'Laptop', credential: passkeyDevice().create(options) }
  await api.as(person).call(passkeys.register, passkey)
  const wanted = { name: 'Archive', scopes: ['entries:read' as const], days: 30 as const }
  await api.as(person).call(apiKeys.make, wanted)
  const hook = {
    name: 'Archive',
    url: 'https://receiver.example/',
    events: ['winner.hidden' as const],
  }
  await api.as(person).call(webhooks.add, hook)
  const identity = { issuer: 'https://school.example', subject: '248289761001' }
  await api.db
    .insertInto('oidc_identities')
    .values({ user_id: person.id, ...identity, email: null, linked_at: new Date() })
    .execute()
  const vatCheck = { vat_no: 'DE136695901', status: 'valid', name: 'Brumaire GmbH' }
  await db
    .insertInto('vat_checks')
    .values({ ...vatCheck, user_id: person.id, raw: '{}', at: new Date() })
    .execute()
  expect(await api.as(person).call(account.export, {})).toMatchObject({ status: 'none', url: null })

  const { ready, files, text, data } = await copyOf(person)

  expect(ready).toMatchObject({ status: 'ready', bytes: expect.any(Number) })
  expect(data).toMatchObject({
    profile: { email: person.email, first_name: 'Jeanne' },
    entries: [{ entry_no: entry.entry_no, files: [{ kind: 'cover' }] }],
    payments: [{ order_no: 'GA26EXPORT001', amount_minor: 31_200 }],
    passkeys: [{ name: 'Laptop', is_backed_up: true }],
    organisations: [identity],
    keys: [{ name: 'Archive', scopes: ['entries:read'] }],
    webhooks: [{ name: 'Archive', url: 'https://receiver.example/' }],
    vat_checks: [vatCheck],
  })
  expect(data.profile).not.toHaveProperty('password_hash')
  expect(text('README.txt')).toContain('La copie de vos données')
  expect(text('tables/entries.csv')).toContain(`,"'=HYPERLINK(""x"")",`)
  const names = [...files.keys()]
  const picture = names.find((name) => name.startsWith('files/'))
  expect(picture).toBe(`files/${entry.entry_no}/001-_brumaire façade_final.jpg`)
  expect(files.get(picture ?? '')?.toString()).toBe('pixels of mine')
  const invoice = names.find((name) => name.startsWith('invoices/')) ?? ''
  expect(files.get(invoice)?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(names.every((name) => !name.includes('..') && !name.startsWith('/'))).toBe(true)
})

test('the copy has mails to former addresses, but none to whoever had or has them beside', async () => {
  const person = await build.user({ email: 'now@example.org', created_at: build.at(-40) })
  const mail = (recipient: string, days: number, template = 'welcome', params = {}) => ({
    recipient,
    template,
    language: 'en',
    params: JSON.stringify(params),
    created_at: build.at(-days),
    sent_at: build.at(-days),
  })
  const change = (from: string, to: string, days: number) =>
    [from, to].map((recipient) => mail(recipient, days, 'email_changed', { email: to }))
  await db
    .insertInto('mail_outbox')
    .values([
      // An account had the first address before this one was opened with it.
      ...change('stranger@example.org', 'first@example.org', 60),
      mail('stranger@example.org', 70, 'entry_received'),
      mail('first@example.org', 50, 'entry_received'),
      mail('first@example.org', 39),
      ...change('first@example.org', 'now@example.org', 10),
      mail('now@example.org', 5),
      // The present address was another account's until it gave it up, the first one is another's since.
      ...change('other@example.org', 'now@example.org', 30),
      mail('other@example.org', 35, 'entry_received'),
      mail('now@example.org', 25, 'entry_received'),
      ...change('now@example.org', 'third@example.org', 20),
      mail('first@example.org', 4, 'entry_received'),
    ])
    .execute()
  const { data } = await copyOf(person)
  expect(
    data.mails.map(({ recipient, template }: Record<string, unknown>) => [recipient, template]),
  ).toEqual([
    ['first@example.org', 'welcome'],
    ['first@example.org', 'email_changed'],
    ['now@example.org', 'email_changed'],
    ['now@example.org', 'welcome'],
  ])
})

test('former addresses are looked up by an index, once each', async () => {
  const plan = await db.transaction().execute(async (trx) => {
    // The outbox of a test is so small that a scan would be cheaper.
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<Record<string, string>>`
      explain with recursive ${ownAddresses('now@example.org')} select from own`.execute(trx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  // One for the present address and one for those before it.
  expect(plan.match(/Scan using \w+/g)).toEqual(Array(2).fill('Scan using mail_outbox_notices'))
  expect(plan).not.toContain('Seq Scan')
})

test('a certificate whose name cannot be printed is left out, and the export is complete otherwise', async () => {
  const lao = 'ສະບາຍດີ'
  const published = await build.edition({ status: 4, results_published_at: new Date() })
  const person = await build.user({ company: lao })
  const awarded = async (certificate_name: string) => {
    const { award } = await build.programme()
    const entry = await build.entry(person, {
      edition_id: published.id,
      entry_status: 60,
      award_id: award.id,
      winning_info: JSON.stringify({ certificate_name }),
    })
    const number = `C-${entry.entry_no}`
    await db
      .insertInto('certificates')
      .values({
        number,
        apply_order_id: entry.id,
        award_id: award.id,
        holder: certificate_name,
        issued_at: new Date(),
      })
      .execute()
    return number
  }
  await awarded(lao)
  const printed = await awarded('Atelier Brumaire')

  const { ready, files, data } = await copyOf(person)
  expect(ready).toMatchObject({ status: 'ready' })
  expect(data.entries).toHaveLength(2)
  expect([...files.keys()].filter((name) => name.startsWith('certificates/'))).toEqual([
    `certificates/${printed}.pdf`,
  ])
})

// Plants data of other people in every table that could leak it.
test('contains no data of other people, and no names of jurors', async () => {
  const foreign = {
    name: words.of('Stranger'),
    title: words.of('TheirWork'),
    picture: words.of('TheirPicture'),
    juror: words.of('JurorName'),
    comment: words.of('TheirComment'),
  }
  const mine = { comment: words.of('AboutMine'), early: words.of('UnderEmbargo') }
  const person = await build.user()
  const stranger = await build.user({
    last_name: foreign.name,
    email: `${foreign.name}@example.org`.toLowerCase(),
  })
  const juror = await build.juror(2, { name: foreign.juror })
  const second = await build.juror(2, { name: foreign.juror })
  const published = await build.edition({ status: 4, results_published_at: new Date() })
  const out = await pictured(person, { entry_status: 61, edition_id: published.id }, 'mine')
  const embargoed = await build.entry(person, {
    entry_status: 50,
    award_id: (await build.programme()).award.id,
  })
  const theirs = await pictured(
    stranger,
    { entry_status: 61, edition_id: published.id, title: foreign.title },
    foreign.picture,
  )
  const hidden = [
    await score(out, juror, mine.comment),
    await score(out, second, mine.comment),
    await score(embargoed, juror, mine.early),
    await score(theirs, juror, foreign.comment),
  ]
  await db
    .insertInto('audit_log')
    .values({
      actor_id: juror.id,
      actor_role: 'identity_2',
      action: 'fee.changed',
      subject: out.id,
      reason: foreign.juror,
      after: JSON.stringify({ by: juror.juror_id }),
    })
    .execute()

  const { all, data } = await copyOf(person)

  for (const word of [...Object.values(foreign), ...hidden, mine.early]) {
    expect(all.toLowerCase()).not.toContain(word.toLowerCase())
  }
  expect(all).not.toContain(juror.juror_id)
  expect(all).not.toContain(juror.id)
  const named = data.comments.map((one: { juror: string; comment: string }) => [
    one.juror,
    one.comment,
  ])
  expect(named).toEqual([
    ['Juror A', mine.comment],
    ['Juror B', mine.comment],
  ])
  const status = data.entries.find(
    (one: { entry_no: string }) => one.entry_no === embargoed.entry_no,
  )
  expect(status).toMatchObject({ entry_status: 40, award: null })
  expect(data.activity).toMatchObject([
    { action: 'fee.changed', by: 'organiser', reason: null, subject: out.entry_no },
    { action: 'data.exported', by: 'you' },
  ])
})

test("exports a juror's scores and comments under judging numbers", async () => {
  const entrant = await build.user({ last_name: words.of('Entrant') })
  const entry = await build.entry(entrant, { entry_status: 40, title: words.of('Title') })
  const juror = await build.juror(2, { name: 'Kumo Ito' })
  const note = await score(entry, juror, 'A calm plan')

  const { all, data } = await copyOf(juror)

  expect(data).toMatchObject({
    juror: { name: 'Kumo Ito' },
    jury_scores: [{ judging_no: entry.judging_no, comment_private: note, total: '84.00' }],
  })
  for (const word of [entrant.last_name, entry.title, entry.entry_no])
    expect(all).not.toContain(word)
})

test('ten concurrent requests make one export; another is allowed after an hour', async () => {
  const person = await build.user()
  const as = api.as(person)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => as.call(account.requestExport, {})),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['preparing']))
  const count = () =>
    db.selectFrom('data_exports').where('user_id', '=', person.id).selectAll().execute()
  expect(await count()).toHaveLength(1)

  await jobs.drain()
  expect(await as.answer(account.requestExport, {})).toMatchObject({
    code: 429,
    data: { reason: 'EXPORT_RECENT', retry_after: expect.any(Number) },
  })
  api.setTime(new Date(Date.now() + HOUR + 1_000))
  expect(await as.answer(account.requestExport, {})).toMatchObject({ code: 200 })
  await jobs.drain()
  expect(await count()).toHaveLength(2)
  const mails = api.mails.filter(({ to }) => to === person.email)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain('/account?tab=privacy')
})

test('a newer export replaces the older one and deletes its file', async () => {
  const person = await build.user()
  const as = api.as(person)
  const start = Date.now()
  for (const hours of [0, 2, 4]) {
    api.setTime(new Date(start + hours * HOUR))
    await as.call(account.requestExport, {})
    await jobs.drain()
  }
  const { storage_key } = await db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('requested_at')
    .executeTakeFirstOrThrow()
  api.setTime(new Date(start + 6 * HOUR))
  await jobs.enqueue(db, 'rights.expired_exports', {}, { key: 'every' })
  await jobs.drain()

  const left = await db
    .selectFrom('data_exports')
    .where('user_id', '=', person.id)
    .selectAll()
    .execute()
  expect(left).toHaveLength(1)
  expect(await storage.get(storage_key ?? '')).toBeUndefined()
  expect(await as.call(account.export, {})).toMatchObject({ status: 'ready' })
})

test('the link expires after 15 minutes, the export with its file after seven days', async () => {
  const person = await build.user()
  const as = api.as(person)
  const { ready } = await copyOf(person)
  const start = context.clock().getTime()

  api.setTime(new Date(start + 15 * 60_000 + 1_000))
  expect((await fetchFile(ready.url ?? '')).statusCode).toBe(410)
  const again = await as.call(account.export, {})
  expect((await fetchFile(again.url ?? '')).statusCode).toBe(200)
  expect(Date.parse(again.expires_at ?? '') - start).toBe(7 * 24 * HOUR)

  api.setTime(new Date(start + 7 * 24 * HOUR))
  expect(await as.call(account.export, {})).toMatchObject({ status: 'none', url: null })
  const { storage_key } = await db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  await jobs.enqueue(db, 'rights.expired_exports', {}, { key: 'every' })
  await jobs.drain()
  expect(await storage.get(storage_key ?? '')).toBeUndefined()
})

test('a retry completes an export that was interrupted', async () => {
  const person = await build.user()
  await pictured(person, {}, 'pixels')
  const { put } = storage
  const cut: unknown[] = []
  storage.put = async (key, body) => {
    if (!key.endsWith('.zip') || cut.length > 0) return put.call(storage, key, body)
    cut.push(body)
    // As after a kill: some bytes were read, none are stored under the key.
    if (body instanceof Readable) await body[Symbol.asyncIterator]().next()
    throw new Error('the process was killed')
  }
  await api.as(person).call(account.requestExport, {})
  await jobs.drain()
  expect(await api.as(person).call(account.export, {})).toMatchObject({ status: 'preparing' })
  // Nothing of it goes on reading.
  expect(cut).toMatchObject([{ destroyed: true }])

  api.setTime(new Date(Date.now() + 6_000))
  await jobs.drain()

  storage.put = put
  expect(await api.as(person).call(account.export, {})).toMatchObject({ status: 'ready' })
  expect(cut).toHaveLength(1)
})

test('is refused to visitors', async () => {
  for (const call of [account.export, account.requestExport]) {
    expect(await api.as(null).answer(call, {})).toMatchObject({ code: 401 })
  }
})
