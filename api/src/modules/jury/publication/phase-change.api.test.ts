import { judge, judgeAdded } from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [anna, ben] = jury.first
const reason = 'The calendar of the jury was brought forward'

const change = (phase: number, more: object = {}) =>
  chair.answer(judgeAdded.changePhase, { phase_id: jury.phaseId(phase), reason, ...more })
const read = (phase: number) =>
  chair.call(judgeAdded.changePhase, { phase_id: jury.phaseId(phase), dry_run: true })
const kindsOf = ({ consequences }: { consequences: { kind: string; count: number }[] }) =>
  consequences.map(({ kind, count }) => [kind, count])
const currentPhase = async () => (await chair.call(judge.getPhase, {})).current?.phase

beforeEach(async () => {
  proves('call judge/changePhase')
  await api.db.deleteFrom('apply_orders').execute()
  await jury.enter(3)
})

test('J17: names skipped phases and requires a confirmation', async () => {
  const named = await read(6)
  expect(named.consequences[0]).toMatchObject({
    kind: 'SKIPPED',
    phases: ['first_level_awarding', 'second_level_scoring'],
  })
  const refused = await change(6)
  expect(refused).toMatchObject({
    code: 409,
    data: { reason: 'CONSEQUENCES', consequences: named.consequences },
  })
  expect(await change(6, { confirmed: 'something else' })).toMatchObject({ code: 409 })
  expect(await currentPhase()).toBe(3)

  expect(await change(6, { confirmed: named.fingerprint })).toMatchObject({ code: 200 })
  expect(await currentPhase()).toBe(6)
  const logged = await api.db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'phase.changed')
    .execute()
  expect(JSON.stringify(logged.at(-1))).toContain('SKIPPED 2')
})

test('J17: returns 409 for "results published" before publication', async () => {
  for (const dry_run of [true, false]) {
    expect(await change(8, { dry_run })).toMatchObject({
      code: 409,
      data: { reason: 'NOT_PUBLISHED' },
    })
  }
  expect(await currentPhase()).toBe(3)
})

test('J17: the end of scoring lists missing scores and drafts; a confirmation is void after a change', async () => {
  const entry = await jury.entry()
  await jury.assign(entry, [anna, ben])
  await api.db
    .updateTable('assignments')
    .set({ status: 2 })
    .where('juror_id', '=', anna.juror_id)
    .execute()
  const named = await read(4)
  expect(kindsOf(named)).toEqual([
    ['SCORES_MISSING', 2],
    ['DRAFTS_LEFT', 1],
  ])
  await jury.vote(entry, ben, 70)
  expect(await change(4, { confirmed: named.fingerprint })).toMatchObject({ code: 409 })
  const now = await read(4)
  expect(kindsOf(now)).toEqual([
    ['SCORES_MISSING', 1],
    ['DRAFTS_LEFT', 1],
  ])
  expect(await change(4, { confirmed: now.fingerprint })).toMatchObject({ code: 200 })
})

test('J4: the freeze lists open work and awards below their threshold, without entries in conflict', async () => {
  const given = { award_id: jury.platinum.id, decision_status: 3, decision_version: 2 }
  const sunk = await jury.entry({ title: 'Sunk', ...given })
  await jury.scored(sunk, [80, 81, 82])
  const hidden = await jury.entry({ title: 'Hidden', ...given })
  await jury.scored(hidden, [80, 81, 82])
  await jury.conflict(hidden, jury.chair)
  const open = await jury.entry({ title: 'Open' })
  await jury.scored(open, [50, 51, 52])
  await jury.enter(6)

  const { consequences, fingerprint } = await read(7)
  const lines = consequences.map(({ kind, count, entries }) => [
    kind,
    count,
    entries.map(({ apply_order_id }) => apply_order_id),
  ])
  expect(lines).toEqual([
    ['UNDECIDED', 1, [open.id]],
    ['BELOW_THRESHOLD', 1, [sunk.id]],
  ])
  expect(await change(7)).toMatchObject({ code: 409 })
  expect(await change(7, { confirmed: fingerprint })).toMatchObject({ code: 200 })

  // Going back thaws the figures, which needs a confirmation too.
  const back = await read(6)
  expect(kindsOf(back)).toEqual([
    ['BACK', 1],
    ['THAWED', 1],
  ])
  expect(await change(6, { confirmed: back.fingerprint })).toMatchObject({ code: 200 })
})

test('J17: before the second level stands what the first has left, and before the deliberation missing second votes', async () => {
  const short = await jury.entry({ title: 'Short' })
  await jury.vote(short, anna, 70)
  const split = await jury.entry({ title: 'Split' })
  await jury.scored(split, [30, 60, 90])
  const proposed = await jury.entry({
    title: 'Proposed',
    award_id: jury.platinum.id,
    decision_status: 1,
  })
  await jury.scored(proposed, [80, 81, 82])
  await jury.enter(4)
  const linesOf = ({ consequences }: Awaited<ReturnType<typeof read>>) =>
    consequences.map(({ kind, entries }) => [
      kind,
      entries.map(({ apply_order_id }) => apply_order_id),
    ])
  expect(linesOf(await read(5))).toEqual([
    ['RECOMMENDED', [proposed.id]],
    ['TO_DISCUSS', [split.id]],
    ['FIRST_LEVEL_VOTES', [short.id]],
  ])
  expect(await change(5)).toMatchObject({ code: 409, data: { reason: 'CONSEQUENCES' } })

  await jury.enter(5)
  const [second] = jury.second
  await jury.assign(proposed, [second], 3)
  const missing = await read(6)
  expect(linesOf(missing).filter(([kind]) => kind !== 'SCORES_MISSING')).toEqual([
    ['SECOND_LEVEL_VOTES', [proposed.id]],
  ])
})

test('J17: a step to the next phase without open work needs only a reason', async () => {
  expect(await change(4, { reason: undefined })).toMatchObject({ code: 422 })
  expect(await change(4)).toMatchObject({ code: 200, data: { consequences: [] } })
})

test('names how many paid entries are not admitted before judging begins', async () => {
  await jury.enter(2)
  await jury.entry({ entry_status: 30 })
  await jury.entry({ entry_status: 20 })
  await jury.entry({ entry_status: 20, entry_fee_status: 6 })
  const due = api.build.at(1)
  await jury.entry({ entry_status: 25, correction_note: 'The cover', correction_due_at: due })
  expect(await read(3)).toMatchObject({ not_admitted: 2 })
  await jury.enter(3)
  expect(await read(4)).toMatchObject({ not_admitted: 0 })
})
