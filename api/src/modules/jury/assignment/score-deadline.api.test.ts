import { entries, judge, judgeAdded, juryDesk, subjudges } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'
import { sendDueReminders } from './juror-reminders.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [anna] = jury.first
const [dora] = jury.second
const edition_id = jury.edition.id

// In Paris the first level ends with 3 December, the second with 19 December.
const FIRST_END = '2026-12-03T23:00:00Z'
const SECOND_END = '2026-12-19T23:00:00Z'

beforeAll(async () => {
  await api.db
    .updateTable('editions')
    .set({ timezone: 'Europe/Paris' })
    .where('id', '=', edition_id)
    .execute()
  await api.db.deleteFrom('phases').execute()
  for (const [phase, starts_at, ends_at] of [
    [3, '2026-11-01T00:00:00Z', FIRST_END],
    [5, '2026-12-10T00:00:00Z', SECOND_END],
  ] as const) {
    await api.build.phase({ edition_id, phase, starts_at, ends_at })
  }
  const entry = await jury.entry()
  await jury.assign(entry, [anna])
  await jury.assign(entry, [dora], 3)
})

async function mailTo({ email }: { email: string }) {
  await api.context.jobs.drain()
  return api.mails.findLast(({ to, text }) => to === email && text.includes('t='))
}

test('J10: reminders name 3 December 23:59 for a phase that ends at midnight', async () => {
  proves('call judge/remindJurors')
  api.setTime('2026-12-02T10:00:00Z')
  await sendDueReminders(api.context)
  const byItself = await mailTo(anna)
  expect(byItself?.subject).toContain('3 December 2026')
  expect(byItself?.text.replaceAll(/\s+/g, ' ')).toContain('3 December 2026 at 23:59')
  expect(`${byItself?.subject} ${byItself?.text}`).not.toContain('4 December')

  await api.db.updateTable('jurors').set({ reminded_at: null }).execute()
  await chair.call(juryDesk.remindJurors, { edition_id, juror_ids: [anna.juror_id] })
  expect((await mailTo(anna))?.text).toBe(byItself?.text)
})

test('J10: the second level has its own deadline in workload and reminder', async () => {
  proves('call judge/workload', 'call judge/remindJurors')
  api.setTime('2026-12-02T10:00:00Z')
  const due = async (level: 2 | 3) =>
    (await chair.call(juryDesk.workload, { edition_id, level })).due_at
  expect(await due(2)).toBe(new Date(FIRST_END).toISOString())
  expect(await due(3)).toBe(new Date(SECOND_END).toISOString())

  await chair.call(juryDesk.remindJurors, { edition_id, juror_ids: [dora.juror_id] })
  expect((await mailTo(dora))?.text.replaceAll(/\s+/g, ' ')).toContain('19 December 2026 at 23:59')
})

test('J10: sends no reminder after the deadline; a phase kept open names none', async () => {
  proves('call judge/remindJurors')
  api.setTime('2026-12-05T10:00:00Z')
  await api.db.updateTable('jurors').set({ reminded_at: null }).execute()
  const juror_ids = [anna.juror_id]
  const closed = await chair.call(juryDesk.remindJurors, { edition_id, juror_ids })
  expect(closed).toEqual({
    sent: [],
    skipped: [{ juror_id: anna.juror_id, reason: 'NOTHING_LEFT' }],
    mail: null,
  })

  await api.db.updateTable('phases').set({ is_forced: true }).where('phase', '=', 3).execute()
  expect((await chair.call(juryDesk.remindJurors, { edition_id, juror_ids })).sent).toEqual(
    juror_ids,
  )
  const open = await mailTo(anna)
  expect(open?.text).toContain('until the chair ends the phase')
  expect(open?.text).not.toContain('December')
})

