import { account, entries, payments, studio } from '@awards/shared/contract'
import { sql } from 'kysely'
import { PASSWORD } from '../../../test/build.ts'
import { CONSUMER, paymentScene } from '../../../test/payment-scene.ts'
import { studioScene } from '../../../test/studio-scene.ts'
import { isLockAwaited, lockWaiters, until } from '../../../test/waiting.ts'

const scene = await paymentScene()
const { build, db } = scene
const team = await studioScene(scene)
const { boss, owner } = team
const { edition } = await build.programme()
await build.phase({
  edition_id: edition.id,
  phase: 1,
  starts_at: build.at(-5),
  ends_at: build.at(5),
})

afterAll(() => scene.stop())
beforeEach(() => db.deleteFrom('rate_limits').execute())

test('two clicks and two windows make one member', async () => {
  const guest = await build.user()
  const { token } = await team.invite(guest.email, 'editor')
  const as = scene.as(guest)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => as.answer(studio.acceptInvitation, { token })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 410, 410, 410, 410, 410])
  const rows = await db
    .selectFrom('studio_members')
    .select('id')
    .where('member_id', '=', guest.id)
    .execute()
  expect(rows).toHaveLength(1)
})

test('an invitation that is withdrawn and accepted at once does one of both', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const guest = await build.user()
    const { invitation_id, token } = await team.invite(guest.email, 'viewer')
    const [accepted, withdrawn] = await Promise.all([
      scene.as(guest).answer(studio.acceptInvitation, { token }),
      boss.answer(studio.withdrawInvitation, { invitation_id }),
    ])
    const isMember = (
      await db.selectFrom('studio_members').select('id').where('member_id', '=', guest.id).execute()
    ).length
    expect(isMember).toBe(accepted.code === 200 ? 1 : 0)
    expect((withdrawn.data as { changed: boolean }).changed).toBe(accepted.code !== 200)
  }
})

test('one address that is invited twice at once has one invitation', async () => {
  const input = { email: 'once@atelier.example', role: 'viewer' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => boss.answer(studio.invite, input)),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
})

/** A payer, an unpaid entry of the owner, and what the payer sends to pay for it. */
async function checkout() {
  const entry = await build.entry(owner, { entry_status: 10 })
  const payer = await team.member('payer')
  const { quote_id } = await payer.as.call(payments.getEntryFee, { apply_order_id: entry.id })
  const input = {
    apply_order_id: entry.id,
    channel: 'wechat_native' as const,
    quote_id,
    billing: CONSUMER,
  }
  return { entry, payer, pay: () => payer.as.answer(payments.entryFeePayment, input) }
}

test('a removal waits for an order that is being opened, and the next one is refused', async () => {
  const { entry, payer, pay } = await checkout()
  let removal: Promise<{ code: number }> | undefined
  await db.transaction().execute(async (trx) => {
    // What the payment holds while it opens the order.
    await sql`select 1 from studio_members where id = ${payer.member_id} for share`.execute(trx)
    removal = boss.answer(studio.removeMember, { member_id: payer.member_id })
    await until(() => isLockAwaited(db))
  })
  expect((await removal)?.code).toBe(200)
  expect((await pay()).code).toBe(404)
  expect(await scene.orders(entry.id)).toEqual([])
})

test('a payer whose removal came first opens no order, though the payment began before it', async () => {
  const { entry, payer, pay } = await checkout()
  let payment: ReturnType<typeof pay> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`update studio_members set ended_at = now() where id = ${payer.member_id}`.execute(trx)
    payment = pay()
    // It has read its role, and waits for the membership's row.
    await until(() => isLockAwaited(db))
  })
  expect((await payment)?.code).toBe(404)
  expect(await scene.orders(entry.id)).toEqual([])
})

