import { judge, judgeAdded, juryDesk, subJudge, subjudges } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { assignmentsRepository } from './assignments.repository.ts'
import { sendDueReminders } from './juror-reminders.ts'
import { DAY_MS } from '../../../lib/time.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [anna, ben] = jury.first

beforeEach(() => jury.enter(3))
const entry = (given = {}) => jury.entry({ entry_fee_status: 2, ...given })
const seatsOf = ({ id }: { id: string }) =>
  api.db
    .selectFrom('assignments')
    .select(['juror_id', 'status'])
    .where('apply_order_id', '=', id)
    .execute()

describe('automatic assignment', () => {
  beforeEach(() => proves('call judge/planAssignments'))

  test('applies the plan of the dry run, with one mail for each juror', async () => {
    const entries = [await entry(), await entry(), await entry()]
    const [first] = entries
    await jury.conflict(first ?? { id: '' }, anna)
    const rules = { level: 2 as const, per_entry: 4 }

    const looked = await chair.call(juryDesk.planAssignments, rules)
    expect(looked).toMatchObject({ applied: false, entries: 3, seats: 12, short_total: 0 })
    expect(await seatsOf(first ?? { id: '' })).toEqual([])

    const done = await chair.call(juryDesk.planAssignments, {
      ...rules,
      dry_run: false,
      plan: looked.plan,
    })
    expect(done).toMatchObject({ applied: true, seats: 12 })
    const given = await seatsOf(first ?? { id: '' })
    expect(given).toHaveLength(4)
    expect(given.map(({ juror_id }) => juror_id)).not.toContain(anna.juror_id)
    await api.context.jobs.drain()
    for (const { email } of jury.first) {
      expect(api.mails.filter(({ to }) => to === email)).toHaveLength(1)
    }
    const again = await chair.answer(juryDesk.planAssignments, {
      ...rules,
      dry_run: false,
      plan: looked.plan,
    })
    expect(again).toMatchObject({ code: 409, data: { reason: 'PLAN_CHANGED' } })
  })

  test('counts no seat of a juror in conflict, submitted or not, or of one who has left', async () => {
    const category = await api.build.category()
    await api.db
      .insertInto('juror_categories')
      .values({ juror_id: jury.chair.juror_id, category_id: category.id })
      .execute()
    const left = await api.build.juror(2)
    const [work, ended] = [await entry({ category_id: category.id }), await entry()]
    await jury.vote(work, anna, 70)
    await jury.vote(work, left, 72)
    await jury.assign(work, [ben])
    await jury.assign(ended, [left])
    await api.db
      .updateTable('jurors')
      .set({ is_active: false })
      .where('id', '=', left.juror_id)
      .execute()
    const rules = { level: 2 as const, per_entry: 3, category_ids: [category.id] }
    expect(await chair.call(juryDesk.planAssignments, rules)).toMatchObject({ seats: 0 })
    await jury.conflict(work, anna)
    expect(await chair.call(juryDesk.planAssignments, rules)).toMatchObject({ seats: 1 })
    await jury.conflict(work, ben)
    expect(await chair.call(juryDesk.planAssignments, rules)).toMatchObject({ seats: 2 })

    const seats = assignmentsRepository(api.db)
    expect(await seats.lockSeats(work.id, 2)).toEqual({ has_extra: false, open: 0 })
    expect(await seats.lockSeats(ended.id, 2)).toEqual({ has_extra: false, open: 0 })
    for (const { id } of [work, ended]) {
      await api.db.deleteFrom('apply_orders').where('id', '=', id).execute()
    }
  })

  test('lists entries with missing jurors; refuses the second level before its phase', async () => {
    const short = await chair.call(juryDesk.planAssignments, { level: 2, per_entry: 6 })
    expect(short.short_total).toBe(3)
    expect(new Set(short.short.map(({ reason }) => reason))).toEqual(
      new Set(['CONFLICTS', 'NO_JUROR_OF_FIELD']),
    )
    const early = await chair.answer(juryDesk.planAssignments, { level: 3, per_entry: 3 })
    expect(early).toMatchObject({ code: 423, data: { reason: 'PHASE' } })
  })

  test('assigns the second level the best share of a category and all entries from the floor up', async () => {
    const category = await api.build.category()
    await api.db
      .insertInto('juror_categories')
      .values({ juror_id: jury.chair.juror_id, category_id: category.id })
      .execute()
    const totals = [50, 55, 70, 75]
    for (const total of totals) {
      await jury.scored(await entry({ category_id: category.id }), [total, total, total])
    }
    await jury.enter(5)
    const plan = (share: number, floor: number) =>
      chair.call(juryDesk.planAssignments, {
        level: 3 as const,
        per_entry: 1,
        category_ids: [category.id],
        shortlist: { share, floor },
      })
    expect((await plan(25, 100)).entries).toBe(1)
    expect((await plan(0, 52)).entries).toBe(3)
    expect((await plan(75, 100)).entries).toBe(3)
  })
})

