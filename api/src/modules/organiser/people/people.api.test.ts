import {
  account,
  apiKeys,
  entries,
  oidc,
  passkeys,
  people,
  session,
  webhooks,
} from '@awards/shared/contract'
import { PASSWORD } from '../../../../test/build.ts'
import { deskPeople } from '../../../../test/desk-people.ts'
import { passkeyDevice } from '../../../../test/passkey-device.ts'
import { PROGRAMME } from '../../../../test/payment-scene.ts'
import { testApi } from '../../../../test/test-api.ts'
import { isLockAwaited, until } from '../../../../test/waiting.ts'
import { usersRepository } from '../../accounts/users.repository.ts'

const api = await testApi()
const { db, build, context } = api
await build.programme()
await db
  .insertInto('site_documents')
  .values({ code: 'programme', document: JSON.stringify(PROGRAMME) })
  .execute()
const { holder } = deskPeople(api)
const organiser = await holder('organise')
const desk = api.as(organiser)
beforeEach(() => db.deleteFrom('rate_limits').execute())
afterEach(() => api.setTime(new Date()))

const found = async (keyword: string) =>
  (await desk.call(people.people, { keyword })).list.map(({ user_id }) => user_id)
const story = (user_id: string) => desk.call(people.person, { user_id })
const mailsTo = async (address: string) => {
  await context.jobs.drain()
  return api.mails.filter(({ to }) => to === address)
}
const auditOf = (subject: string) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'reason'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
const signIn = (email: string, more: { code?: string } = {}) =>
  api.as(null).answer(session.login, { email, password: PASSWORD, ...more })

describe('somebody is found', () => {
  test('by name in either order, without accents and capitals, by address and by company', async () => {
    proves('call organiser/people')
    const person = await build.user({
      first_name: 'Zoé',
      last_name: 'Brûlé',
      email: 'z.brule@atelier.example.org',
      company: 'Atelier Nébuleuse',
    })
    for (const words of ['zoe brule', 'Brule Zoe', 'BRÛLÉ', '@atelier.example', 'nebuleuse']) {
      expect({ words, found: await found(words) }).toEqual({ words, found: [person.id] })
    }
    const chinese = await build.user({ first_name: '小明', last_name: '诸葛' })
    expect(await found('诸葛小明')).toEqual([chinese.id])
    expect(await found('诸葛')).toEqual([chinese.id])
  })

  test('by number and title of an entry, and by the number of an order', async () => {
    const person = await build.user()
    const entry = await build.entry(person, { title: 'Ondine la Vague' })
    await db
      .insertInto('payment_orders')
      .values({
        order_no: 'AB270131K7Q2',
        apply_order_id: entry.id,
        fee_type: 1,
        channel: 'card',
        quote: '{}',
        amount_minor: 31_200,
        currency: 'EUR',
        status: 2,
        expires_at: build.at(1),
      })
      .execute()
    for (const words of [entry.entry_no, `#${entry.entry_no}`, 'ondine la', 'ab270131k7q2']) {
      expect({ words, found: await found(words) }).toEqual({ words, found: [person.id] })
    }
    const { list } = await desk.call(people.people, { keyword: 'AB270131K7Q2' })
    expect(list[0]?.found).toEqual({ by: 'order', words: 'AB270131K7Q2' })
    expect((await story(person.id)).orders).toMatchObject([
      { order_no: 'AB270131K7Q2', amount_minor: 31_200, status: 2, refunded_minor: 0 },
    ])
  })

  test('as text: a wildcard finds only itself, and an erased account nobody', async () => {
    expect(await found('%')).toEqual([])
    const gone = await build.user({ first_name: 'Vanished', status: 'erased' })
    expect(await found('Vanished')).toEqual([])
    expect(await desk.answer(people.person, { user_id: gone.id })).toMatchObject({ code: 404 })
  })

  test('among more than a page: the search says that it is cut', async () => {
    for (let index = 0; index <= 50; index += 1) await build.user({ last_name: 'Multitude' })
    const { list, is_cut } = await desk.call(people.people, { keyword: 'multitude' })
    expect([list.length, is_cut]).toEqual([50, true])
  })
})

test('a story tells entries as their entrant sees them, and of the jury no mark', async () => {
  proves('call organiser/person')
  const person = await build.user()
  const entry = await build.entry(person, { entry_status: 50 })
  const told = await story(person.id)
  expect(told.entries).toMatchObject([{ entry_no: entry.entry_no, entry_status: 40 }])
  expect(told.office).toBeNull()

  const juror = await build.juror(2)
  await db
    .insertInto('assignments')
    .values({ juror_id: juror.juror_id, apply_order_id: entry.id, level: 2 })
    .execute()
  expect(await story(juror.id)).toMatchObject({
    office: 'jury',
    jury: { level: 2, is_active: true, entries: 1 },
  })
})

