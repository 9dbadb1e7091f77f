import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  account,
  apiKeys,
  entries,
  passkeys,
  payments,
  session,
  studio,
  webhooks,
} from '@awards/shared/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { PASSWORD } from '../../../test/build.ts'
import { passkeyDevice } from '../../../test/passkey-device.ts'
import { words } from '../../../test/planted-words.ts'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { until } from '../../../test/waiting.ts'
import { shareKeyOf } from '../../files/pictures/picture.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import { DAY_MS } from '../../lib/time.ts'

const scene = await paymentScene()
const { build, db, context } = scene
const { storage, jobs } = context
const ERASE = { password: PASSWORD, understood: true as const }

afterAll(() => scene.stop())
beforeEach(() => {
  scene.setTime(new Date())
  scene.mails.length = 0
})

async function pictured(owner: { id: string }, given: object) {
  const entry = await build.entry(owner, given)
  const key = newStorageKey('jpg')
  await storage.put(key, Buffer.from('pixels'))
  const size = { key, width: 2400, bytes: 6 }
  const file = {
    owner_id: owner.id,
    purpose: 'entry_image',
    status: 'ready',
    original_name: 'a.jpg',
  }
  const { id } = await db
    .insertInto('stored_files')
    .values({ ...file, variants: JSON.stringify({ full: size, full_jpeg: size }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cover = { apply_order_id: entry.id, file_id: id, kind: 'cover', alt: 'A façade' }
  await db.insertInto('entry_files').values(cover).execute()
  return { ...entry, key }
}

async function paid(person: { id: string }) {
  const entry = await build.entry(person, { entry_status: 10 })
  const { code_url, order_no } = await scene
    .as(person)
    .call(payments.getEntryFeeQrcode, { apply_order_id: entry.id })
  scene.wallet.pay(code_url)
  await until(async () => (await scene.entryRow(entry.id)).entry_fee_status === 2)
  await jobs.drain()
  return { ...entry, order_no }
}

const rowOf = (id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** All values of all tables that may contain personal data, as one text. */
async function everything(): Promise<string> {
  const tables = [
    ...(['users', 'sessions', 'projects', 'apply_orders', 'stored_files', 'quotes'] as const),
    ...(['admissions', 'account_rights', 'passkeys', 'api_keys', 'webhook_endpoints'] as const),
    ...(['oidc_identities', 'oidc_attempts', 'data_requests'] as const),
    ...(['redactions', 'identity_reports', 'vat_checks', 'audit_log', 'order_lines'] as const),
    ...([
      'payment_orders',
      'jurors',
      'email_codes',
      'entry_events',
      'data_exports',
      'codes',
    ] as const),
  ]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

test('erases rows, drafts, files and sessions of an account without payments, and frees its address', async () => {
  proves('call user/erase')
  const planted = {
    first_name: words.of('First'),
    last_name: words.of('Last'),
    company: words.of('Company'),
    phone: '600700800900',
    address: words.of('Street'),
    billing: JSON.stringify({ name: words.of('Billing') }),
  }
  const person = await build.user({ ...planted, email: 'leaving@example.org' })
  const draft = await pictured(person, {
    title: words.of('Draft'),
    answers: JSON.stringify({ summary: words.of('Summary') }),
  })
  const as = scene.as(person)
  const device = passkeyDevice()
  const { options } = await as.call(passkeys.registrationOptions, {})
  const passkey = { name: words.of('Device'), credential: device.create(options) }
  await as.call(passkeys.register, passkey)
  const hook = {
    name: words.of('Hook'),
    url: 'https://receiver.example/',
    events: ['winner.hidden' as const],
  }
  await as.call(webhooks.add, hook)
  await as.call(apiKeys.make, { name: words.of('Program'), scopes: ['entries:read'], days: 30 })
  const identity = { issuer: 'https://school.example', subject: words.of('Subject') }
  const linked = { user_id: person.id, ...identity, email: person.email, linked_at: new Date() }
  await db.insertInto('oidc_identities').values(linked).execute()
  const attempt = {
    state_hash: Buffer.from('state'),
    browser_hash: Buffer.from('browser'),
    provider: 'school',
    ...identity,
    email: person.email,
    created_at: new Date(),
    expires_at: new Date(),
  }
  await db.insertInto('oidc_attempts').values(attempt).execute()
  await as.call(account.requestExport, {})
  await jobs.drain()
  const copy = await db.selectFrom('data_exports').selectAll().executeTakeFirstOrThrow()

  expect(await as.call(account.erase, ERASE)).toEqual({ erased: true, kept: ['audit'] })
  await jobs.drain()

  expect(await everything()).not.toMatch(/Zorpqua|600700800900|leaving@example/)
  expect(await storage.get(draft.key)).toBeUndefined()
  expect(await storage.get(copy.storage_key ?? '')).toBeUndefined()
  expect(await as.answer(session.getUserInfo, {})).toMatchObject({ code: 401 })
  const visitor = scene.as(null)
  const login = { email: 'leaving@example.org', password: PASSWORD }
  expect(await visitor.answer(session.login, login)).toMatchObject({ code: 422 })
  const challenge = await visitor.call(passkeys.signInOptions, {})
  const credential = device.get(challenge.options)
  expect(await visitor.answer(passkeys.signIn, { credential })).toMatchObject({ code: 409 })
  const erased = await rowOf(person.id)
  expect(erased).toMatchObject({ status: 'erased', erased_at: expect.any(Date) })
  const erasedLogin = { email: erased.email, password: PASSWORD }
  expect(await visitor.answer(session.login, erasedLogin)).toMatchObject({ code: 422 })
  expect(scene.mails.filter(({ to }) => to === 'leaving@example.org').at(-1)?.subject).toBe(
    'Your account has been erased',
  )
  await build.user({ email: 'leaving@example.org' })
  const audit = await db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', person.id)
    .execute()
  expect(audit.map(({ action }) => action)).toContain('account.erased')
  scene.setTime(new Date(Date.now() + 25 * 3_600_000))
  await jobs.drain()
  const mails = await db.selectFrom('mail_outbox').select('recipient').execute()
  expect(mails.map(({ recipient }) => recipient)).not.toContain('leaving@example.org')
})

test('withdraws a paid entry with a refund, and leaves the invoice unchanged', async () => {
  const person = await build.user({ last_name: words.of('Payer'), email: 'payer@example.org' })
  const entry = await paid(person)
  await db
    .updateTable('payment_orders')
    .set({ billing: JSON.stringify({ kind: 'consumer', country: 'FR', name: words.of('Buyer') }) })
    .where('order_no', '=', entry.order_no)
    .execute()
  const invoice = () =>
    db
      .selectFrom('invoices')
      .selectAll()
      .where('order_no', '=', entry.order_no)
      .executeTakeFirstOrThrow()
  const before = await invoice()
  const admitted = JSON.stringify({ company: words.of('Studio') })
  await db
    .insertInto('admissions')
    .values({ apply_order_id: entry.id, answers: admitted, files: '[]' })
    .execute()

  const { kept } = await scene.as(person).call(account.erase, ERASE)

  expect(kept).toEqual(['invoices', 'audit'])
  expect(await invoice()).toEqual(before)
  expect(JSON.stringify(before.document)).toContain(person.last_name)
  expect(await scene.entryRow(entry.id)).toMatchObject({
    entry_status: 90,
    entry_fee_status: 5,
    title: '',
    answers: {},
  })
  expect(await db.selectFrom('admissions').selectAll().execute()).toEqual([])
  const [order] = await scene.orders(entry.id)
  expect(order).toMatchObject({ billing: { kind: 'consumer', country: 'FR' }, status: 5 })
  expect(JSON.stringify(order)).not.toContain('Zorpqua')
  await jobs.drain()
  const subjects = scene.mails
    .filter(({ to }) => to === 'payer@example.org')
    .map((mail) => mail.subject)
  expect(subjects).toContainEqual(expect.stringContaining('withdrawn'))
  expect(scene.mails.some(({ to }) => to.endsWith('.invalid'))).toBe(false)
})

test('issues the invoice that a job is still to issue, to the buyer whom the order names', async () => {
  const person = await build.user()
  const entry = await build.entry(person, { entry_status: 10, title: words.of('Work') })
  const { code_url, order_no } = await scene
    .as(person)
    .call(payments.getEntryFeeQrcode, { apply_order_id: entry.id })
  const buyer = { ...CONSUMER, name: words.of('Buyer') }
  await db
    .updateTable('payment_orders')
    .set({ billing: JSON.stringify(buyer) })
    .where('order_no', '=', order_no)
    .execute()
  scene.wallet.pay(code_url)
  await until(async () => (await scene.entryRow(entry.id)).entry_fee_status === 2)

  const { kept } = await scene.as(person).call(account.erase, ERASE)
  await jobs.drain()

  expect(kept).toEqual(['invoices', 'audit'])
  const invoices = await db
    .selectFrom('invoices')
    .select('document')
    .where('order_no', '=', order_no)
    .where('kind', '=', 'invoice')
    .execute()
  expect(invoices).toMatchObject([{ document: { buyer: { name: buyer.name } } }])
  expect(JSON.stringify(invoices)).toContain(entry.title)
  const [order] = await scene.orders(entry.id)
  expect(order?.billing).toEqual({ kind: 'consumer', country: 'FR' })
  expect(JSON.stringify(order)).not.toContain('Zorpqua')
})

/** What a migration does to rows that earlier releases have left. */
async function migrateAgain(name: string) {
  const file = join(import.meta.dirname, '../../db/migrations', name)
  await sql.raw(await readFile(file, 'utf8')).execute(db)
}

test('leaves no names in payments that are sent back, also in those of accounts that were erased before', async () => {
  const person = await build.user()
  const entry = await build.entry(person, { entry_status: 10, title: words.of('Work') })
  const named = {
    billing: JSON.stringify({ ...CONSUMER, name: words.of('Buyer') }),
    quote: JSON.stringify({ amount: 31_200, title: entry.title }),
  }
  const order = {
    apply_order_id: entry.id,
    fee_type: 1,
    channel: 'wechat_native',
    currency: 'EUR',
    amount_minor: 31_200,
    paid_at: new Date(),
    expires_at: new Date(),
  }
  const backs = [
    { ...order, order_no: 'BACK0001', status: 5, is_duplicate: true },
    { ...order, order_no: 'BACK0002', status: 6 },
  ]
  await db
    .insertInto('payment_orders')
    .values(backs.map((back) => ({ ...back, ...named })))
    .execute()

  expect(await scene.as(person).call(account.erase, ERASE)).toMatchObject({ kept: ['audit'] })

  const empty = { billing: { kind: 'consumer', country: 'FR' }, quote: { title: '' } }
  expect(await scene.orders(entry.id)).toMatchObject([empty, empty])
  expect(await everything()).not.toContain('Zorpqua')

  await db
    .updateTable('payment_orders')
    .set({ billing: named.billing })
    .where('apply_order_id', '=', entry.id)
    .execute()
  await migrateAgain('0178_emptied_orders.sql')
  expect(await scene.orders(entry.id)).toMatchObject([empty, empty])
  expect(await everything()).not.toContain('Zorpqua')
})

test('keeps only the public credit of a published winner', async () => {
  const person = await build.user({ last_name: words.of('Winner') })
  const published = await build.edition({ status: 4, results_published_at: new Date() })
  const answers = {
    designers: [{ name: 'Jeanne Brumaire' }],
    summary: 'A hall for grain',
    ai_statement: words.of('Internal'),
  }
  const winner = await pictured(person, {
    entry_status: 60,
    is_show: true,
    edition_id: published.id,
    title: 'Halle',
    answers: JSON.stringify(answers),
    winning_info: JSON.stringify({
      winner_name: 'Sillon',
      contact_email: `${words.of('Mail')}@x.org`,
    }),
  })
  const lost = await pictured(person, {
    entry_status: 61,
    edition_id: published.id,
    title: words.of('Lost'),
  })

  const { kept } = await scene.as(person).call(account.erase, ERASE)
  await jobs.drain()

  expect(kept).toEqual(['published_results', 'audit'])
  expect(await scene.entryRow(winner.id)).toMatchObject({
    entry_status: 60,
    is_show: true,
    title: 'Halle',
    answers: { designers: [{ name: 'Jeanne Brumaire' }], summary: 'A hall for grain' },
    winning_info: { winner_name: 'Sillon' },
  })
  expect(await scene.entryRow(lost.id)).toMatchObject({ entry_status: 61, title: '', answers: {} })
  expect(await everything()).not.toContain('Zorpqua')
  const still = await storage.get(winner.key)
  still?.body.destroy()
  expect(still).toBeDefined()
  expect(await storage.get(lost.key)).toBeUndefined()
})

test('is refused during an open payment or judging, with the next step', async () => {
  const person = await build.user()
  const as = scene.as(person)
  const entry = await build.entry(person, { entry_status: 10 })
  await as.call(payments.getEntryFeeQrcode, { apply_order_id: entry.id })
  const open = await as.answer(account.erase, ERASE)
  expect(open).toMatchObject({
    code: 409,
    msg: expect.stringContaining('Wait until'),
    data: { reason: 'PAYMENT_OPEN', entries: [entry.entry_no] },
  })

  const other = await build.user()
  for (const entry_status of [40, 50]) {
    const judged = await build.entry(other, { entry_status, ...(await decided(entry_status)) })
    const answer = await scene.as(other).answer(account.erase, ERASE)
    expect(answer).toMatchObject({ code: 409, data: { reason: 'IN_JUDGING' } })
    await scene.as(other).call(entries.deleteEntry, { apply_order_id: judged.id })
  }
  expect(await scene.as(other).answer(account.erase, ERASE)).toMatchObject({ code: 200 })
  expect(await rowOf(person.id)).toMatchObject({ status: 'active', email: person.email })
})

test('anonymises and withdraws an unpaid entry that an order refers to', async () => {
  const person = await build.user()
  const as = scene.as(person)
  const entry = await build.entry(person, { entry_status: 10, title: words.of('Title') })
  await as.call(payments.getEntryFeeQrcode, { apply_order_id: entry.id })
  await db
    .updateTable('payment_orders')
    .set({ status: 7 })
    .where('apply_order_id', '=', entry.id)
    .execute()
  await db
    .updateTable('payment_orders')
    .set({ status: 3, closed_at: context.clock() })
    .where('apply_order_id', '=', entry.id)
    .execute()

  expect(await as.answer(account.erase, ERASE)).toMatchObject({ code: 200 })

  const left = { entry_status: 90, title: '', withdrawn_at: expect.any(Date) }
  expect(await scene.entryRow(entry.id)).toMatchObject(left)
})

test('leaves no title of a deleted draft in the audit log, and no reason of a withdrawal', async () => {
  const person = await build.user()
  const as = scene.as(person)
  const draft = await build.entry(person, { title: words.of('Draft') })
  await as.call(entries.deleteEntry, { apply_order_id: draft.id, reason: words.of('Why') })
  const sent = await build.entry(person, { entry_status: 30, title: words.of('Sent') })
  await as.call(entries.deleteEntry, { apply_order_id: sent.id, reason: words.of('Why') })
  expect(await everything()).toContain('Zorpqua')

  await as.call(account.erase, ERASE)

  expect(await everything()).not.toContain('Zorpqua')
})

test('takes the names from what jury, tax register and audit noted, and keeps the proof of a price without tax', async () => {
  const person = await build.user({ email: 'noted@example.org' })
  const juror = await build.juror(2)
  const lost = await build.entry(person, { entry_status: 61, title: words.of('Lost') })
  const seen = { apply_order_id: lost.id, juror_id: juror.juror_id, note: words.of('Note') }
  await db.insertInto('identity_reports').values(seen).execute()
  const redaction = { apply_order_id: lost.id, phrases: [words.of('Phrase')], by_user_id: juror.id }
  await db.insertInto('redactions').values(redaction).execute()

  const vatCheck = (vat_no: string) => ({
    vat_no,
    status: 'valid',
    name: words.of('Firm'),
    address: words.of('Seat'),
    consultation_no: `WAPI${vat_no}`,
    at: new Date(),
  })
  const proof = vatCheck('DE136695901')
  const row = { ...proof, raw: JSON.stringify(proof) }
  const unused = vatCheck('DE136695902')
  const asked = [
    { ...row, user_id: person.id },
    // The later check of an order asks for nobody.
    { ...row, user_id: null },
    { ...unused, raw: JSON.stringify(unused), user_id: person.id },
  ]
  await db.insertInto('vat_checks').values(asked).execute()
  const order = {
    order_no: 'NOTED001',
    apply_order_id: lost.id,
    fee_type: 1,
    channel: 'wechat_native',
    currency: 'EUR',
    amount_minor: 26_000,
    status: 2,
    paid_at: new Date(),
    expires_at: new Date(),
  }
  const line = { apply_order_id: lost.id, title: lost.title, amount: 26_000 }
  const quote = JSON.stringify({ amount_ht: 26_000, vat_check: proof, lines: [line] })
  await db
    .insertInto('payment_orders')
    .values([
      { ...order, quote },
      // An order whose time ran out, without an invoice.
      { ...order, order_no: 'NOTED002', status: 3, paid_at: null, quote },
    ])
    .execute()
  const invoice = { number: 'AB-NOTED', kind: 'invoice', fee_type: 1, document: '{}' }
  await db
    .insertInto('invoices')
    .values({ ...invoice, apply_order_id: lost.id, order_no: order.order_no })
    .execute()

  const host = scene.as(await build.user())
  const guest = { email: person.email, role: 'viewer' as const }
  const { invitation_id } = await host.call(studio.invite, guest)
  await host.call(studio.resendInvitation, { invitation_id })
  await host.call(studio.withdrawInvitation, { invitation_id })

  expect(await scene.as(person).answer(account.erase, ERASE)).toMatchObject({ code: 200 })

  expect(await everything()).not.toMatch(/Zorpqua|noted@example/)
  const { name: _name, address: _address, ...known } = proof
  const left = { ...known, user_id: null, name: null, address: null, raw: {} }
  const checks = await db.selectFrom('vat_checks').selectAll().execute()
  expect(checks).toEqual([left, left].map((one) => ({ ...one, id: expect.any(String) })))
  const [paidFor] = await scene.orders(lost.id)
  expect(paidFor?.quote).toMatchObject({
    vat_check: { vat_no: proof.vat_no, status: 'valid', consultation_no: proof.consultation_no },
  })

  // As an erasure of an earlier release has left them.
  const { note } = seen
  await db.updateTable('identity_reports').set({ note }).execute()
  await db.updateTable('redactions').set({ phrases: redaction.phrases }).execute()
  await db.deleteFrom('vat_checks').execute()
  await db.insertInto('vat_checks').values(asked).execute()
  await migrateAgain('0180_forgotten_words.sql')
  expect(await everything()).not.toContain('Zorpqua')
  expect(await db.selectFrom('vat_checks').selectAll().execute()).toEqual(
    [left, left].map((one) => ({ ...one, id: expect.any(String) })),
  )

  for (const terms of ['payment_orders', 'order_lines'] as const) {
    const change = db.updateTable(terms).set({ quote: '{"amount": 1}' })
    await expect(change.where('order_no', '=', order.order_no).execute()).rejects.toThrow('frozen')
  }
})

const decided = async (status: number) =>
  status === 50 ? { award_id: (await build.programme()).award.id } : {}

test('requires the password and a confirmation', async () => {
  const person = await build.user()
  const as = scene.as(person)
  expect(await as.answer(account.erase, { ...ERASE, password: 'wrong' })).toMatchObject({
    code: 422,
    msg: { password: [expect.any(String)] },
  })
  expect(await as.answer(account.erase, { ...ERASE, understood: false })).toMatchObject({
    code: 422,
    msg: { understood: [expect.any(String)] },
  })
  expect(await scene.as(null).answer(account.erase, ERASE)).toMatchObject({ code: 401 })
  expect(await rowOf(person.id)).toMatchObject({ status: 'active' })
})

test('ten concurrent requests erase once, and all sessions end', async () => {
  const person = await build.user()
  const as = scene.as(person)
  const codes = await Promise.all(
    Array.from({ length: 10 }, async () => (await as.answer(account.erase, ERASE)).code),
  )
  expect(codes.filter((code) => code === 200)).toHaveLength(1)
  expect(codes.filter((code) => code === 401)).toHaveLength(9)
  await jobs.drain()
  const mails = scene.mails.filter(({ to }) => to === person.email)
  expect(mails).toHaveLength(1)
  expect(await as.answer(account.erase, ERASE)).toMatchObject({ code: 401 })
})

test('concurrent saves do not write into an erased account', async () => {
  const profile = { first_name: words.of('Again'), last_name: 'B', country: 'FR' }
  for (let round = 0; round < 5; round += 1) {
    const person = await build.user()
    const as = scene.as(person)
    const save = () =>
      as.answer(account.updateProfile, { ...profile, language: 'fr', newsletter: false })
    const [erased, ...saved] = await Promise.all([
      as.answer(account.erase, ERASE),
      ...Array.from({ length: 30 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 8))
        return save()
      }),
    ])
    expect(erased.code).toBe(200)
    expect(saved.every(({ code }) => code === 200 || code === 401)).toBe(true)
    expect(await rowOf(person.id)).toMatchObject({ first_name: 'Erased', status: 'erased' })
  }
})

test('anonymises mails to former addresses, but not those of their next owner', async () => {
  const person = await build.user({ email: 'now@example.org' })
  const at = (days: number) => new Date(Date.now() - days * DAY_MS)
  const mail = (recipient: string, days: number, template = 'welcome', params = {}) => ({
    recipient,
    template,
    language: 'en',
    params: JSON.stringify(params),
    created_at: at(days),
    sent_at: at(days),
  })
  const change = (email: string, days: number, recipient: string) =>
    mail(recipient, days, 'email_changed', { email })
  await db
    .insertInto('mail_outbox')
    .values([
      mail('first@example.org', 30, 'welcome', { name: words.of('First') }),
      ...['first@example.org', 'then@example.org'].map((to) => change('then@example.org', 20, to)),
      mail('then@example.org', 15),
      ...['then@example.org', 'now@example.org'].map((to) => change('now@example.org', 10, to)),
      // The first address belongs to another account since.
      mail('first@example.org', 5, 'welcome', { name: 'Somebody else' }),
    ])
    .execute()
  await scene.as(person).call(account.erase, ERASE)
  await jobs.drain()
  scene.setTime(new Date(Date.now() + 25 * 3_600_000))
  await jobs.drain()

  const left = await db
    .selectFrom('mail_outbox')
    .select(['recipient', 'params'])
    .where('recipient', 'in', ['first@example.org', 'then@example.org', 'now@example.org'])
    .execute()
  expect(left).toEqual([{ recipient: 'first@example.org', params: { name: 'Somebody else' } }])
})

test('anonymises mails to the address of before a change, sent and refused ones', async () => {
  const person = await build.user({ email: 'before@example.org' })
  const as = scene.as(person)
  const refused = {
    recipient: person.email,
    template: 'welcome',
    language: 'en',
    bounced_at: new Date(),
    last_error: '550 5.1.1 <before@example.org> no such user',
  }
  await db.insertInto('mail_outbox').values(refused).execute()
  const email = 'after@example.org'
  await as.call(session.verifyCode, { email, scene: 'change_email' })
  await jobs.drain()
  const code = scene.mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] ?? ''
  await as.call(account.changeEmail, { email, code, password: PASSWORD })
  await jobs.drain()
  await as.call(account.erase, ERASE)
  await jobs.drain()
  scene.setTime(new Date(Date.now() + 25 * 3_600_000))
  await jobs.drain()

  const left = await db.selectFrom('mail_outbox').selectAll().execute()
  expect(JSON.stringify(left)).not.toMatch(/(before|after)@example/)
})

test('anonymises a mail that leaves days after the erasure', async () => {
  const person = await build.user({ email: 'waiting@example.org' })
  const late = { recipient: person.email, template: 'welcome', language: 'en' }
  const params = { name: words.of('Late') }
  const { id } = await db
    .insertInto('mail_outbox')
    .values({ ...late, params: JSON.stringify(params) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const start = Date.now()
  const drainAfter = async (hours: number) => {
    scene.setTime(new Date(start + hours * 3_600_000))
    await jobs.drain()
    return db.selectFrom('mail_outbox').selectAll().where('recipient', '=', person.email).execute()
  }
  const pending = () =>
    db.selectFrom('jobs').select('id').where('name', '=', 'rights.erased_mails').execute()
  await scene.as(person).call(account.erase, ERASE)
  // The mail server takes all but one.
  expect(await drainAfter(0)).toHaveLength(2)
  expect(await drainAfter(25)).toMatchObject([{ id, params }])
  expect(await drainAfter(50)).toMatchObject([{ id }])
  await db
    .updateTable('mail_outbox')
    .set({ sent_at: new Date(start + 51 * 3_600_000) })
    .where('id', '=', id)
    .execute()
  expect(await drainAfter(75)).toEqual([])
  expect(await pending()).toEqual([])
})

test('anonymises a juror without open assignments; scores stay', async () => {
  const juror = await build.juror(2, {
    name: words.of('Juror'),
    bio: JSON.stringify({ en: words.of('Bio') }),
  })
  const entry = await build.entry(await build.user(), { entry_status: 40 })
  const seat = { apply_order_id: entry.id, juror_id: juror.juror_id, level: 2 }
  await db.insertInto('assignments').values(seat).execute()
  const as = scene.as(juror)
  expect(await as.answer(account.erase, ERASE)).toMatchObject({
    code: 409,
    data: { reason: 'REVIEWS_OPEN', reviews: 1 },
  })
  await db
    .updateTable('assignments')
    .set({ status: 3 })
    .where('juror_id', '=', juror.juror_id)
    .execute()
  await db
    .insertInto('scores')
    .values({ ...seat, total: 80, is_draft: false, submitted_at: new Date() })
    .execute()
  const admitted = await build.entry(await build.user(), { entry_status: 30 })
  await db
    .insertInto('assignments')
    .values({ ...seat, apply_order_id: admitted.id })
    .execute()

  expect(await as.answer(account.erase, ERASE)).toMatchObject({ code: 200 })

  const seatsOf = async ({ juror_id }: { juror_id: string }) => {
    const seats = await db
      .selectFrom('assignments')
      .select(['apply_order_id', 'status'])
      .where('juror_id', '=', juror_id)
      .execute()
    return new Map(seats.map(({ apply_order_id, status }) => [apply_order_id, status]))
  }
  const left = new Map([
    [entry.id, 3],
    [admitted.id, 6],
  ])
  expect(await seatsOf(juror)).toEqual(left)

  // As an erasure of an earlier release has left them; a juror who may come back keeps the open ones.
  const away = await build.juror(2, { is_active: false })
  const draft = { apply_order_id: admitted.id, juror_id: away.juror_id, level: 2, status: 2 }
  await db.insertInto('assignments').values(draft).execute()
  for (const status of [0, 1, 2]) {
    await db
      .updateTable('assignments')
      .set({ status })
      .where('juror_id', '=', juror.juror_id)
      .where('apply_order_id', '=', admitted.id)
      .execute()
    await migrateAgain('0190_seats_of_erased_jurors.sql')
    expect(await seatsOf(juror)).toEqual(left)
  }
  expect(await seatsOf(away)).toEqual(new Map([[admitted.id, 2]]))
  const rest = await db
    .selectFrom('jurors')
    .selectAll()
    .where('id', '=', juror.juror_id)
    .executeTakeFirstOrThrow()
  expect(rest).toMatchObject({ name: 'Former juror', show_public: false, is_active: false })
  expect(JSON.stringify(rest)).not.toContain('Zorpqua')
  const scores = await db
    .selectFrom('scores')
    .where('juror_id', '=', juror.juror_id)
    .selectAll()
    .execute()
  expect(scores).toHaveLength(1)
})

test("deletes a public juror's portrait, with the crop that was made for link previews", async () => {
  const key = newStorageKey('jpg')
  const jpeg = await sharp({
    create: { width: 1_600, height: 1_200, channels: 3, background: '#8899aa' },
  })
    .jpeg()
    .toBuffer()
  await storage.put(key, jpeg)
  const size = { key, width: 1_600, bytes: jpeg.length }
  const variants = { thumb: size, card: size, full: size, full_jpeg: size }
  const { id: photo_file_id } = await db
    .insertInto('stored_files')
    .values({
      purpose: 'programme',
      status: 'ready',
      original_name: 'portrait.jpg',
      variants: JSON.stringify(variants),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const juror = await build.juror(2, { photo_file_id, show_public: true })
  const stored = () => Promise.all([key, shareKeyOf(variants)].map((one) => storage.size(one)))
  await context.publicCache.settle()
  const crop = await scene.app.inject({ url: `/pictures/${photo_file_id}/og.jpg` })
  expect(crop.statusCode).toBe(200)
  expect(await stored()).toEqual([jpeg.length, crop.rawPayload.length])

  await scene.as(juror).call(account.erase, ERASE)
  await jobs.drain()

  expect(await stored()).toEqual([undefined, undefined])
})

test('is refused for the only chair', async () => {
  const chair = await build.juror(1)
  expect(await scene.as(chair).answer(account.erase, ERASE)).toMatchObject({
    code: 409,
    data: { reason: 'LAST_CHAIR' },
  })
  const other = await build.juror(1)
  const both = [chair, other].map((one) => scene.as(one).answer(account.erase, ERASE))
  const codes = (await Promise.all(both)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, 409])
})

test('is refused for the only organiser, also when two erase at once', async () => {
  await db.deleteFrom('account_rights').where('name', '=', 'organise').execute()
  const organiser = async () => {
    const person = await build.user()
    await db.insertInto('account_rights').values({ user_id: person.id, name: 'organise' }).execute()
    return person
  }
  const holders = () =>
    db.selectFrom('account_rights').select('user_id').where('name', '=', 'organise').execute()
  const one = await organiser()
  expect(await scene.as(one).answer(account.erase, ERASE)).toMatchObject({
    code: 409,
    data: { reason: 'LAST_ORGANISER' },
  })
  expect(await rowOf(one.id)).toMatchObject({ status: 'active' })
  expect(await holders()).toEqual([{ user_id: one.id }])
  const both = [one, await organiser()].map((who) => scene.as(who).answer(account.erase, ERASE))
  const codes = (await Promise.all(both)).map(({ code }) => code)
  expect(codes.toSorted()).toEqual([200, 409])
  expect(await holders()).toHaveLength(1)
})