describe('workload and reminders', () => {
  beforeEach(() => proves('call judge/workload', 'call judge/remindJurors'))

  test('counts no entries that the chair may not see', async () => {
    const before = await chair.call(juryDesk.workload, {})
    const hidden = await entry()
    await jury.assign(hidden, [ben])
    await jury.conflict(hidden, jury.chair)
    const after = await chair.call(juryDesk.workload, {})
    expect(after.jurors).toEqual(before.jurors)
    expect(after.categories).toEqual(before.categories)
    expect(after).toMatchObject({ level: 2, quorum: 3 })
    expect(after.jurors.find(({ juror_id }) => juror_id === anna.juror_id)).toMatchObject({
      conflicts: 1,
      agreement_signed: true,
    })
  })

  test('counts a disagreement of the second level that came after the discussion of the first was closed', async () => {
    await jury.enter(4)
    const split = await entry()
    await jury.scored(split, [40, 60, 95])
    const toDiscuss = async (level: 2 | 3) => {
      const { categories } = await chair.call(juryDesk.workload, { level })
      return categories.find(({ category }) => category.id === split.category_id)?.to_discuss
    }
    expect(await toDiscuss(2)).toBe(1)
    const reason = 'Discussed on the jury day'
    await chair.call(judgeAdded.closeDiscussion, { apply_order_id: split.id, reason })
    expect(await toDiscuss(2)).toBe(0)
    await jury.scored(split, [40, 90], 3)
    expect(await toDiscuss(3)).toBe(1)
    expect(await toDiscuss(2)).toBe(0)
    await api.db.deleteFrom('apply_orders').where('id', '=', split.id).execute()
  })

  test('J22: the preview shows the mail without the link of the juror, and sends none', async () => {
    const juror_ids = [anna.juror_id, ben.juror_id]
    const before = api.mails.length
    const preview = await chair.call(juryDesk.remindJurors, { juror_ids, dry_run: true })
    expect(preview.sent).toHaveLength(2)
    expect(preview.mail?.subject).toMatch(/^Reminder: \d+ left to review/)
    expect(preview.mail?.text).toContain('Go on with my list: ')
    expect(JSON.stringify(preview)).not.toContain('/api/jury/reminders')
    await api.context.jobs.drain()
    expect(api.mails).toHaveLength(before)
    // Nobody counts as reminded.
    expect(await chair.call(juryDesk.remindJurors, { juror_ids, dry_run: true })).toEqual(preview)
  })

  test('reminds jurors with open work once a day, unless they have unsubscribed', async () => {
    const juror_ids = [anna.juror_id, ben.juror_id]
    const first = await chair.call(juryDesk.remindJurors, { juror_ids })
    expect(first.sent).toEqual([...juror_ids].sort((a, b) => Number(BigInt(a) - BigInt(b))))
    const again = await chair.call(juryDesk.remindJurors, { juror_ids })
    expect(again.sent).toEqual([])
    expect(again.skipped.map(({ reason }) => reason)).toEqual(['TODAY', 'TODAY'])

    await api.context.jobs.drain()
    const mail = api.mails.findLast(({ to, text }) => to === anna.email && text.includes('t='))
    const link = mail?.text.match(/\/api\/jury\/reminders\?t=[\w.-]+/)?.[0] ?? ''
    const wants = async () =>
      (
        await api.db
          .selectFrom('jurors')
          .select('wants_reminders')
          .where('id', '=', anna.juror_id)
          .executeTakeFirstOrThrow()
      ).wants_reminders
    expect((await api.app.inject({ url: link })).statusCode).toBe(200)
    expect(await wants()).toBe(true)
    const forged = link.replace(anna.juror_id, ben.juror_id)
    expect((await api.app.inject({ method: 'POST', url: forged })).statusCode).toBe(404)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const pressed = await api.app.inject({ method: 'POST', url: link, headers, payload: '' })
    expect(pressed.statusCode).toBe(200)
    expect(await wants()).toBe(false)
  })

  test('the job reminds jurors seven, three and one day before the deadline', async () => {
    await api.db.updateTable('jurors').set({ reminded_at: null }).execute()
    const { ends_at } = await api.db
      .selectFrom('phases')
      .select('ends_at')
      .where('id', '=', jury.phaseId(3))
      .executeTakeFirstOrThrow()
    const remindedAt = async (days: number) => {
      api.setTime(new Date(ends_at.getTime() - days * DAY_MS))
      await sendDueReminders(api.context)
      await sendDueReminders(api.context)
      await api.context.jobs.drain()
      return api.mails.filter(({ to, text }) => to === ben.email && text.includes('t=')).length
    }
    const before = await remindedAt(8)
    expect(await remindedAt(7)).toBe(before + 1)
    expect(await remindedAt(5)).toBe(before + 1)
    expect(await remindedAt(3)).toBe(before + 2)
    expect(await remindedAt(1)).toBe(before + 3)
    const stopped = api.mails.filter(({ to, text }) => to === anna.email && text.includes('t='))
    expect(stopped).toHaveLength(1)
  })
})