test('no score is taken between the end of its phase and the next one, unless the chair keeps it open', async () => {
  proves('call subjudges/score')
  await api.db.updateTable('phases').set({ is_forced: false }).execute()
  const { id } = await jury.entry()
  await jury.assign({ id }, [anna])
  const juror = api.as(anna)
  const seen = async () => {
    const info = await juror.call(entries.info, { apply_order_id: id })
    const { current } = await chair.call(judge.getPhase, {})
    return {
      phase: current?.phase,
      is_over: current?.is_over,
      can_score: info.projection === 'juror' && info.can_score,
    }
  }
  const score = (version: number) =>
    juror.answer(subjudges.score, { apply_order_id: id, items: jury.marks(70), version })

  api.setTime('2026-12-03T22:59:59Z')
  expect(await seen()).toEqual({ phase: 3, is_over: false, can_score: true })
  expect(await score(0)).toMatchObject({ code: 200 })
  api.setTime(FIRST_END)
  expect(await seen()).toEqual({ phase: 3, is_over: true, can_score: false })
  expect(await score(1)).toMatchObject({ code: 423, data: { reason: 'PHASE' } })
  await api.db.updateTable('phases').set({ is_forced: true }).where('phase', '=', 3).execute()
  expect(await seen()).toEqual({ phase: 3, is_over: false, can_score: true })
  expect(await score(1)).toMatchObject({ code: 200 })
})

test('J17: between two phases the timeline says that no scores are taken, and the chair is warned of missing ones', async () => {
  proves('call judge/changePhase', 'call judge/getPhase')
  await api.db.updateTable('phases').set({ is_forced: false }).execute()
  const { id } = await jury.entry()
  await jury.assign({ id }, [anna])
  await api.db
    .updateTable('assignments')
    .set({ status: ASSIGNMENT_STATUS.draft })
    .where('apply_order_id', '=', id)
    .execute()
  const scores = async () => {
    const { current, list } = await chair.call(judge.getPhase, {})
    expect(list.find(({ is_current }) => is_current)).toEqual(current)
    return [current?.is_over, ...(current?.capabilities.can_score_levels ?? [])]
  }
  const second = async () => {
    const { list } = await chair.call(judge.getPhase, {})
    const phase_id = list.find(({ phase }) => phase === 5)?.id ?? ''
    const move = { phase_id, dry_run: true, reason: 'The second level begins early' }
    const { consequences } = await chair.call(judgeAdded.changePhase, move)
    const kinds = consequences.filter(({ kind }) => /SCORES|DRAFTS/.test(kind))
    return kinds.map(({ kind, count }) => [kind, count])
  }
  api.setTime('2026-12-03T22:59:59Z')
  expect(await scores()).toEqual([false, 2])
  const due = await second()
  expect(due.map(([kind]) => kind)).toEqual(['SCORES_MISSING', 'DRAFTS_LEFT'])
  api.setTime(FIRST_END)
  expect(await scores()).toEqual([true])
  expect(await second()).toEqual(due)
})

test('J10: the mail about new assignments names the score deadline of the level', async () => {
  proves('call judge/assignSubJudge')
  await api.db.updateTable('phases').set({ is_forced: false }).execute()
  await api.build.phase({
    edition_id,
    phase: 2,
    starts_at: '2026-10-15T00:00:00Z',
    ends_at: '2026-11-01T00:00:00Z',
  })
  api.setTime('2026-10-20T10:00:00Z')
  const { id } = await jury.entry()
  await chair.call(judge.assignSubJudge, {
    apply_order_ids: [id],
    juror_ids: [anna.juror_id],
    mode: 'add',
  })
  await api.context.jobs.drain()
  const mail = api.mails.findLast(({ to }) => to === anna.email)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('3 December 2026 at 23:59')
})

test.each([
  ['the scoring phase', 3],
  ['the entry phase', 2],
])('the mail about new assignments names no deadline while %s is kept open', async (_, phase) => {
  proves('call judge/assignSubJudge')
  await api.db.updateTable('phases').set({ is_forced: false }).execute()
  await api.db.updateTable('phases').set({ is_forced: true }).where('phase', '=', phase).execute()
  // No phase of the calendar ends later than this.
  api.setTime('2026-12-28T10:00:00Z')
  const { id } = await jury.entry()
  await api.as(jury.chair).call(judge.assignSubJudge, {
    apply_order_ids: [id],
    juror_ids: [anna.juror_id],
    mode: 'add',
  })
  await api.context.jobs.drain()
  const mail = api.mails.findLast(({ to }) => to === anna.email)
  expect(mail?.text).toContain('until the chair ends the phase')
  expect(mail?.text).not.toContain('December')
})