test('of removal and payment at once, an order exists only where the payment was answered', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { entry, payer, pay } = await checkout()
    const [payment, removal] = await Promise.all([
      pay(),
      boss.answer(studio.removeMember, { member_id: payer.member_id }),
    ])
    expect(removal.code).toBe(200)
    expect([200, 404]).toContain(payment.code)
    expect(await scene.orders(entry.id)).toHaveLength(payment.code === 200 ? 1 : 0)
    expect((await pay()).code).toBe(404)
  }
})

test('a save that waits for its entry is refused once the member is removed first', async () => {
  const entry = await build.entry(owner, {})
  const editor = await team.member('editor')
  let save: Promise<{ code: number }> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`update studio_members set ended_at = now() where id = ${editor.member_id}`.execute(
      trx,
    )
    const change = { apply_order_id: entry.id, version: 1, answers: { title: 'Too late' } }
    save = editor.as.answer(entries.edit, change)
    await until(() => isLockAwaited(db))
  })
  expect((await save)?.code).toBe(404)
  const { title } = await scene.entryRow(entry.id)
  expect(title).not.toBe('Too late')
})

test('the owner who hands a work over while saving it loses neither', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const studioOfTurn = await studioScene(scene)
    const entry = await build.entry(studioOfTurn.owner, {})
    const heir = await studioOfTurn.member('viewer')
    const { hand_over_id } = await studioOfTurn.boss.call(studio.offerHandOver, {
      member_id: heir.member_id,
    })
    const [saved, taken] = await Promise.all([
      studioOfTurn.boss.answer(entries.edit, {
        apply_order_id: entry.id,
        version: 1,
        answers: { title: 'Last word' },
      }),
      heir.as.answer(studio.answerHandOver, { hand_over_id, answer: 'accept' }),
    ])
    expect(taken.code).toBe(200)
    // After the hand-over the former owner is a viewer.
    expect([200, 403, 404]).toContain(saved.code)
    const row = await scene.entryRow(entry.id)
    expect(row.user_id).toBe(heir.person.id)
    expect(row.title === 'Last word').toBe(saved.code === 200)
  }
})

test('an offer that is accepted twice at once is carried out once', async () => {
  const one = await studioScene(scene)
  const entry = await build.entry(one.owner, {})
  const heir = await one.member('editor')
  const { hand_over_id } = await one.boss.call(studio.offerHandOver, { member_id: heir.member_id })
  const accept = () => heir.as.answer(studio.answerHandOver, { hand_over_id, answer: 'accept' })
  const answers = await Promise.all([accept(), accept(), accept()])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 404, 404])
  expect((await scene.entryRow(entry.id)).user_id).toBe(heir.person.id)
  const { members } = await heir.as.call(studio.overview, {})
  expect(members).toMatchObject([{ email: one.owner.email, role: 'editor' }])
})

test.each(['a hand-over', 'an erasure'])(
  'a member’s save that meets %s waits for it and is refused after it',
  async (what) => {
    const one = await studioScene(scene)
    const entry = await build.entry(one.owner, {})
    const [editor, heir] = [await one.member('editor'), await one.member('viewer')]
    const { hand_over_id } = await one.boss.call(studio.offerHandOver, {
      member_id: heir.member_id,
    })
    const begin = () =>
      what === 'a hand-over'
        ? heir.as.answer(studio.answerHandOver, { hand_over_id, answer: 'accept' })
        : one.boss.answer(account.erase, { password: PASSWORD, understood: true })
    let change: Promise<{ code: number }> | undefined
    let save: Promise<{ code: number }> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select from apply_orders where id = ${entry.id} for update`.execute(trx)
      change = begin()
      await until(() => isLockAwaited(db))
      const words = { apply_order_id: entry.id, version: 1, answers: { title: 'Meanwhile' } }
      save = editor.as.answer(entries.edit, words)
      await until(async () => (await lockWaiters(db)) > 1)
    })
    expect((await change)?.code).toBe(200)
    expect((await save)?.code).toBe(404)
  },
)