test('offers the least scored entry next, and the first two again at the end', async () => {
  proves('call subjudges/score', 'call subJudge/subJuryAwardList')
  api.setTime(new Date())
  const juror = await api.build.juror(2)
  const [rare, known, last] = [await entry(), await entry(), await entry()]
  for (const one of [rare, known, last]) await jury.assign(one, [juror])
  await jury.scored(known, [70, 71])
  const send = (one: { id: string }, version = 0) =>
    api.as(juror).call(subjudges.score, {
      apply_order_id: one.id,
      items: jury.marks(70),
      comment_private: '',
      version,
      comment_entrant: '',
      is_draft: false,
    })
  const recheck = async () => (await api.as(juror).call(subJudge.subJuryAwardList, {})).recheck
  const wait = (seconds: number) =>
    api.setTime(new Date(api.context.clock().getTime() + seconds * 1000))

  expect((await send(last)).next_id).toBe(rare.id)
  wait(1)
  expect((await send(rare)).next_id).toBe(known.id)
  expect(await recheck()).toEqual([])
  wait(1)
  expect((await send(known)).next_id).toBeNull()
  expect(await recheck()).toEqual([last.id, rare.id])
  wait(1)
  await send(last, 1)
  expect(await recheck()).toEqual([rare.id])
})

test('refuses second-level assignments before the phase', async () => {
  proves('call judge/assignSubJudge')
  const [dora] = jury.second
  const input = { apply_order_ids: [(await entry()).id], juror_ids: [dora.juror_id] }
  expect(await chair.answer(judge.assignSubJudge, input)).toMatchObject({ code: 423 })
  await jury.enter(4)
  expect((await chair.call(judge.assignSubJudge, input)).results).toMatchObject([
    { result: 'assigned' },
  ])
})

describe('assignment of several entries by hand', () => {
  test('previews load, seats and conflicts of every juror over all of them, then assigns just that', async () => {
    proves('call judge/previewAssignments')
    const entries = [await entry(), await entry(), await entry()]
    const ids = entries.map(({ id }) => id)
    const [first, second, third] = entries
    if (!first || !second || !third || !ben) throw new Error('There are too few')
    await jury.conflict(second, anna)
    await jury.assign(third, [anna])
    await jury.vote(first, ben, 70)
    const preview = await chair.call(juryDesk.previewAssignments, { apply_order_ids: ids })
    expect(new Set(preview.entries.map(({ apply_order_id: id }) => id))).toEqual(new Set(ids))
    const of = (juror: typeof anna) =>
      preview.jurors.find(({ juror_id }) => juror_id === juror?.juror_id)
    const before = of(anna)
    expect(before).toMatchObject({
      assigned: [third.id],
      scored: [],
      conflicts: [{ apply_order_id: second.id }],
      load_after: (before?.load ?? 0) + 1,
    })
    expect(of(ben)).toMatchObject({ assigned: [first.id], scored: [first.id], conflicts: [] })
    expect(await seatsOf(second)).toEqual([])

    const { results } = await chair.call(judge.assignSubJudge, {
      apply_order_ids: ids,
      juror_ids: [anna?.juror_id ?? ''],
      mode: 'add',
    })
    expect(results.filter(({ result }) => result === 'assigned')).toHaveLength(1)
    const after = await chair.call(juryDesk.previewAssignments, { apply_order_ids: ids })
    expect(after.jurors.find(({ juror_id }) => juror_id === anna?.juror_id)?.load).toBe(
      before?.load_after,
    )
  })

  test('says which pairs are refused and why where all are, and changes nothing', async () => {
    const entries = [await entry(), await entry()]
    for (const one of entries) await jury.conflict(one, anna)
    const answer = await chair.answer(judge.assignSubJudge, {
      apply_order_ids: entries.map(({ id }) => id),
      juror_ids: [anna?.juror_id ?? ''],
      mode: 'add',
    })
    expect(answer.code).toBe(409)
    const { results } = answer.data as unknown as {
      results: { apply_order_id: string; result: string; reason: string }[]
    }
    expect(new Set(results.map(({ apply_order_id: id }) => id))).toEqual(
      new Set(entries.map(({ id }) => id)),
    )
    for (const one of results) {
      expect(one).toMatchObject({ result: 'refused', reason: expect.stringMatching(/^COI_/) })
    }
    for (const one of entries) expect(await seatsOf(one)).toEqual([])
  })

  test('previews nothing outside the panel', async () => {
    const category = await api.build.category()
    const foreign = await entry({ category_id: category.id })
    const own = await entry()
    const answer = await chair.answer(juryDesk.previewAssignments, {
      apply_order_ids: [own.id, foreign.id],
    })
    expect(answer.code).toBe(403)
  })
})
