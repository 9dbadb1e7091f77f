import { entries, entriesAdded } from '@awards/shared/contract'
import { PHASES } from '@awards/shared/domain'
import { COMPLETE, entryScene } from '../../../test/entry-scene.ts'
import { DAY_MS } from '../../lib/time.ts'

const scene = await entryScene()
const { build, edition, section, category } = scene
const close = edition.closes_at.getTime()
const MINUTE = 60_000
const after = (milliseconds: number) => scene.setTime(new Date(close + milliseconds))
afterEach(() => scene.setTime(new Date()))

const NEXT_OPENS = new Date(close + 200 * DAY_MS)
await build.edition({
  code: 'NEXT',
  status: 0,
  opens_at: NEXT_OPENS,
  closes_at: new Date(close + 300 * DAY_MS),
})
const begin = { section_id: section.id, category_ids: [category.id], title: 'Late' }
const closed = {
  code: 423,
  data: {
    reason: 'WINDOW_CLOSED',
    closed_at: edition.closes_at.toISOString(),
    next_opens_at: NEXT_OPENS.toISOString(),
  },
}

test('creating and copying are refused a second after the close, with the date of the next call', async () => {
  proves('call apply/entry', 'call apply/duplicate')
  const { owner, id } = await scene.draft()
  after(1_000)
  const late = scene.as(owner)
  const entry = await late.answer(entries.entry, begin)
  const copy = await late.answer(entriesAdded.duplicate, { apply_order_id: id })
  expect(entry).toMatchObject(closed)
  expect(copy).toMatchObject(closed)
  const year = String(NEXT_OPENS.getUTCFullYear())
  expect(entry.msg).toMatch(new RegExp(`^Entries closed on .+ The next call opens on .+ ${year}`))
})

test('in a call that was closed by hand the refusal names no close, not that of the last call either', async () => {
  await build.edition({ opens_at: build.at(-400), closes_at: build.at(-350) })
  const force = (is_forced: boolean) =>
    scene.db
      .updateTable('phases')
      .set({ is_forced })
      .where('edition_id', '=', edition.id)
      .where('phase', '=', PHASES.admissibility)
      .execute()
  const entrant = scene.as(await build.user())
  await force(true)
  const answer = await entrant.answer(entries.entry, begin)
  await force(false)
  expect(answer).toMatchObject({ ...closed, data: { ...closed.data, closed_at: null } })
  expect(answer.msg).toMatch(/^No call for entries is open at the moment\. The next call opens on /)
})

test.each([
  [-1_000, 200],
  [0, 200],
  [1, 423],
  [1_000, 423],
])('creating an entry %i ms after the close returns %i', async (late, code) => {
  proves('call apply/entry')
  const entrant = await build.user()
  after(late)
  // The server ignores the client's clock.
  const believed = { date: new Date(close - DAY_MS).toUTCString() }
  expect((await scene.as(entrant).answer(entries.entry, begin, believed)).code).toBe(code)
})

test.each([
  [-1_000, 200],
  [0, 200],
  [1, 423],
])('saving a draft %i ms after the close returns %i', async (late, code) => {
  proves('call apply/edit')
  const { owner, id, version } = await scene.draft()
  after(late)
  const input = { apply_order_id: id, version, answers: { materials: 'Oak' } }
  expect((await scene.as(owner).answer(entries.edit, input)).code).toBe(code)
})

test.each([
  ['fr', /^Les inscriptions ont été closes le .+ ouvre le/],
  ['zh', /^报名已于.+截止。.+下一届征集将于.+开放。$/],
])('a refusal with a date is in the language of the request: %s', async (language, sentence) => {
  const entrant = await build.user()
  after(1_000)
  const answer = await scene
    .as(entrant)
    .answer(entries.entry, begin, { 'accept-language': language })
  expect(answer.msg).toMatch(sentence)
})

