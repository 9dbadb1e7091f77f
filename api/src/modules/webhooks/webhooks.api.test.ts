import { Webhook } from 'standardwebhooks'
import { apiKeys, entries, session, webhooks, type DeliveryRow } from '@awards/shared/contract'
import {
  ENTRY_MACHINE,
  ENTRY_STATUS,
  entryEvent,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  paymentEvent,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { testApi } from '../../../test/test-api.ts'
import { isLockAwaited, until } from '../../../test/waiting.ts'
import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/time.ts'
import { expiredRowsRepository } from '../../jobs/jobs.repository.ts'
import { changeEntryStatus } from '../entries/entry-status.repository.ts'
import { retryAt, webhookDelivery } from './deliver-webhooks.ts'

const api = await testApi({ WEBHOOKS_LOCAL: 'on' })
const strict = await testApi()
const { build, context, db } = api
const { deliverDue } = webhookDelivery(context)
const target = await webhookReceiver()
afterAll(() => target.close())

let now = new Date()
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
  api.setTime(now)
}
beforeEach(async () => {
  await db.deleteFrom('webhook_endpoints').execute()
  await db.deleteFrom('webhook_events').execute()
  await db.updateTable('editions').set({ status: 1, results_published_at: null }).execute()
  target.received.length = 0
  target.receiver.behave = () => 204
  now = new Date()
  api.setTime(now)
})

type Person = { id: string }

async function listening(person: Person, events: WebhookEvent[], path = '') {
  const as = api.as(person)
  const wanted = { name: 'Archive', url: `${target.url}${path}`, events }
  const { endpoint_id, secret } = await as.call(webhooks.add, wanted)
  const log = async (): Promise<DeliveryRow[]> =>
    (await as.call(webhooks.deliveries, { endpoint_id, pageSize: 100 })).list
  const row = async () => (await as.call(webhooks.list, {})).endpoints[0]
  return { as, endpoint_id, secret, log, row }
}

const told = (path?: string) =>
  target.received
    .filter((one) => path === undefined || one.path === `/${path}`)
    .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })

const submit = (entry: { id: string }) =>
  changeEntryStatus(db, 'submit', [entry.id], { submitted_at: now })

