import { entries, judgeAdded, organiser } from '@awards/shared/contract'
import { COMPLETE, entryScene } from '../../../test/entry-scene.ts'
import { formatDateTime } from '../../lib/localised.ts'

const scene = await entryScene()
const { db, build, context } = scene

const admitter = await build.user()
await db.insertInto('account_rights').values({ user_id: admitter.id, name: 'admit' }).execute()
const desk = scene.as(admitter)
afterEach(() => scene.setTime(new Date()))

/** An entry that is submitted and paid, with its version. */
async function paid() {
  const made = await scene.submitted()
  await db
    .updateTable('apply_orders')
    .set({ entry_fee_status: 2, paid_at: context.clock() })
    .where('id', '=', made.id)
    .execute()
  await setStatus(made.id, 20)
  return made
}
const setStatus = (id: string, entry_status: number) =>
  db.transaction().execute(async (trx) => {
    await trx.updateTable('apply_orders').set({ entry_status }).where('id', '=', id).execute()
  })
const rowOf = (id: string) =>
  db.selectFrom('apply_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const chosen = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => ({ apply_order_id: id, version: (await rowOf(id)).version })))
const queueOf = async (state: 'waiting' | 'correction' | 'admitted' | 'refused') =>
  desk.call(organiser.admissionList, { state, pageSize: 100 })
const inQueue = async (id: string) =>
  (await queueOf('waiting')).list.find(({ apply_order_id }) => apply_order_id === id)
const mailTo = async (to: string, subject: string) => {
  await context.jobs.drain()
  return scene.mails.find((mail) => mail.to === to && mail.subject.includes(subject))
}
const days = (count: number) => build.at(count).toISOString()

test('what is handed in and paid waits; admitted it is judged, with an event and an audit record', async () => {
  proves('call organiser/admissionList', 'call organiser/admit')
  const { id, entrant } = await paid()
  const unpaid = await scene.submitted()
  const { list, counts } = await queueOf('waiting')
  expect(list.map(({ apply_order_id }) => apply_order_id)).toContain(id)
  expect(list.map(({ apply_order_id }) => apply_order_id)).not.toContain(unpaid.id)
  expect(counts.waiting).toBe(list.length)

  const answer = await desk.call(organiser.admit, { entries: await chosen(id) })
  expect(answer).toMatchObject({ done: 1, results: [{ apply_order_id: id, outcome: 'done' }] })
  expect(await rowOf(id)).toMatchObject({ entry_status: 30 })
  expect(await entrant.call(entries.info, { apply_order_id: id })).toMatchObject({
    entry_status: 30,
    timeline: expect.arrayContaining([expect.objectContaining({ code: 'admitted' })]),
  })
  const audit = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('subject', '=', id)
    .where('action', '=', 'entry.admitted')
    .execute()
  expect(audit).toEqual([
    { actor_id: admitter.id, before: { entry_status: 20 }, after: { entry_status: 30 } },
  ])
})

test('of two who admit at once the slower is told, and so is one who saw an older version', async () => {
  proves('story O12')
  const { id } = await paid()
  const entriesSeen = await chosen(id)
  const answers = await Promise.all([
    desk.call(organiser.admit, { entries: entriesSeen }),
    desk.call(organiser.admit, { entries: entriesSeen }),
  ])
  expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1])
  const refused = answers
    .flatMap(({ results }) => results)
    .find(({ outcome }) => outcome === 'refused')
  expect(refused).toMatchObject({ reason: 'VERSION' })
})

test('in bulk each row stands for itself', async () => {
  const [one, two] = [await paid(), await paid()]
  const unpaid = await scene.submitted()
  const input = { entries: await chosen(one.id, unpaid.id, two.id) }
  const { done, results } = await desk.call(organiser.admit, input)
  expect(done).toBe(2)
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['done', null],
    ['refused', 'UNPAID'],
    ['done', null],
  ])
})