test('an account that failed sign-ins have shut is opened again', async () => {
  proves('call organiser/unlockAccount')
  const person = await build.user()
  const wrong = { email: person.email, password: 'wrong' }
  for (let tries = 0; tries <= 10; tries += 1) await api.as(null).answer(session.login, wrong)
  expect((await signIn(person.email)).code).toBe(429)
  expect((await story(person.id)).locked_until).not.toBeNull()

  const { user_id } = { user_id: person.id }
  expect(await desk.call(people.unlockAccount, { user_id })).toEqual({ changed: true })
  expect(await desk.call(people.unlockAccount, { user_id })).toEqual({ changed: false })
  expect((await story(person.id)).locked_until).toBeNull()
  expect((await signIn(person.email)).code).toBe(200)
  expect(await auditOf(person.id)).toContainEqual({
    action: 'person.unlocked',
    actor_id: organiser.id,
    reason: null,
  })
})

test('help with signing in goes to the address of the account, five times an hour', async () => {
  proves('call organiser/sendSignInHelp')
  const person = await build.user({ language: 'fr' })
  const input = { user_id: person.id, kind: 'password' as const }
  for (let times = 0; times < 5; times += 1) await desk.call(people.sendSignInHelp, input)
  expect(await desk.answer(people.sendSignInHelp, input)).toMatchObject({ code: 429 })
  const mails = await mailsTo(person.email)
  expect(mails).toHaveLength(5)
  expect(mails[0]).toMatchObject({ subject: 'Choisissez un nouveau mot de passe' })
  expect((await story(person.id)).mails[0]).toMatchObject({
    template: 'password_help',
    state: 'sent',
  })
  expect(
    await desk.answer(people.sendSignInHelp, { ...input, user_id: organiser.id, kind: 'address' }),
  ).toMatchObject({ code: 409, data: { reason: 'PROVEN' } })
})

describe('an address is corrected', () => {
  test('both are told, sessions end, and the next sign-in needs a code from the new one', async () => {
    proves('call organiser/correctEmail')
    const person = await build.user()
    const own = api.as(person)
    await own.call(session.getUserInfo, {})
    const device = passkeyDevice()
    const { options } = await own.call(passkeys.registrationOptions, {})
    await own.call(passkeys.register, { name: 'Laptop', credential: device.create(options) })
    const wanted = { name: 'A', scopes: ['entries:read' as const], days: 30 as const }
    const { key } = await own.call(apiKeys.make, wanted)
    const hook = { name: 'A', url: 'https://receiver.example/', events: ['winner.hidden' as const] }
    await own.call(webhooks.add, hook)
    const identity = { issuer: 'https://school.example', subject: person.id }
    await api.db
      .insertInto('oidc_identities')
      .values({ user_id: person.id, ...identity, linked_at: new Date() })
      .execute()
    await context.jobs.drain()
    api.mails.length = 0
    const email = `right.${person.email}`
    const reason = 'Mistyped at registration'
    await desk.call(people.correctEmail, { user_id: person.id, email, reason })

    expect(await own.answer(session.getUserInfo, {})).toMatchObject({ code: 401 })
    for (const address of [person.email, email]) {
      expect((await mailsTo(address))[0]?.text).toContain(email)
    }
    expect(await auditOf(person.id)).toContainEqual({
      action: 'email.corrected',
      actor_id: organiser.id,
      reason,
    })
    expect((await story(person.id)).is_address_unproven).toBe(true)

    // The previous owner of the address keeps no way in.
    const authorization = `Bearer ${key}`
    const refused = await api.as(null).answer(entries.entryList, {}, { authorization })
    expect(refused).toMatchObject({ code: 401, data: { reason: 'KEY_REVOKED' } })
    expect((await api.as(person).call(webhooks.list, {})).endpoints).toEqual([])
    expect((await api.as(person).call(oidc.list, {})).identities).toEqual([])
    const challenge = await api.as(null).call(passkeys.signInOptions, {})
    const credential = device.get(challenge.options)
    expect(await api.as(null).answer(passkeys.signIn, { credential })).toMatchObject({
      data: { reason: 'PASSKEY_UNKNOWN' },
    })
    expect(await signIn(person.email)).toMatchObject({ code: 422 })
    expect(await signIn(email)).toMatchObject({ code: 409, data: { reason: 'CODE_SENT' } })
    expect(await signIn(email, { code: '000000' })).toMatchObject({ code: 422 })
    const code = /\d{6}/.exec((await mailsTo(email)).at(-1)?.subject ?? '')?.[0] ?? ''
    expect(await signIn(email, { code })).toMatchObject({ code: 200 })
    expect((await story(person.id)).is_address_unproven).toBe(false)
    expect(await signIn(email)).toMatchObject({ code: 200 })
  })

  test.each([
    ['that another account has', async () => (await build.user()).email],
    ['that it has already', async (own: string) => own],
  ])('but not to one %s, which is named in its field', async (_which, emailFor) => {
    const person = await build.user()
    const email = await emailFor(person.email)
    const input = { user_id: person.id, email, reason: 'Mistyped' }
    expect(await desk.answer(people.correctEmail, input)).toMatchObject({
      code: 422,
      msg: { email: [expect.any(String)] },
    })
  })
})

