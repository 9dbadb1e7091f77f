import { entryScene } from '../../test/entry-scene.ts'
import { remindOfDeadlines } from './deadline-reminder.ts'
import { DAY_MS } from '../lib/time.ts'

const scene = await entryScene()
const { db, build, context, edition } = scene
const daysBefore = (days: number, closes = edition.closes_at) =>
  scene.setTime(new Date(closes.getTime() - days * DAY_MS + 3_600_000))

async function remindedOf(email: string) {
  await remindOfDeadlines(context)
  await context.jobs.drain()
  return scene.mails.filter(
    ({ to, subject }) => to === email && /close|ferment|Clôture|截止/.test(subject),
  )
}

test('sends one reminder of all unfinished entries seven and two days before the close', async () => {
  const owner = await build.user()
  const draft = await scene.draft({ owner })
  const unpaid = await scene.submitted({ owner })
  const done = await build.user()
  await build.entry(done, { entry_status: 20 })
  daysBefore(9)
  expect(await remindedOf(owner.email)).toEqual([])
  daysBefore(7)
  const [mail, ...more] = await remindedOf(owner.email)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`${draft.orders[0]?.entry_no} · Ondine · to be handed in`)
  expect(mail?.text).toContain(`${unpaid.orders[0]?.entry_no} · Ondine · fee to be paid`)
  expect(await remindedOf(done.email)).toEqual([])
  daysBefore(6.5)
  expect(await remindedOf(owner.email)).toHaveLength(1)
  daysBefore(4)
  expect(await remindedOf(owner.email)).toHaveLength(1)
  daysBefore(2)
  expect(await remindedOf(owner.email)).toHaveLength(2)
  expect(await remindedOf(owner.email)).toHaveLength(2)
})

test('E5: the reminder shows the state of each entry as the account does', async () => {
  const owner = await build.user()
  scene.setTime(new Date())
  const order = (apply_order_id: string) => ({
    apply_order_id,
    order_no: `GA${apply_order_id.slice(-12)}`,
    fee_type: 1,
    status: 1,
    quote: '{}',
    amount_minor: 31200,
    currency: 'EUR',
    expires_at: edition.closes_at,
  })
  const announced = await scene.submitted({ owner })
  const debited = await scene.submitted({ owner })
  await db
    .insertInto('payment_orders')
    .values([
      { ...order(announced.id), channel: 'bank_transfer' },
      { ...order(debited.id), channel: 'card', processing_since: new Date() },
    ])
    .execute()
  daysBefore(2)
  const [mail] = await remindedOf(owner.email)
  expect(mail?.text).toContain('Ondine · transfer of €312 announced')
  expect(mail?.text).not.toContain('fee to be paid')
  expect(mail?.text).not.toContain(debited.orders[0]?.entry_no)
})

test('sends a new reminder after the deadline was moved', async () => {
  const owner = await build.user()
  scene.setTime(new Date())
  await scene.draft({ owner })
  daysBefore(2)
  expect(await remindedOf(owner.email)).toHaveLength(1)
  const moved = new Date(edition.closes_at.getTime() + 10 * DAY_MS)
  await db.updateTable('editions').set({ closes_at: moved }).where('id', '=', edition.id).execute()
  await db
    .deleteFrom('phases')
    .where('edition_id', '=', edition.id)
    .where('phase', '=', 2)
    .execute()
  await db
    .updateTable('phases')
    .set({ ends_at: moved })
    .where('edition_id', '=', edition.id)
    .where('phase', '=', 1)
    .execute()
  daysBefore(7, moved)
  expect(await remindedOf(owner.email)).toHaveLength(2)
})

test.each([
  ['fr', 'à déposer'],
  ['zh', '待提交'],
] as const)('the reminder is in the language %s of its recipient', async (language, state) => {
  const owner = await build.user({ language })
  scene.setTime(new Date())
  await scene.draft({ owner })
  const { closes_at } = await db
    .selectFrom('editions')
    .select('closes_at')
    .where('id', '=', edition.id)
    .executeTakeFirstOrThrow()
  daysBefore(2, closes_at)
  const [mail] = await remindedOf(owner.email)
  expect(mail?.text).toContain(state)
  expect(`${mail?.subject}${mail?.text}`).not.toMatch(/\{\{|undefined/)
})

test('sends no reminder to an erased account', async () => {
  const owner = await build.user()
  scene.setTime(new Date())
  await scene.draft({ owner })
  await db.updateTable('users').set({ status: 'erased' }).where('id', '=', owner.id).execute()
  daysBefore(2)
  expect(await remindedOf(owner.email)).toEqual([])
})

test('sends no reminder while the call for entries is closed by hand', async () => {
  const owner = await build.user()
  scene.setTime(new Date())
  await scene.draft({ owner })
  const { closes_at } = await db
    .selectFrom('editions')
    .select('closes_at')
    .where('id', '=', edition.id)
    .executeTakeFirstOrThrow()
  const force = (is_forced: boolean) =>
    db
      .updateTable('phases')
      .set({ is_forced })
      .where('edition_id', '=', edition.id)
      .where('phase', '=', 3)
      .execute()
  daysBefore(2, closes_at)
  await force(true)
  expect(await remindedOf(owner.email)).toEqual([])
  await force(false)
})
