import {
  documents,
  documentsAdded,
  entries,
  judge,
  payments,
  paymentsAdded,
} from '@awards/shared/contract'
import type { MemberRole } from '@awards/shared/domain'
import { CONSUMER, paymentScene } from '../../../../test/payment-scene.ts'
import { pdfText } from '../../../../test/read-pdf.ts'

/*
 * Baskets of a studio whose members do not all see all of its works, and the mails to who pays.
 */
const scene = await paymentScene()
const { build, db, context, app } = scene
const asChair = scene.as(await build.juror(1))
const NOW = new Date()
let reference = 0
afterAll(() => scene.stop())
beforeEach(() => scene.setTime(NOW))

/** A studio with two works due, its owner, and the owner's window. */
async function studio() {
  const owner = await build.user({ company: 'Atelier Sillon' })
  const works = [
    await build.entry(owner, { entry_status: 10, title: 'Ondine' }),
    await build.entry(owner, { entry_status: 10, title: 'Ember' }),
  ]
  const [first = '', second = ''] = works.map(({ id }) => id)
  return { owner, as: scene.as(owner), works, first, second }
}
type Studio = Awaited<ReturnType<typeof studio>>

/** A member for all works, or for one of them. */
async function member({ owner }: Studio, role: MemberRole, work?: { project_id: string }) {
  const person = await build.user()
  const { id } = await db
    .insertInto('studio_members')
    .values({
      owner_id: owner.id,
      member_id: person.id,
      role,
      project_id: work?.project_id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { person, id, as: scene.as(person) }
}

async function pay({ as }: Pick<Studio, 'as'>, apply_order_ids: string[]) {
  const { quote } = await as.call(paymentsAdded.getBasketFee, { apply_order_ids })
  return as.call(paymentsAdded.basketPayment, {
    apply_order_ids,
    channel: 'bank_transfer',
    quote_id: quote?.quote_id ?? '',
    billing: CONSUMER,
  })
}

async function arrive(id: string, amount_minor: number) {
  const { version } = await scene.entryRow(id)
  await asChair.call(judge.changeEntryFeeStatus, {
    apply_order_id: id,
    status: 2,
    version,
    evidence: {
      amount_minor,
      value_date: NOW.toISOString().slice(0, 10),
      reference: `VIR M${(reference += 1)}`,
    },
  })
  await context.jobs.drain()
}

const mailsOf = async (email: string) => {
  const rows = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

const IN_PART = { code: 403, data: { reason: 'SHARED_IN_PART' } }

test('of an order, a member for one work sees that line alone, and no document of the others', async () => {
  const one = await studio()
  const [firstWork, secondWork] = one.works
  const { order_no, amount } = await pay(one, [one.first, one.second])
  const narrow = await member(one, 'payer', secondWork)
  const reader = await member(one, 'payer', firstWork)
  const wide = await member(one, 'payer')
  const viewer = await member(one, 'viewer', firstWork)
  const stranger = scene.as(await build.user())
  const order = { order_no }

  expect(await narrow.as.call(payments.queryOrder, order)).toMatchObject({
    is_part: true,
    apply_order_id: one.second,
    title: 'Ember',
    amount: 31_200,
    action: null,
    timeline: [],
    lines: [{ apply_order_id: one.second, amount: 31_200 }],
  })
  expect(await wide.as.call(payments.queryOrder, order)).toMatchObject({
    amount,
    action: { type: 'bank', reference: order_no },
    lines: [{ apply_order_id: one.first }, { apply_order_id: one.second }],
  })
  expect(await wide.as.call(payments.queryOrder, order)).not.toHaveProperty('is_part')
  expect(await viewer.as.answer(payments.queryOrder, order)).toMatchObject({
    code: 403,
    data: { reason: 'ROLE' },
  })
  expect((await stranger.answer(payments.queryOrder, order)).code).toBe(404)

  await arrive(one.first, amount)
  for (const { as, id } of [
    { as: narrow.as, id: one.second },
    { as: reader.as, id: one.first },
  ]) {
    const told = await as.call(payments.queryOrder, order)
    expect(told).toMatchObject({ status: 2, amount: 31_200, lines: [{ apply_order_id: id }] })
    const work = { apply_order_id: id }
    expect(await as.answer(documents.printEntryFeeInvoice, work)).toMatchObject(IN_PART)
    expect(await as.answer(documents.createEntryFeeInvoice, work)).toMatchObject(IN_PART)
    expect(await as.answer(documentsAdded.printReceipt, order)).toMatchObject(IN_PART)
    expect(await as.call(documentsAdded.invoices, {})).toMatchObject({ list: [], total: 0 })
  }
  const { list } = await wide.as.call(documentsAdded.invoices, {})
  const [invoice] = list
  expect(invoice).toMatchObject({ kind: 'invoice', amount })
  const { invoice_id = '' } = invoice ?? {}
  expect((await reader.as.answer(documentsAdded.printInvoice, { invoice_id })).code).toBe(404)
  await wide.as.call(documentsAdded.printInvoice, { invoice_id })
  await wide.as.call(documentsAdded.printReceipt, order)
  expect((await stranger.answer(documentsAdded.printReceipt, order)).code).toBe(404)
})

test('what is under way and what has arrived is written to the owner, and to the member who pays', async () => {
  const one = await studio()
  const payer = await member(one, 'payer')
  const { amount } = await pay(payer, [one.first, one.second])
  await context.jobs.drain()
  await arrive(one.second, amount)
  const mails = ['bank_transfer', 'payment_received']
  expect(await mailsOf(one.owner.email)).toEqual(mails)
  expect(await mailsOf(payer.person.email)).toEqual(mails)
})

test('a member who is removed, or sees one work alone, gets no mail about the others', async () => {
  const one = await studio()
  const payer = await member(one, 'payer')
  const { amount } = await pay(payer, [one.first, one.second])
  await db.updateTable('studio_members').set({ ended_at: NOW }).where('id', '=', payer.id).execute()
  await member(one, 'payer', one.works[0])
  await arrive(one.first, amount)
  expect(await mailsOf(payer.person.email)).toEqual([])
  expect(await mailsOf(one.owner.email)).toContain('payment_received')
})

test('the proforma of one work of an open basket has the price of that work, under its own number', async () => {
  const one = await studio()
  const { order_no } = await pay(one, [one.first, one.second])
  const work = { apply_order_id: one.first }
  expect(await one.as.call(documents.createEntryFeeInvoice, work)).toMatchObject({
    status: 'proforma',
  })
  const { url } = await one.as.call(documents.printEntryFeeInvoice, work)
  const text = await pdfText((await app.inject({ url })).rawPayload)
  expect(text).toContain('312,00')
  expect(text).not.toContain('624,00')
  expect(text).not.toContain(order_no)
})

test('an account says of a transfer for several works how many they are', async () => {
  const one = await studio()
  const { amount } = await pay(one, [one.first, one.second])
  const { list } = await one.as.call(entries.entryList, {})
  expect(list.map(({ next }) => next?.order)).toMatchObject([
    { amount, works: 2 },
    { amount, works: 2 },
  ])
})