describe('requests about data', () => {
  const requests = async (user_id?: string) =>
    (await desk.call(people.dataRequests, user_id ? { user_id } : {})).list
  const proven = () => deskPeople(api).proven(organiser)

  test('a copy asked for by letter is made as for the person, who gets the mail; the month counts from the letter', async () => {
    proves('call organiser/exportPerson', 'call organiser/dataRequests')
    const person = await build.user()
    const input = {
      user_id: person.id,
      way: 'letter' as const,
      received_on: '2026-01-31',
      reason: 'Letter with a copy of the passport',
    }
    await (await proven()).call(people.exportPerson, input)
    expect(await requests(person.id)).toMatchObject([
      {
        kind: 'export',
        way: 'letter',
        state: 'open',
        received_on: '2026-01-31',
        due_on: '2026-02-28',
        note: input.reason,
        by: `${organiser.first_name} ${organiser.last_name}`,
        person: { email: person.email },
      },
    ])
    await context.jobs.drain()
    expect(await api.as(person).call(account.export, {})).toMatchObject({ status: 'ready' })
    expect((await mailsTo(person.email)).map(({ subject }) => subject).join()).toMatch(/data/)
    expect(await requests(person.id)).toMatchObject([{ state: 'done' }])
    expect(await auditOf(person.id)).toContainEqual({
      action: 'data.exported',
      actor_id: organiser.id,
      reason: input.reason,
    })
    const early = await (
      await proven()
    ).answer(people.exportPerson, {
      ...input,
      received_on: '2999-01-01',
    })
    expect(early).toMatchObject({ code: 422, msg: { received_on: [expect.any(String)] } })
  })

  test('a copy that the person asks for stands there too', async () => {
    const person = await build.user()
    await api.as(person).call(account.requestExport, {})
    expect(await requests(person.id)).toMatchObject([{ way: 'account', state: 'open', by: null }])
  })

  test('an account is erased in the name of the organiser, with the reason; the request says nothing of the person', async () => {
    proves('call organiser/erasePerson')
    const person = await build.user()
    const reason = 'Asked for it in writing'
    await (await proven()).call(people.erasePerson, { user_id: person.id, reason })
    expect(await desk.answer(people.person, { user_id: person.id })).toMatchObject({ code: 404 })
    expect(await auditOf(person.id)).toContainEqual({
      action: 'account.erased',
      actor_id: organiser.id,
      reason,
    })
    expect((await mailsTo(person.email)).at(-1)?.subject).toMatch(/erased/i)
    expect(await requests(person.id)).toMatchObject([
      { kind: 'erasure', way: 'mail', state: 'done', person: null, note: '', kept: [] },
    ])
  })

  test('an account whose address changes meanwhile is erased with the new one, which is told', async () => {
    const person = await build.user()
    const email = `new.${person.email}`
    const caller = await proven()
    const { waiting } = await db.transaction().execute(async (trx) => {
      await usersRepository(trx).change(person.id, { email })
      const input = { user_id: person.id, reason: 'Asked for it in writing' }
      const answer = caller.answer(people.erasePerson, input)
      await Promise.race([answer, until(() => isLockAwaited(db))])
      return { waiting: answer }
    })
    expect((await waiting).code).toBe(200)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/erased/i),
    ])
    expect(await mailsTo(person.email)).toEqual([])
    api.setTime(new Date(Date.now() + 25 * 3_600_000))
    await context.jobs.drain()
    const kept = db.selectFrom('mail_outbox').select('id').where('recipient', '=', email)
    expect(await kept.execute()).toEqual([])
  })

  test('an erasure that a payment keeps back stays open with its reason, until it is done', async () => {
    const person = await build.user()
    const entry = await build.entry(person, { entry_status: 10 })
    const order = {
      order_no: 'AB270131WAIT',
      apply_order_id: entry.id,
      fee_type: 1,
      channel: 'card',
      quote: '{}',
      amount_minor: 100,
      currency: 'EUR',
      status: 1,
      expires_at: build.at(1),
    }
    await db.insertInto('payment_orders').values(order).execute()
    const input = { user_id: person.id, reason: 'Telephoned, then wrote' }
    const caller = await proven()
    expect(await caller.answer(people.erasePerson, input)).toMatchObject({
      code: 409,
      data: { reason: 'PAYMENT_OPEN' },
    })
    const [open] = await requests()
    expect(open).toMatchObject({ state: 'open', obstacle: 'PAYMENT_OPEN', note: input.reason })

    for (const status of [7, 3]) {
      await db
        .updateTable('payment_orders')
        .set({ status })
        .where('order_no', '=', order.order_no)
        .execute()
    }
    await caller.call(people.erasePerson, input)
    expect(await requests(person.id)).toMatchObject([
      { request_id: open?.request_id, state: 'done', obstacle: null },
    ])
  })

  test('a request that is not done is closed with what the person was told, once', async () => {
    proves('call organiser/refuseDataRequest')
    const juror = await build.juror(2)
    const caller = await proven()
    const asked = { user_id: juror.id, reason: 'Wrote on 3 January' }
    expect(await caller.answer(people.erasePerson, asked)).toMatchObject({ code: 409 })
    const [open] = await requests(juror.id)
    expect(open).toMatchObject({ state: 'open', obstacle: 'HOLDS_OFFICE' })
    const refusal = {
      request_id: open?.request_id ?? '',
      reason: 'Told why by mail, with the CNIL',
    }
    await caller.call(people.refuseDataRequest, refusal)
    expect(await requests(juror.id)).toMatchObject([{ state: 'refused', note: refusal.reason }])
    expect(await caller.answer(people.refuseDataRequest, refusal)).toMatchObject({
      code: 409,
      data: { reason: 'ENDED' },
    })
    expect(await auditOf(juror.id)).toContainEqual({
      action: 'data.refused',
      actor_id: organiser.id,
      reason: refusal.reason,
    })
  })

  test('a withdrawal is open until its money is on the way back', async () => {
    const person = await build.user()
    const entry = await build.entry(person, { entry_status: 90 })
    const order_no = 'AB270131BACK'
    await db
      .insertInto('payment_orders')
      .values({
        order_no,
        apply_order_id: entry.id,
        fee_type: 1,
        channel: 'card',
        quote: '{}',
        amount_minor: 100,
        currency: 'EUR',
        status: 2,
        paid_at: build.at(-1),
        expires_at: build.at(1),
      })
      .execute()
    await db
      .insertInto('withdrawals')
      .values({
        reference: 'W-1',
        apply_order_id: entry.id,
        order_no,
        user_id: person.id,
        received_at: '2027-01-10T12:00:00Z',
        document: '{}',
      })
      .execute()
    const refund = { order_no, out_refund_no: 'RW1', amount_minor: 100, reason: 'Withdrawn' }
    await db.insertInto('refunds').values(refund).execute()
    const withdrawal = { kind: 'withdrawal', note: 'W-1', due_on: '2027-01-24' }
    expect(await requests(person.id)).toMatchObject([{ ...withdrawal, state: 'open' }])
    await db.updateTable('refunds').set({ status: 'succeeded' }).execute()
    expect(await requests(person.id)).toMatchObject([{ ...withdrawal, state: 'done' }])
  })
})

describe.each([
  ['a juror', 'jury', async () => build.juror(2)],
  ['a member of the team', 'team', async () => holder('admit')],
])('the account of %s', (_who, office, personOf) => {
  test.each(['correctEmail', 'erasePerson', 'seeAs'] as const)(
    'is not opened by %s',
    async (name) => {
      const person = await personOf()
      const input = { user_id: person.id, email: 'taken.over@example.org', reason: 'Just because' }
      expect(await desk.answer(people[name], input)).toMatchObject({
        code: 409,
        data: { reason: 'HOLDS_OFFICE', office },
      })
      expect((await story(person.id)).email).toBe(person.email)
    },
  )
})