test('entries are given to a colleague, who finds them as their own, and to nobody again', async () => {
  proves('call organiser/assignAdmission')
  const [one, two] = [await paid(), await paid()]
  const colleague = await build.user()
  await db.insertInto('account_rights').values({ user_id: colleague.id, name: 'admit' }).execute()
  const ids = async (share: 'mine' | 'nobodys', by = desk) =>
    (await by.call(organiser.admissionList, { share, pageSize: 100 })).list.map(
      ({ apply_order_id }) => apply_order_id,
    )
  const given = { apply_order_ids: [one.id], user_id: colleague.id }
  expect(await desk.call(organiser.assignAdmission, given)).toEqual({ changed: 1 })
  expect(await desk.call(organiser.assignAdmission, given)).toEqual({ changed: 0 })
  expect(await ids('mine', scene.as(colleague))).toEqual([one.id])
  expect(await ids('mine')).toEqual([])
  expect(await ids('nobodys')).toContain(two.id)
  expect(await ids('nobodys')).not.toContain(one.id)
  expect((await inQueue(one.id))?.assignee).toMatchObject({ user_id: colleague.id })
  // The assignee is a hint: each of them may decide.
  expect(await desk.call(organiser.admit, { entries: await chosen(one.id) })).toMatchObject({
    done: 1,
  })
  expect(
    await desk.call(organiser.assignAdmission, { apply_order_ids: [one.id], user_id: null }),
  ).toEqual({ changed: 1 })
  const stranger = { apply_order_ids: [two.id], user_id: (await build.user()).id }
  expect(await desk.answer(organiser.assignAdmission, stranger)).toMatchObject({
    code: 409,
    data: { reason: 'NO_ADMITTER' },
  })
})

test('the queue is narrowed to a category, and its entrant reads when the entry is admitted', async () => {
  const { id, owner } = await paid()
  const { list, categories } = await queueOf('waiting')
  const category = list.find(({ apply_order_id }) => apply_order_id === id)?.category
  expect(categories).toContainEqual(category)
  const { entry_no } = await rowOf(id)
  const found = await desk.call(organiser.admissionList, { keyword: entry_no.toLowerCase() })
  expect(found.list.map(({ apply_order_id }) => apply_order_id)).toEqual([id])
  const narrowed = await desk.call(organiser.admissionList, { category_id: category?.id ?? '' })
  expect(new Set(narrowed.list.map((row) => row.category.id))).toEqual(new Set([category?.id]))
  await desk.call(organiser.admit, { entries: await chosen(id) })
  expect(await mailTo(owner.email, 'your entry is admitted')).toBeDefined()
})