test('a draft can be submitted, but not changed, in the grace period of 30 minutes', async () => {
  proves('call apply/edit', 'call apply/editImage')
  const { owner, id, version, files } = await scene.draft()
  const input = { apply_order_id: id, version, answers: { title: 'Ondine, at last' } }
  after(20 * MINUTE)
  const late = scene.as(owner)
  const save = await late.answer(entries.edit, input)
  const rewritten = await late.answer(entries.edit, { ...input, submit: true })
  const moved = await late.answer(entries.edit, {
    apply_order_id: id,
    version,
    answers: {},
    submit: true,
    category_id: scene.second.id,
  })
  const pictures = await late.answer(entries.editImage, { apply_order_id: id, version, files })
  for (const answer of [save, rewritten, moved, pictures]) {
    expect(answer).toMatchObject(closed)
    expect(answer.data).toMatchObject({
      submit_until: new Date(close + 30 * MINUTE).toISOString(),
    })
    expect(answer.msg).toContain('You can still hand this entry in until')
  }
  expect(await late.call(entries.info, { apply_order_id: id })).toMatchObject({
    is_editable: false,
    can_submit: true,
    actions: expect.arrayContaining(['continue']),
  })
  const same = { ...input, answers: { title: COMPLETE.title }, submit: true }
  const handedIn = await late.answer(entries.edit, same)
  expect(handedIn).toMatchObject({ code: 200, data: { entry_status: 10 } })
  expect(await late.call(entries.info, { apply_order_id: id })).toMatchObject({
    answers: { title: COMPLETE.title },
  })
})

test('a draft cannot be submitted after the grace period, and keeps its answers', async () => {
  const { owner, id, version } = await scene.draft()
  after(31 * MINUTE)
  const late = scene.as(owner)
  const answer = await late.answer(entries.edit, {
    apply_order_id: id,
    version,
    answers: {},
    submit: true,
  })
  expect(answer).toMatchObject({ ...closed, data: { ...closed.data, submit_until: null } })
  expect(answer.msg).toContain('kept in your account')
  expect(await late.call(entries.info, { apply_order_id: id })).toMatchObject({
    entry_status: 0,
    can_submit: false,
    answers: { title: COMPLETE.title },
  })
})

test('a submitted, unpaid entry cannot be changed after the close', async () => {
  const { owner, id, version } = await scene.submitted()
  after(1_000)
  const answer = await scene
    .as(owner)
    .answer(entries.edit, { apply_order_id: id, version, answers: { title: 'Other' } })
  expect(answer).toMatchObject({ ...closed, data: { ...closed.data, submit_until: null } })
})

test('a concurrent write is refused with the version to merge with', async () => {
  const { entrant, id, version, files } = await scene.draft()
  await entrant.call(entries.edit, { apply_order_id: id, version, answers: { materials: 'Oak' } })
  const { updated_at } = (await entrant.call(entries.entryList, {})).list[0] ?? {}
  const words = await entrant.answer(entries.edit, {
    apply_order_id: id,
    version,
    answers: { materials: 'Ash' },
  })
  const pictures = await entrant.answer(entries.editImage, { apply_order_id: id, version, files })
  for (const answer of [words, pictures]) {
    expect(answer).toMatchObject({
      code: 409,
      data: { reason: 'VERSION', version: version + 1, saved_at: updated_at },
    })
  }
})

test('a section moves the whole project, a category one entry; closed and duplicate ones are refused', async () => {
  const { entrant, id, version, orders } = await scene.draft({
    categories: [category.id, scene.second.id],
  })
  const student = await build.section({ code: 'student' })
  const move = (category: object) =>
    entrant.answer(entries.edit, { apply_order_id: id, version, answers: {}, ...category })
  const taken = await move({ category_id: scene.second.id })
  expect(taken).toMatchObject({ code: 422, msg: { category_ids: [expect.any(String)] } })
  expect(await move({ category_id: scene.group.id })).toMatchObject({ code: 422 })
  expect(await move({ section_id: '42' })).toMatchObject({ code: 422 })
  expect((await move({ section_id: student.id })).code).toBe(200)
  for (const { apply_order_id } of orders) {
    const info = await entrant.call(entries.info, { apply_order_id })
    expect(info).toMatchObject({ section: { id: student.id } })
  }
})
