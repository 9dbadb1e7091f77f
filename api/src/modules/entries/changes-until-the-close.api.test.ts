import { entries } from '@awards/shared/contract'
import type { EntryStatus } from '@awards/shared/domain'
import { entryScene } from '../../../test/entry-scene.ts'
import { plantStatus } from '../../../test/plant-status.ts'

const api = await entryScene()
const { category, second, edition, picture } = api

/** A complete, submitted project; the fee of its first entry is paid. */
async function paid(entry_status: EntryStatus = 20, categories = [category.id]) {
  const made = await api.submitted({ categories })
  await plantStatus(api.db, made.id, entry_status)
  const entry = await api.db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 2, paid_at: new Date() })
    .where('id', '=', made.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...made, entry }
}
const byId = (id: string) => ({ apply_order_id: id })

test('E1: texts and pictures of a paid entry can be changed until the call closes', async () => {
  const { entry, entrant, files, owner } = await paid()
  const info = await entrant.call(entries.info, byId(entry.id))
  expect(info).toMatchObject({ is_editable: true, edit_until: edition.closes_at.toISOString() })

  const saved = await entrant.call(entries.edit, {
    ...byId(entry.id),
    version: entry.version,
    answers: { materials: 'Ash' },
  })
  expect(saved).toMatchObject({ entry_status: 20, version: entry.version + 1 })
  const fourth = {
    file_id: await picture(owner, `${entry.id}-4`),
    kind: 'image' as const,
    sort: 3,
    alt: 'Its back',
  }
  const arranged = await entrant.call(entries.editImage, {
    ...byId(entry.id),
    version: saved.version,
    files: [...files, fourth],
  })
  expect(arranged.files).toHaveLength(4)
  const [row] = (await entrant.call(entries.entryList, {})).list
  expect(row).toMatchObject({
    actions: expect.not.arrayContaining(['continue']),
    edit_until: edition.closes_at.toISOString(),
  })
})

test('E1: a paid entry is read-only after the close, and the refusal gives the reason', async () => {
  const { entry, owner } = await paid()
  api.setTime(new Date(edition.closes_at.getTime() + 60_000))
  const late = api.as(owner)
  const answer = await late.answer(entries.edit, {
    ...byId(entry.id),
    version: entry.version,
    answers: { materials: 'Ash' },
  })
  const info = await late.call(entries.info, byId(entry.id))
  api.setTime(new Date())
  expect(answer).toMatchObject({ code: 423, data: { reason: 'WINDOW_CLOSED' } })
  expect(info).toMatchObject({ is_editable: false, edit_until: null })
  expect(info.answers.materials).toBeUndefined()
})

test('E1: category and section of a submitted entry are fixed, and the refusal gives the reason', async () => {
  const { entry, entrant } = await paid()
  const answer = await entrant.answer(entries.edit, {
    ...byId(entry.id),
    version: entry.version,
    answers: {},
    category_id: second.id,
  })
  expect(answer).toMatchObject({ code: 423, data: { reason: 'PLACE_FIXED' } })
  const info = await entrant.call(entries.info, byId(entry.id))
  expect(info).toMatchObject({ category: { id: category.id }, version: entry.version })
})

test('E1: a change that would make a submitted entry incomplete is refused by field', async () => {
  const { entry, entrant, files } = await paid()
  const at = { ...byId(entry.id), version: entry.version }
  const short = await entrant.answer(entries.edit, { ...at, answers: { description: 'Short' } })
  const fewer = await entrant.answer(entries.editImage, { ...at, files: files.slice(0, 2) })
  expect(short).toMatchObject({ code: 422, msg: { description: [expect.any(String)] } })
  expect(fewer).toMatchObject({ code: 422, msg: { images: [expect.any(String)] } })
  expect(await entrant.call(entries.info, byId(entry.id))).toMatchObject({ version: entry.version })
})

test('E1: the paid and the unpaid entries of a project share one text', async () => {
  const { entry, entrant, orders } = await paid(20, [category.id, second.id])
  const unpaid = orders[1]?.apply_order_id ?? ''
  const { version } = (await entrant.call(entries.info, byId(unpaid))) as { version: number }
  await entrant.call(entries.edit, { ...byId(unpaid), version, answers: { materials: 'Ash' } })
  expect(await entrant.call(entries.info, byId(entry.id))).toMatchObject({
    entry_status: 20,
    answers: { materials: 'Ash' },
  })
})

test('E1: an admitted entry that is changed goes back to the formal check', async () => {
  const { entry, entrant } = await paid(30)
  const saved = await entrant.call(entries.edit, {
    ...byId(entry.id),
    version: entry.version,
    answers: { materials: 'Ash' },
  })
  expect(saved.entry_status).toBe(20)
})

test('E1: an admitted entry whose pictures change goes back to the formal check as well', async () => {
  const { entry, entrant, files } = await paid(30)
  const renamed = files.map((file) => ({ ...file, alt: 'Seen from above' }))
  await entrant.call(entries.editImage, {
    ...byId(entry.id),
    version: entry.version,
    files: renamed,
  })
  expect(await entrant.call(entries.info, byId(entry.id))).toMatchObject({ entry_status: 20 })
})
