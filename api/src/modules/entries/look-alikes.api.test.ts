import { entries } from '@awards/shared/contract'
import { entryScene } from '../../../test/entry-scene.ts'
import { plantStatus } from '../../../test/plant-status.ts'
import { entryWarnings } from './entries.policy.ts'

const scene = await entryScene()
const { db, build, context } = scene

const HASH = '1011001110001111010110100110100101110010110001011010011100101101'
/** The perceptual hash with `bits` of its bits inverted. */
const flipped = (from: number, bits: number) =>
  [...HASH]
    .map((bit, at) => (at >= from && at < from + bits ? String(1 - Number(bit)) : bit))
    .join('')
const differing = (bits: number) => flipped(0, bits)
const OTHER_HASH = [...HASH].map((bit, at) => (at % 2 ? bit : String(1 - Number(bit)))).join('')

const warningsOf = (id: string) => entryWarnings(db, id)

test("warns of a picture that resembles one in another user's entry", async () => {
  const first = await scene.submitted({ looks: [OTHER_HASH, HASH, null] })
  await context.jobs.drain()
  const far = await scene.submitted({ looks: [differing(7), null, null] })
  await context.jobs.drain()
  const near = await scene.submitted({ looks: [flipped(58, 6), null, null] })
  await context.jobs.drain()

  const [warning, ...more] = await warningsOf(near.id)
  expect(more).toEqual([])
  const { judging_no } = await db
    .selectFrom('apply_orders')
    .select('judging_no')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  expect(warning).toMatchObject({
    kind: 'similar_picture',
    similar: { place: 1, other_place: 2, judging_no, is_own: false },
  })
  expect(await warningsOf(far.id)).toEqual([])
  expect(await warningsOf(first.id)).toEqual([])
})

test("warns of the owner's own pictures only in another edition", async () => {
  const owner = await build.user()
  const look = differing(30)
  await scene.submitted({ owner, looks: [look, null, null] })
  const twin = await scene.submitted({ owner, looks: [look, null, null] })
  await context.jobs.drain()
  expect(await warningsOf(twin.id)).toEqual([])

  const past = await build.edition({ status: 5, results_published_at: build.at(-400) })
  const old = await build.entry(owner, { entry_status: 61, edition_id: past.id })
  const [cover] = twin.files
  await db
    .insertInto('entry_files')
    .values({ apply_order_id: old.id, file_id: cover?.file_id ?? '', kind: 'cover' })
    .execute()
  const again = await scene.submitted({ owner, looks: [look, null, null] })
  await context.jobs.drain()
  expect(await warningsOf(again.id)).toMatchObject([{ similar: { is_own: true, other_place: 1 } }])
})

test("ignores flat tones and other users' drafts", async () => {
  const flat = '0'.repeat(64)
  await scene.submitted({ looks: [flat, null, null] })
  await scene.draft({ looks: [differing(40), null, null] })
  const entry = await scene.submitted({ looks: [flat, differing(40), null] })
  await context.jobs.drain()
  expect(await warningsOf(entry.id)).toEqual([])
})

test('shows warnings to the chair, not to the entrant or a juror', async () => {
  const look = differing(50)
  await scene.submitted({ looks: [look, null, null] })
  const { entrant, id } = await scene.submitted({ looks: [look, null, null] })
  await context.jobs.drain()
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 2, paid_at: new Date() })
    .where('id', '=', id)
    .execute()
  await plantStatus(db, id, 40)
  const own = await entrant.call(entries.info, { apply_order_id: id })
  expect(JSON.stringify(own)).not.toMatch(/similar|warning/)

  const chair = await build.juror(1)
  const seen = await scene.as(chair).call(entries.info, { apply_order_id: id })
  expect(seen).toMatchObject({ warnings: [{ kind: 'similar_picture' }] })

  const juror = await build.juror(2)
  await db
    .insertInto('assignments')
    .values({ apply_order_id: id, juror_id: juror.juror_id, level: 2 })
    .execute()
  const sheet = await scene.as(juror).call(entries.info, { apply_order_id: id })
  expect(sheet).toMatchObject({ warnings: [] })
})

test('submitting stores the licence consent with the version of the regulations, once per entry', async () => {
  proves('call apply/edit')
  await db
    .insertInto('regulation_versions')
    .values([
      { version: '2026.1', effective_at: '2026-01-01' },
      { version: '2999.1', effective_at: '2999-01-01' },
    ])
    .execute()
  const { owner, entrant, id, version } = await scene.submitted()
  await entrant.call(entries.edit, { apply_order_id: id, version, answers: {}, submit: true })
  const consents = await db
    .selectFrom('consents')
    .select(['kind', 'given', 'version', 'subject'])
    .where('user_id', '=', owner.id)
    .execute()
  expect(consents).toEqual([{ kind: 'image_licence', given: true, version: '2026.1', subject: id }])
})

test('the receipt lists numbers, fees and next steps, and is sent once', async () => {
  const { owner, entrant, id, version, orders } = await scene.submitted({
    categories: [scene.category.id, scene.second.id],
  })
  await entrant.call(entries.edit, { apply_order_id: id, version, answers: {}, submit: true })
  await context.jobs.drain()
  const receipts = scene.mails.filter(({ to }) => to === owner.email)
  expect(receipts).toHaveLength(1)
  const { text = '', html = '' } = receipts[0] ?? {}
  for (const { entry_no } of orders) {
    expect(text).toContain(entry_no)
    expect(html).toContain(entry_no)
  }
  // 260 and 140 euros and the tax of a French consumer.
  expect(text).toMatch(/€312\b/)
  expect(text).toMatch(/€168\b/)
  expect(text).toContain('To pay: €480')
  expect(text).toContain('What happens next')
  expect(text).toContain(`/submit?id=${id}`)
})