describe('who is told what', () => {
  test('owners of their entries, organisers of all, strangers of none', async () => {
    const owner = await build.user()
    const organiser = await build.user()
    await db
      .insertInto('account_rights')
      .values({ user_id: organiser.id, name: 'organise' })
      .execute()
    const all: WebhookEvent[] = ['entry.submitted', 'entry.withdrawn']
    await listening(owner, all, 'owner')
    await listening(organiser, all, 'organiser')
    await listening(await build.user(), all, 'stranger')
    const entry = await build.entry(owner)
    await submit(entry)
    await deliverDue()
    const event = {
      type: 'entry.submitted',
      data: { apply_order_id: entry.id, entry_no: entry.entry_no, status: 'submitted' },
    }
    expect(told('owner')).toMatchObject([event])
    expect(told('organiser')).toMatchObject([event])
    expect(told('stranger')).toEqual([])
  })

  test('an organiser who judges hears of entries once judging is over', async () => {
    const organiser = await build.juror(2)
    await db
      .insertInto('account_rights')
      .values({ user_id: organiser.id, name: 'organise' })
      .execute()
    await listening(organiser, ['entry.submitted'])
    await submit(await build.entry(await build.user()))
    const { edition } = await build.programme()
    const setStatus = (status: number) =>
      db.updateTable('editions').set({ status }).where('id', '=', edition.id).execute()
    await setStatus(2)
    await deliverDue()
    expect(told()).toEqual([])
    await setStatus(1)
    await deliverDue()
    expect(told()).toHaveLength(1)
  })

  test('an owner of a correction as often as it is asked for, and not of its end', async () => {
    const owner = await build.user()
    await listening(owner, ['entry.correction_requested', 'entry.admitted'])
    const entry = await build.entry(owner, { entry_status: 20 })
    const ask = (days: number) =>
      db.transaction().execute(async (trx) => {
        const columns = { correction_note: 'The cover is cut', correction_due_at: build.at(days) }
        await trx.updateTable('apply_orders').set(columns).where('id', '=', entry.id).execute()
        await changeEntryStatus(trx, 'ask_correction', [entry.id])
      })
    await ask(1)
    await deliverDue()
    await ask(2)
    await deliverDue()
    const event = {
      type: 'entry.correction_requested',
      data: { apply_order_id: entry.id, entry_no: entry.entry_no, status: 'correction_requested' },
    }
    expect(told()).toMatchObject([event, event])
    const ids = target.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
    await db.transaction().execute(async (trx) => {
      const columns = { correction_note: null, correction_due_at: null }
      await trx.updateTable('apply_orders').set(columns).where('id', '=', entry.id).execute()
      await changeEntryStatus(trx, 'pass_check', [entry.id])
    })
    await deliverDue()
    expect(told().map(({ type }) => type)).toEqual([event.type, event.type, 'entry.admitted'])
  })

  test('nobody of a decision before it is published; then of the award, and everybody of the winner', async () => {
    const owner = await build.user()
    await listening(owner, [...WEBHOOK_EVENTS], 'owner')
    await listening(await build.user(), ['winner.published', 'winner.hidden'], 'partner')
    const entry = await build.entry(owner, { entry_status: 40 })
    await changeEntryStatus(db, 'freeze_decision', [entry.id])
    await changeEntryStatus(db, 'thaw', [entry.id])
    await changeEntryStatus(db, 'freeze_decision', [entry.id])
    await deliverDue()
    expect(told()).toEqual([])
    const { edition, award } = await build.programme()
    // As a publication does: entries first, the edition after them, in one transaction.
    await db.transaction().execute(async (trx) => {
      const shown = { award_id: award.id, is_show: true, published_at: now }
      await changeEntryStatus(trx, 'publish_award', [entry.id], shown)
      await trx
        .updateTable('editions')
        .set({ status: 4, results_published_at: now })
        .where('id', '=', edition.id)
        .execute()
    })
    await deliverDue()
    expect(told('owner').map(({ type }) => type)).toEqual(['entry.awarded', 'winner.published'])
    expect(told('partner')).toEqual([
      expect.objectContaining({ type: 'winner.published', data: { apply_order_id: entry.id } }),
    ])
    await db
      .updateTable('apply_orders')
      .set({ is_show: false })
      .where('id', '=', entry.id)
      .execute()
    await deliverDue()
    expect(told('partner').at(-1)?.type).toBe('winner.hidden')
  })

  test('payers and owners of an order of theirs', async () => {
    const owner = await build.user()
    await listening(owner, ['payment.paid'], 'owner')
    await listening(await build.user(), ['payment.paid'], 'stranger')
    const entry = await build.entry(owner, { entry_status: 10 })
    await db
      .insertInto('payment_orders')
      .values({
        order_no: 'GA26HOOK0001',
        apply_order_id: entry.id,
        fee_type: 1,
        channel: 'card',
        quote: '{}',
        amount_minor: 26_400,
        currency: 'EUR',
        status: 1,
        expires_at: build.at(1),
      })
      .execute()
    await db
      .updateTable('payment_orders')
      .set({ status: 2, paid_at: now })
      .where('order_no', '=', 'GA26HOOK0001')
      .execute()
    await deliverDue()
    const data = { order_no: 'GA26HOOK0001', status: 'paid', amount_minor: 26_400, currency: 'EUR' }
    expect(told('owner')).toMatchObject([{ type: 'payment.paid', data }])
    expect(told('stranger')).toEqual([])
  })

  test('nothing of what is rolled back', async () => {
    const owner = await build.user()
    await listening(owner, ['entry.submitted'])
    const entry = await build.entry(owner)
    const undone = db.transaction().execute(async (trx) => {
      await changeEntryStatus(trx, 'submit', [entry.id], { submitted_at: now })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await deliverDue()
    expect(told()).toEqual([])
    expect(await db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
  })

  test('without a listener no event is written', async () => {
    await submit(await build.entry(await build.user()))
    expect(await db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
  })

  test('the database names the events as the domain does', async () => {
    for (const [from, edges] of Object.entries(ENTRY_MACHINE)) {
      for (const to of Object.values(edges)) {
        const { rows } = await sql<{ was: string; becomes: string }>`
          select told_entry_status(${Number(from)}::smallint) as was,
            told_entry_status(${to}::smallint) as becomes`.execute(db)
        const { was, becomes } = rows[0] ?? { was: '', becomes: '' }
        const named = was === becomes ? undefined : `entry.${becomes}`
        expect([from, to, named]).toEqual([from, to, entryEvent(Number(from), to)])
      }
    }
    const statuses = Object.values(PAYMENT_MACHINE).flatMap((edges) => Object.values(edges))
    const silent = statuses.filter((status) => paymentEvent(status) === undefined)
    expect([...new Set(silent)]).toEqual([PAYMENT_STATUS.closing])
    expect(entryEvent(ENTRY_STATUS.in_judging, ENTRY_STATUS.decided)).toBeUndefined()
  })
})

describe('delivery', () => {
  test('is signed by Standard Webhooks; a library of theirs verifies it', async () => {
    const owner = await build.user()
    const { secret } = await listening(owner, ['entry.submitted'])
    const entry = await build.entry(owner)
    await submit(entry)
    await deliverDue()
    const [got] = target.received
    const verified = new Webhook(secret).verify(
      got?.body ?? '',
      got?.headers as Record<string, string>,
    )
    expect(verified).toMatchObject({ type: 'entry.submitted', data: { apply_order_id: entry.id } })
    const other = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    expect(() => other.verify(got?.body ?? '', got?.headers as Record<string, string>)).toThrow()
  })

  test('sends the next event in the same run to an endpoint whose request ends during the query for the others', async () => {
    const owner = await build.user()
    await listening(owner, ['entry.submitted'], 'quick')
    await listening(owner, ['entry.submitted', 'entry.withdrawn'], 'slow')
    const entry = await build.entry(owner)
    await submit(entry)
    await changeEntryStatus(db, 'withdraw', [entry.id], { withdrawn_at: now })
    const locked = Promise.withResolvers<void>()
    const unlock = Promise.withResolvers<void>()
    let holding: Promise<void> | undefined
    const hold = () =>
      db.transaction().execute(async (trx) => {
        await sql`lock table webhook_events in access exclusive mode`.execute(trx)
        locked.resolve()
        await unlock.promise
      })
    // The query after the quick request waits for the table, and meanwhile the slow request ends.
    target.receiver.behave = ({ path }) => {
      holding ??= hold()
      if (path === '/quick') return { acceptAfter: locked.promise }
      return { acceptAfter: locked.promise.then(() => until(() => isLockAwaited(db))) }
    }
    const run = deliverDue()
    const tried = () => db.selectFrom('webhook_attempts').select('outcome').execute()
    await until(async () => (await tried()).length === 2)
    target.receiver.behave = () => 204
    unlock.resolve()
    await Promise.all([run, holding])
    expect(told('slow').map(({ type }) => type)).toEqual(['entry.submitted', 'entry.withdrawn'])
  })

  test('is signed by both secrets for a day after an exchange, then by the new one', async () => {
    proves('call webhook/rotateSecret', 'call webhook/test')
    const owner = await build.user()
    const { as, endpoint_id, secret } = await listening(owner, ['entry.submitted'])
    const rotated = await as.call(webhooks.rotateSecret, { endpoint_id })
    await as.call(webhooks.test, { endpoint_id })
    await deliverDue()
    const signatures = () =>
      String(target.received.at(-1)?.headers['webhook-signature']).split(' ').length
    const verify = (by: string) => {
      const got = target.received.at(-1)
      return new Webhook(by).verify(got?.body ?? '', got?.headers as Record<string, string>)
    }
    expect(verify(secret)).toMatchObject({ type: 'webhook.test' })
    expect(verify(rotated.secret)).toMatchObject({ type: 'webhook.test' })
    expect(signatures()).toBe(2)
    pass(DAY_MS)
    await as.call(webhooks.test, { endpoint_id })
    await deliverDue()
    expect(signatures()).toBe(1)
  })

  test('is tried again with the same id, later each time, and the log has each try', async () => {
    proves('call webhook/deliveries')
    const owner = await build.user()
    const { log } = await listening(owner, ['entry.submitted'])
    target.receiver.behave = () => (target.received.length < 2 ? 500 : 204)
    await submit(await build.entry(owner))
    await deliverDue()
    await deliverDue()
    expect(target.received).toHaveLength(1)
    expect(await log()).toMatchObject([
      { state: 'waiting', next_at: expect.any(String), attempts: [{ status: 500 }] },
    ])
    pass(10_000)
    await deliverDue()
    pass(10_000)
    await deliverDue()
    expect(target.received).toHaveLength(2)
    pass(7 * MINUTE_MS)
    await deliverDue()
    const ids = target.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([ids[0]]))
    expect(await log()).toMatchObject([
      {
        state: 'delivered',
        message_id: ids[0],
        attempts: [
          { status: 204, outcome: 'delivered' },
          { status: 500, outcome: 'refused' },
          { status: 500, outcome: 'refused' },
        ],
      },
    ])
  })

  test('keeps the order of a subject: the next event waits for the one before, others do not', async () => {
    const owner = await build.user()
    await listening(owner, ['entry.submitted', 'entry.withdrawn'])
    const [first, second] = [await build.entry(owner), await build.entry(owner)]
    target.receiver.behave = ({ body }) =>
      body.includes(first.id) && target.received.length < 2 ? 503 : 204
    await submit(first)
    await changeEntryStatus(db, 'withdraw', [first.id], { withdrawn_at: now })
    await submit(second)
    await deliverDue()
    expect(told().map(({ data }) => data['apply_order_id'])).toEqual([first.id, second.id])
    pass(10_000)
    await deliverDue()
    const types = told().filter(({ data }) => data['apply_order_id'] === first.id)
    expect(types.map(({ type }) => type)).toEqual([
      'entry.submitted',
      'entry.submitted',
      'entry.withdrawn',
    ])
  })

  test('a receiver that fails takes nothing from another', async () => {
    const owner = await build.user()
    await listening(owner, ['entry.submitted'], 'bad')
    await listening(owner, ['entry.submitted'], 'good')
    target.receiver.behave = ({ path }) => (path === '/bad' ? 'close' : 204)
    await submit(await build.entry(owner))
    await deliverDue()
    expect(told('good')).toHaveLength(1)
  })

  test('410 stops the endpoint at once and its owner is told; resumed, it gets what waited', async () => {
    proves('call webhook/resume')
    const owner = await build.user()
    const { as, endpoint_id, row } = await listening(owner, ['entry.submitted'])
    target.receiver.behave = () => 410
    const [first, second] = [await build.entry(owner), await build.entry(owner)]
    await submit(first)
    await deliverDue()
    await submit(second)
    pass(DAY_MS)
    await deliverDue()
    expect(target.received).toHaveLength(1)
    expect(await row()).toMatchObject({ stop_reason: 'gone', waiting: 2 })
    api.mails.length = 0
    await context.jobs.drain()
    expect(api.mails.map(({ subject }) => subject)).toContain('An address for webhooks is gone')
    target.receiver.behave = () => 204
    await as.call(webhooks.resume, { endpoint_id })
    await deliverDue()
    expect(told().map(({ data }) => data['apply_order_id'])).toEqual([
      first.id,
      first.id,
      second.id,
    ])
    expect(await row()).toMatchObject({ stopped_at: null, waiting: 0 })
  })

  test('days without a success stop the endpoint; what waits is not lost', async () => {
    const owner = await build.user()
    const { row } = await listening(owner, ['entry.submitted'])
    target.receiver.behave = () => 500
    await submit(await build.entry(owner))
    await deliverDue()
    expect((await row())?.failing_since).toBe(now.toISOString())
    for (let day = 0; day < 4; day += 1) {
      pass(DAY_MS)
      await deliverDue()
    }
    expect(await row()).toMatchObject({ stop_reason: 'failing', waiting: 1 })
    const [stopped] = await db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('action', '=', 'webhook.stopped')
      .where('subject', '=', owner.id)
      .execute()
    expect(stopped?.after).toMatchObject({ reason: 'failing' })
  })

  test('a receiver that asks for a pause is told nothing until it is over', async () => {
    const owner = await build.user()
    const { row } = await listening(owner, ['entry.submitted'])
    target.receiver.behave = () => ({ retryAfter: '600' })
    const first = await build.entry(owner)
    await submit(first)
    await deliverDue()
    target.receiver.behave = () => 204
    const second = await build.entry(owner)
    await submit(second)
    pass(590_000)
    await deliverDue()
    expect(target.received).toHaveLength(1)
    pass(20_000)
    await deliverDue()
    expect(told().map(({ data }) => data['apply_order_id'])).toEqual([
      first.id,
      first.id,
      second.id,
    ])
    expect(await row()).toMatchObject({ failing_since: null, waiting: 0 })
  })

  test('resumed, an endpoint gets at once what was to be tried again later', async () => {
    const owner = await build.user()
    const { as, endpoint_id, row } = await listening(owner, ['entry.submitted'])
    target.receiver.behave = () => 500
    await submit(await build.entry(owner))
    for (let day = 0; day < 3; day += 1) {
      await deliverDue()
      pass(DAY_MS)
    }
    await deliverDue()
    expect(await row()).toMatchObject({ stop_reason: 'failing', waiting: 1 })
    target.receiver.behave = () => 204
    await as.call(webhooks.resume, { endpoint_id })
    await deliverDue()
    expect(await row()).toMatchObject({ stopped_at: null, failing_since: null, waiting: 0 })
  })

  test('another address inherits neither failures nor a pause, and gets at once what waits', async () => {
    const owner = await build.user()
    const { as, endpoint_id, row } = await listening(owner, ['entry.submitted'], 'old')
    target.receiver.behave = () => ({ retryAfter: '86400' })
    await submit(await build.entry(owner))
    await deliverDue()
    const failing_since = now.toISOString()
    const wanted = { endpoint_id, name: 'Renamed', events: ['entry.submitted' as const] }
    target.receiver.behave = () => 204
    await as.call(webhooks.change, { ...wanted, url: `${target.url}old` })
    await deliverDue()
    expect(await row()).toMatchObject({ name: 'Renamed', failing_since, waiting: 1 })
    await as.call(webhooks.change, { ...wanted, url: `${target.url}new` })
    expect(await row()).toMatchObject({ failing_since: null })
    await deliverDue()
    expect(told('new')).toHaveLength(1)
    expect(await row()).toMatchObject({ failing_since: null, waiting: 0 })
  })

  test('a receiver that hangs does not keep what happens meanwhile from the others', async () => {
    const [slow, good] = [await build.user(), await build.user()]
    const { log } = await listening(slow, ['entry.submitted'], 'slow')
    await listening(good, ['entry.submitted'], 'good')
    const released = Promise.withResolvers<void>()
    target.receiver.behave = ({ path }) =>
      path === '/slow' ? { acceptAfter: released.promise } : 204
    await submit(await build.entry(slow))
    const run = deliverDue()
    await until(() => told('slow').length === 1)
    await submit(await build.entry(good))
    await until(() => told('good').length === 1)
    expect(await log()).toMatchObject([{ state: 'waiting', attempts: [] }])
    released.resolve()
    await run
    expect(await log()).toMatchObject([{ state: 'delivered' }])
  })

  test('after the last try it is given up, and the next event of the subject goes on', async () => {
    const owner = await build.user()
    const { log, as, endpoint_id } = await listening(owner, ['entry.submitted', 'entry.withdrawn'])
    target.receiver.behave = ({ body }) => (body.includes('entry.submitted') ? 500 : 204)
    const entry = await build.entry(owner)
    await submit(entry)
    await changeEntryStatus(db, 'withdraw', [entry.id], { withdrawn_at: now })
    for (let round = 0; round < 10; round += 1) {
      await deliverDue()
      // Something else succeeds meanwhile, so that the endpoint stays.
      await as.call(webhooks.test, { endpoint_id })
      await deliverDue()
      pass(30 * 3_600_000)
    }
    await deliverDue()
    const rows = (await log()).filter(({ type }) => type !== 'webhook.test')
    expect(rows).toMatchObject([
      { type: 'entry.withdrawn', state: 'delivered' },
      { type: 'entry.submitted', state: 'given_up', attempts: { length: 10 } },
    ])
  })

  test('nothing is sent for an account that is locked', async () => {
    const owner = await build.user()
    await listening(owner, ['entry.submitted'])
    await submit(await build.entry(owner))
    await db.updateTable('users').set({ status: 'locked' }).where('id', '=', owner.id).execute()
    await deliverDue()
    expect(told()).toEqual([])
  })

  test('retries grow to a day and come at different times', () => {
    const at = (attempt: number, random: number) => retryAt(attempt, new Date(0), random)?.getTime()
    expect([1, 2, 9].map((attempt) => at(attempt, 0))).toEqual([5_000, 300_000, 86_400_000])
    expect(at(1, 1)).toBe(6_000)
    expect(retryAt(10, new Date(0))).toBeNull()
  })
})

describe('the log', () => {
  async function delivered(count: number) {
    const owner = await build.user()
    const listener = await listening(owner, ['entry.submitted'])
    for (let number = 0; number < count; number += 1) await submit(await build.entry(owner))
    await deliverDue()
    return listener
  }

  test('replays one delivery with its id, once it is done', async () => {
    const { as, endpoint_id, log } = await delivered(1)
    const [first] = await log()
    const delivery_id = first?.delivery_id ?? ''
    expect(await as.call(webhooks.replay, { endpoint_id, delivery_id })).toEqual({ queued: 1 })
    const [waiting] = await log()
    expect(waiting).toMatchObject({ is_replay: true, state: 'waiting' })
    const again = { endpoint_id, delivery_id: waiting?.delivery_id ?? '' }
    expect(await as.answer(webhooks.replay, again)).toMatchObject({ code: 409 })
    await deliverDue()
    expect(target.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      first?.message_id,
      first?.message_id,
    ])
  })

  test('replays a span in order, without what waits anyhow', async () => {
    const { as, endpoint_id, log } = await delivered(3)
    const before = await log()
    const span = { endpoint_id, from: before[1]?.at ?? '', to: before[0]?.at ?? '' }
    expect(await as.call(webhooks.replay, span)).toEqual({ queued: 2 })
    expect(await as.call(webhooks.replay, span)).toEqual({ queued: 0 })
    await deliverDue()
    const ids = target.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(3)).toEqual([before[1]?.message_id, before[0]?.message_id])
    expect(await as.answer(webhooks.replay, { endpoint_id })).toMatchObject({ code: 422 })
  })

  test('shows one state alone, and is deleted with its events after its time', async () => {
    const { as, endpoint_id, log } = await delivered(2)
    const asked = { endpoint_id, state: 'waiting' as const }
    expect((await as.call(webhooks.deliveries, asked)).total).toBe(0)
    expect(await log()).toHaveLength(2)
    await expiredRowsRepository(db).webhookEvents(new Date())
    expect(await log()).toEqual([])
  })

  test('of somebody else is not told from none', async () => {
    const { endpoint_id } = await delivered(1)
    const stranger = api.as(await build.user())
    for (const call of [webhooks.deliveries, webhooks.remove, webhooks.test, webhooks.resume]) {
      expect(await stranger.answer(call, { endpoint_id })).toMatchObject({ code: 404 })
    }
    expect(await stranger.answer(webhooks.rotateSecret, { endpoint_id })).toMatchObject({
      code: 404,
    })
  })
})

describe('endpoints', () => {
  const wanted = {
    name: 'A',
    url: 'https://receiver.example/',
    events: ['winner.published' as const],
  }

  test('need a fresh sign-in, or a key of the scope', async () => {
    const owner = await build.user()
    const as = api.as(owner)
    await as.call(session.getUserInfo, {})
    const made = { name: 'Hooks', scopes: ['webhooks:manage' as const], days: 30 as const }
    const { key } = await as.call(apiKeys.make, made)
    pass(16 * MINUTE_MS)
    expect(await as.answer(webhooks.add, wanted)).toMatchObject({
      code: 409,
      data: { reason: 'STEP_UP' },
    })
    const headers = { authorization: `Bearer ${key}` }
    const added = await api.as(null).answer(webhooks.add, wanted, headers)
    expect(added).toMatchObject({ code: 200, data: { secret: expect.stringMatching(/^whsec_/) } })
    const [row] = await db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'webhook.added')
      .where('subject', '=', owner.id)
      .execute()
    expect(row?.after).toMatchObject({ key_id: expect.any(String), host: 'receiver.example' })
  })

  test('show their secret once', async () => {
    proves('call webhook/list')
    const { as, secret } = await listening(await build.user(), ['winner.published'])
    expect(JSON.stringify(await as.call(webhooks.list, {}))).not.toContain(secret)
  })

  test('of jurors hear of winners alone', async () => {
    const juror = api.as(await build.juror(2))
    expect((await juror.call(webhooks.list, {})).events).toEqual([
      'winner.published',
      'winner.hidden',
    ])
    const asked = { ...wanted, events: ['entry.submitted'] }
    expect(await juror.answer(webhooks.add, asked)).toMatchObject({
      code: 403,
      data: { reason: 'EVENTS' },
    })
  })

  test('are refused with a password in the address, and above ten', async () => {
    const as = api.as(await build.user())
    const secretive = { ...wanted, url: 'https://me:secret@receiver.example/' }
    expect(await as.answer(webhooks.add, secretive)).toMatchObject({ code: 422 })
    for (let count = 0; count < 9; count += 1) await as.call(webhooks.add, wanted)
    const both = await Promise.all([
      as.answer(webhooks.add, wanted),
      as.answer(webhooks.add, wanted),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  test('change and go; what waited for one that is removed goes with it', async () => {
    proves('call webhook/change', 'call webhook/remove')
    const owner = await build.user()
    const { as, endpoint_id } = await listening(owner, ['entry.submitted'])
    await submit(await build.entry(owner))
    await as.call(webhooks.change, { ...wanted, endpoint_id, url: `${target.url}new` })
    await deliverDue()
    expect(told('new')).toHaveLength(1)
    await submit(await build.entry(owner))
    await deliverDue()
    expect(told()).toHaveLength(1)
    await as.call(webhooks.remove, { endpoint_id })
    expect((await as.call(webhooks.list, {})).endpoints).toEqual([])
    expect(await as.answer(entries.entryList, {})).toMatchObject({ code: 200 })
  })
})

test('a production site sends to https alone', async () => {
  const as = strict.as(await strict.build.user())
  const wanted = { name: 'A', url: 'http://receiver.example/', events: ['winner.published'] }
  expect(await as.answer(webhooks.add, wanted)).toMatchObject({
    code: 422,
    msg: { url: ['Give an address that begins with https://'] },
  })
  const hidden = { ...wanted, url: 'https://localhost/', events: ['winner.published' as const] }
  const { endpoint_id } = await as.call(webhooks.add, hidden)
  await as.call(webhooks.test, { endpoint_id })
  await webhookDelivery(strict.context).deliverDue()
  const { list } = await as.call(webhooks.deliveries, { endpoint_id })
  expect(list).toMatchObject([{ attempts: [{ outcome: 'private_address', status: null }] }])
})