describe('a correction', () => {
  test('goes back to its entrant until a date, and comes in again', async () => {
    proves('call organiser/askCorrection')
    const { id, owner, entrant } = await paid()
    const note = 'The third picture shows another work'
    const due_at = days(5)
    const input = { entries: await chosen(id), note, due_at }
    expect(await desk.call(organiser.askCorrection, input)).toMatchObject({ done: 1 })
    expect(await rowOf(id)).toMatchObject({ entry_status: 25, correction_note: note })
    expect((await mailTo(owner.email, 'please correct'))?.text).toContain(note)

    const info = await entrant.call(entries.info, { apply_order_id: id })
    if (info.projection !== 'owner') throw new Error('The owner reads the whole entry')
    await entrant.call(entries.edit, {
      apply_order_id: id,
      version: info.version,
      answers: { ...COMPLETE, summary: 'A chair that stacks, corrected.' },
      submit: true,
    })
    expect(await inQueue(id)).toMatchObject({ state: 'waiting', correction: null })
  })

  test('that does not come back may be admitted as it stands', async () => {
    const { id } = await paid()
    const input = { entries: await chosen(id), note: 'The cover is cut', due_at: days(2) }
    await desk.call(organiser.askCorrection, input)
    scene.setTime(build.at(3))
    const { list } = await queueOf('correction')
    expect(list.find(({ apply_order_id }) => apply_order_id === id)).toMatchObject({
      correction: { note: 'The cover is cut', is_over: true },
    })
    expect(await desk.call(organiser.admit, { entries: await chosen(id) })).toMatchObject({
      done: 1,
    })
    expect(await rowOf(id)).toMatchObject({ entry_status: 30, correction_note: null })
  })

  test('gets another date once its date is over, and not before', async () => {
    const { id, owner, entrant } = await paid()
    const ask = async (note: string, due_at: string) =>
      desk.call(organiser.askCorrection, { entries: await chosen(id), note, due_at })
    await ask('The cover is cut', days(2))
    expect(await ask('The cover is still cut', days(5))).toMatchObject({
      done: 0,
      results: [{ outcome: 'refused', reason: 'STATUS' }],
    })
    scene.setTime(build.at(3))
    expect(await ask('The cover is still cut', days(5))).toMatchObject({ done: 1 })
    expect(await rowOf(id)).toMatchObject({
      entry_status: 25,
      correction_note: 'The cover is still cut',
      correction_due_at: build.at(5),
    })
    await context.jobs.drain()
    const mails = scene.mails.filter(
      ({ to, subject }) => to === owner.email && subject.includes('please correct'),
    )
    expect(mails).toHaveLength(2)
    expect(mails.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('The cover is cut'),
        expect.stringContaining('The cover is still cut'),
      ]),
    )

    const { version } = await rowOf(id)
    const edit = { apply_order_id: id, version, answers: COMPLETE, submit: true }
    await entrant.call(entries.edit, edit)
    expect(await inQueue(id)).toMatchObject({ state: 'waiting', correction: null })
  })

  test('that the chair asked for and the desk asks for again mails its entrant twice', async () => {
    const { id, owner } = await paid()
    const chair = scene.as(await build.juror(1))
    const first = { apply_order_id: id, note: 'The cover is cut', due_at: days(2) }
    await chair.call(judgeAdded.requestCorrection, first)
    scene.setTime(build.at(3))
    const again = { note: 'The cover is still cut', due_at: days(5) }
    const input = { entries: await chosen(id), ...again }
    expect(await desk.call(organiser.askCorrection, input)).toMatchObject({ done: 1 })
    await context.jobs.drain()
    const mails = scene.mails.filter(
      ({ to, subject }) => to === owner.email && subject.includes('please correct'),
    )
    expect(mails).toHaveLength(2)
    const { timezone } = scene.edition
    expect(mails.map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining(formatDateTime(build.at(5), 'en', timezone)),
    )
  })

  test.each([
    ['a date in the past is named in its field', -1, { code: 422 }],
    ['a date after the start of judging is refused by its row', 45, { code: 200 }],
  ])('%s', async (_what, offset, expected) => {
    const { id } = await paid()
    const input = { entries: await chosen(id), note: 'The cover is cut', due_at: days(offset) }
    const answer = await desk.answer(organiser.askCorrection, input)
    expect(answer).toMatchObject(expected)
    if (answer.code === 422) expect(answer.msg).toHaveProperty('due_at')
    else expect(answer.data).toMatchObject({ done: 0, results: [{ reason: 'DUE' }] })
    expect(await rowOf(id)).toMatchObject({ entry_status: 20 })
  })
})

test('an admitted entry that changes comes back, with what changed', async () => {
  proves('call organiser/admissionEntry')
  const { id, entrant } = await paid()
  await desk.call(organiser.admit, { entries: await chosen(id) })
  const { version } = await rowOf(id)
  await entrant.call(entries.edit, {
    apply_order_id: id,
    version,
    answers: { summary: 'A chair that stacks like snow settles.' },
  })
  expect(await inQueue(id)).toMatchObject({ was_admitted: true, changed: ['summary'] })
  const entry = await desk.call(organiser.admissionEntry, { apply_order_id: id })
  expect(entry.before?.summary).toBe(COMPLETE.summary)
  expect(entry.answers.summary).toBe('A chair that stacks like snow settles.')
})

test('names in what jurors read, missing consents and small pictures are said beside the entry', async () => {
  const { id } = await paid()
  const answers = {
    ...COMPLETE,
    summary: 'By Anne Brumaire, who bends oak.',
    rights_declaration: false,
  }
  await db
    .updateTable('apply_orders')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', id)
    .execute()
  const row = await inQueue(id)
  expect(row?.warnings).toEqual(
    expect.arrayContaining([
      { kind: 'names', found: expect.arrayContaining(['Anne Brumaire']) },
      { kind: 'rights', found: ['rights_declaration'] },
    ]),
  )
})
