import { entries, entriesAdded, type OwnerEntryInfo } from '@awards/shared/contract'
import { entryScene } from '../../../test/entry-scene.ts'

const scene = await entryScene()
const LONG = 'Steam-bent oak, joined without metal. '.repeat(200).trim()
const OLD = {
  description: LONG,
  dimensions: LONG,
  designers: Array.from({ length: 25 }, (_, number) => ({ name: `Designer ${number} ${LONG}` })),
  location_country: 'France',
}

/** An entry with stored answers that exceed today's limits of the form. */
async function withOldAnswers() {
  const { entrant, id } = await scene.draft()
  const { answers } = await entrant.call(entries.info, { apply_order_id: id })
  await scene.db
    .updateTable('apply_orders')
    .set({ answers: JSON.stringify({ ...answers, ...OLD }) })
    .where('id', '=', id)
    .execute()
  return { entrant, id }
}

test('stored answers that exceed the limits of the form are returned unchanged', async () => {
  proves('call apply/info', 'call apply/entryList', 'call apply/templates', 'call apply/duplicate')
  const { entrant, id } = await withOldAnswers()
  const info = await entrant.call(entries.info, { apply_order_id: id })
  expect(info.answers).toMatchObject(OLD)
  const { list } = await entrant.call(entries.entryList, {})
  expect(list.map(({ apply_order_id }) => apply_order_id)).toContain(id)
  expect((await entrant.call(entriesAdded.templates, {})).credits[0]?.designers).toHaveLength(25)
  const copy = await entrant.call(entriesAdded.duplicate, { apply_order_id: id })
  const again = { apply_order_id: copy.orders[0]?.apply_order_id ?? '' }
  expect((await entrant.call(entries.info, again)).answers.description).toBe(LONG)
})

test('saving reports what to shorten and loses nothing; the shortened answers can be submitted', async () => {
  proves('call apply/edit')
  const { entrant, id } = await withOldAnswers()
  const save = async (answers: object, submit = false) => {
    const info = await entrant.call(entries.info, { apply_order_id: id })
    const { version } = info as OwnerEntryInfo
    return entrant.answer(entries.edit, { apply_order_id: id, version, answers, submit })
  }
  const problems = {
    description: ['Write at most 2500 characters'],
    dimensions: ['Write at most 120 characters'],
    designers: ['Name at most 20 designers'],
    location_country: ['Choose a country'],
  }
  const saved = await save({ materials: 'Oak' })
  expect(saved).toMatchObject({ code: 200, data: { problems } })
  expect((await entrant.call(entries.info, { apply_order_id: id })).answers).toMatchObject({
    ...OLD,
    materials: 'Oak',
  })
  expect(await save({}, true)).toMatchObject({ code: 422, msg: problems })
  expect(await save({ description: LONG })).toMatchObject({ code: 422 })

  const shorter = {
    description: LONG.slice(0, 2e3),
    dimensions: '',
    location_country: 'FR',
    designers: [{ name: 'Anne Brumaire' }],
  }
  expect(await save(shorter, true)).toMatchObject({ code: 200, data: { problems: {} } })
})
