import { entries, entriesAdded } from '@awards/shared/contract'
import type { EntryDraft, Question } from '@awards/shared/domain'
import { entryScene } from '../../../test/entry-scene.ts'
import { plantStatus } from '../../../test/plant-status.ts'
import { erasureRepository } from '../privacy/erasure.repository.ts'

const api = await entryScene()
const { db, category, second } = api
const byId = (id: string) => ({ apply_order_id: id })

/** The programme asks exactly these. */
async function ask(...questions: Partial<Question>[]) {
  await db.deleteFrom('entry_questions').execute()
  if (questions.length === 0) return
  await db
    .insertInto('entry_questions')
    .values(
      questions.map(({ label, help, choices, ...question }, sort) => ({
        code: 'repair',
        kind: 'long_text',
        required: true,
        jurors: 'redacted',
        public: false,
        sort,
        label: JSON.stringify(label ?? { en: 'How is it repaired?' }),
        help: help ? JSON.stringify(help) : null,
        choices: JSON.stringify(choices ?? []),
        ...question,
      })),
    )
    .execute()
}
afterEach(() => ask())

const edit = (entrant: Entrant, id: string, version: number, rest: object) =>
  entrant.answer(entries.edit, { ...byId(id), version, ...rest })
type Entrant = Awaited<ReturnType<typeof api.draft>>['entrant']
const rowOf = (id: string) =>
  db.selectFrom('apply_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ownInfo = async (entrant: Entrant, id: string) => {
  const info = await entrant.call(entries.info, byId(id))
  if (info.projection !== 'owner') throw new Error('Not the owner')
  return info
}

test('a draft is asked what the programme asks now; a question without its answer keeps it from being handed in', async () => {
  await ask(
    {},
    { code: 'chairs', categories: [category.code] },
    { code: 'lamps', categories: [second.code] },
  )
  const { entrant, id } = await api.draft()
  const info = await ownInfo(entrant, id)
  expect(info.questions?.map(({ code }) => code)).toEqual(['repair', 'chairs'])
  expect(Object.keys(info.problems)).toEqual(['questions.repair', 'questions.chairs'])

  const refused = await edit(entrant, id, info.version, {
    answers: { questions: { repair: 'With one screw' } },
    submit: true,
  })
  expect(refused).toMatchObject({ code: 422, msg: { 'questions.chairs': expect.any(Array) } })
  const first = await edit(entrant, id, info.version, {
    answers: { questions: { repair: 'With one screw' } },
  })
  const handedIn = await edit(entrant, id, (first.data as { version: number }).version, {
    answers: { questions: { chairs: 'It stacks' } },
    submit: true,
  })
  expect(handedIn.code).toBe(200)
  // The second window of the same person has not undone the answer of the first.
  expect((await ownInfo(entrant, id)).answers.questions).toEqual({
    repair: 'With one screw',
    chairs: 'It stacks',
  })
})

test('a question changed in mid-season: who has handed in keeps the form, who has not is asked anew', async () => {
  await ask({
    code: 'reach',
    kind: 'choice',
    jurors: 'shown',
    choices: [
      { code: 'one', label: { en: 'One city' } },
      { code: 'all', label: { en: 'The world' } },
    ],
  })
  const early = await api.draft()
  const info = await ownInfo(early.entrant, early.id)
  const sent = await edit(early.entrant, early.id, info.version, {
    answers: { questions: { reach: 'all' } },
    submit: true,
  })
  expect(sent.code).toBe(200)

  await ask(
    { code: 'reach', kind: 'number', jurors: 'shown', label: { en: 'How many people?' } },
    {},
  )
  const late = await api.draft()
  expect((await ownInfo(late.entrant, late.id)).questions?.map(({ kind }) => kind)).toEqual([
    'number',
    'long_text',
  ])
  const kept = await ownInfo(early.entrant, early.id)
  expect(kept.questions?.map(({ kind }) => kind)).toEqual(['choice'])
  expect(kept.problems).toEqual({})
  // The entry can still be changed, and what it answered then is still checked.
  const changed = await edit(early.entrant, early.id, kept.version, {
    answers: { materials: 'Ash' },
  })
  expect(changed.code).toBe(200)
  const { version } = await rowOf(early.id)
  expect(
    await edit(early.entrant, early.id, version, { answers: { questions: { reach: null } } }),
  ).toMatchObject({ code: 422, msg: { 'questions.reach': expect.any(Array) } })
  // Two entries of one form share it.
  const hashes = await db.selectFrom('entry_forms').select('hash').execute()
  expect((await rowOf(early.id)).form_hash).toBe(hashes.at(-1)?.hash)
})

test('an answer to a question that was taken away stays, is shown to nobody, and comes back with it', async () => {
  await ask({ required: false })
  const { entrant, id } = await api.draft()
  const { version } = await ownInfo(entrant, id)
  await edit(entrant, id, version, { answers: { questions: { repair: 'With one screw' } } })
  await ask()
  const without = await ownInfo(entrant, id)
  expect(without.questions).toEqual([])
  await edit(entrant, id, without.version, { answers: { title: 'Onde' } })
  await ask({ required: false })
  expect((await ownInfo(entrant, id)).answers.questions).toEqual({ repair: 'With one screw' })
})

test('a copy takes the answers along, but no consent and nothing that is not asked any more', async () => {
  await ask({}, { code: 'agreed', kind: 'consent', jurors: 'hidden' }, { code: 'old' })
  const { entrant, id } = await api.draft()
  const { version } = await ownInfo(entrant, id)
  const questions = { repair: 'With one screw', agreed: true, old: 'Gone soon' }
  await edit(entrant, id, version, { answers: { questions } })
  await ask({}, { code: 'agreed', kind: 'consent', jurors: 'hidden' })
  const copy = await entrant.call(entriesAdded.duplicate, byId(id))
  const made = copy.orders[0]?.apply_order_id ?? ''
  expect((await ownInfo(entrant, made)).answers.questions).toEqual({ repair: 'With one screw' })
})

test('a draft keeps no text that is too long for the table, nor a character that it cannot store', async () => {
  await ask({ required: false })
  const { entrant, id } = await api.draft()
  const { version } = await ownInfo(entrant, id)
  for (const repair of ['x'.repeat(6001), 'a\u0000b', { deep: true }]) {
    const refused = await edit(entrant, id, version, { answers: { questions: { repair } } })
    expect(refused.code).toBe(422)
  }
  expect((await rowOf(id)).version).toBe(version)
})

test('after erasure a winner keeps the answers that its page shows, and no other', async () => {
  await ask({ public: true }, { code: 'secret', required: false })
  const made = await api.draft()
  const { version } = await ownInfo(made.entrant, made.id)
  const answers = { questions: { repair: 'With one screw', secret: 'By Anne' } }
  await edit(made.entrant, made.id, version, { answers, submit: true })
  const award = await api.build.award({ rank: 4, min_score: 65 })
  await db
    .updateTable('apply_orders')
    .set({ award_id: award.id })
    .where('id', '=', made.id)
    .execute()
  await plantStatus(db, made.id, 60)
  await db
    .transaction()
    .execute((trx) => erasureRepository(trx).emptyEntries(made.owner.id, new Date()))
  const { answers: kept } = await rowOf(made.id)
  expect((kept as EntryDraft).questions).toEqual({ repair: 'With one screw' })
})
