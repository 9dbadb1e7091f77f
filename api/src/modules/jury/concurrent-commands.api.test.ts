import {
  judge,
  judgeAdded,
  juryCodes,
  juryDesk,
  jurySeat,
  subjudges,
  type Endpoint,
} from '@awards/shared/contract'
import { jurySetting } from '../../../test/jury-setting.ts'
import { testApi, type Caller, type TestAnswer } from '../../../test/test-api.ts'

/* Idempotency: fifty concurrent copies of a command (retries, double clicks, scripts) have one effect. */
const api = await testApi()
const jury = await jurySetting(api)
const { build, db } = api
const chair = api.as(jury.chair)
const TIMES = 50

const atOnce = (caller: Caller, call: Endpoint, input: object) =>
  Promise.all(Array.from({ length: TIMES }, () => caller.answer(call, input)))
/** Counts of responses by code and reason: `{ "200": 1, "409 VERSION": 49 }`. */
function tally(answers: readonly TestAnswer[]) {
  const counts: Record<string, number> = {}
  for (const { code, data } of answers) {
    const reason = code === 200 ? '' : ` ${String(Object(data).reason ?? '')}`
    const name = `${code}${reason}`.trim()
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
const count = async (table: 'decisions' | 'casting_votes' | 'assignments', entries: string[]) =>
  (table === 'casting_votes'
    ? await db.selectFrom(table).select('id').execute()
    : await db.selectFrom(table).select('id').where('apply_order_id', 'in', entries).execute()
  ).length
const audited = async (action: string) =>
  (await db.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length

test('concurrent acceptances of an invitation create one seat', async () => {
  proves('security 13', 'call jury/acceptInvitation')
  const email = 'guest@studio-guest.example'
  const { code } = await chair.call(juryCodes.inviteJuror, {
    email,
    level: 2,
    category_ids: [jury.category.id],
  })
  await db.deleteFrom('rate_limits').execute()
  const guest = await build.user({ email })
  const answers = tally(await atOnce(api.as(guest), jurySeat.acceptInvitation, { code }))

  // The rate limit allows twenty tries an hour and user.
  expect(answers).toEqual({ 200: 1, '410 USED': 19, '429 TOO_MANY_ATTEMPTS': 30 })
  const seats = await db.selectFrom('jurors').select('id').where('user_id', '=', guest.id).execute()
  expect(seats).toHaveLength(1)
})

test('concurrent requests apply a plan once, with one seat and one mail for each juror', async () => {
  proves('security 13', 'call judge/planAssignments')
  await jury.enter(3)
  const entries = [await jury.entry(), await jury.entry()].map(({ id }) => id)
  const rules = { level: 2, per_entry: 3 } as const
  const { plan, seats } = await chair.call(juryDesk.planAssignments, rules)
  const done = { ...rules, dry_run: false, plan }

  const answers = tally(await atOnce(chair, juryDesk.planAssignments, done))

  expect(answers).toEqual({ 200: 1, '409 PLAN_CHANGED': TIMES - 1 })
  expect(await count('assignments', entries)).toBe(seats)
  expect(await audited('assignment.planned')).toBe(1)
})

test('concurrent casting votes are stored once; a different vote is stored again', async () => {
  proves('security 13', 'call judge/castVote')
  const pair = [await jury.entry(), await jury.entry()]
  for (const entry of pair) await jury.scored(entry, [80, 84, 88])
  await jury.enter(4)
  const ids = pair.map(({ id }) => id)
  const vote = { apply_order_ids: ids, reason: 'The bolder of the two' }

  expect(tally(await atOnce(chair, judgeAdded.castVote, vote))).toEqual({ 200: TIMES })
  expect([await count('casting_votes', ids), await audited('tie.decided')]).toEqual([1, 1])
  await chair.call(judgeAdded.castVote, { ...vote, apply_order_ids: ids.toReversed() })
  await chair.call(judgeAdded.castVote, vote)
  expect(await count('casting_votes', ids)).toBe(3)
})

test('concurrent awards and confirmations take effect once', async () => {
  proves('security 13', 'call judge/award', 'call subjudges/awarded')
  const entry = await jury.entry()
  await jury.scored(entry, [66, 70, 72])
  await jury.scored(entry, [70, 71], 3)
  const [dora, emil] = jury.second
  const ask = { apply_order_id: entry.id, award_id: jury.silver.id, version: 0 }
  await jury.enter(4)
  const once = { 200: 1, '409 VERSION': TIMES - 1 }
  expect(tally(await atOnce(chair, judge.award, ask))).toEqual(once)

  await jury.enter(6)
  const confirm = { ...ask, decision: 'confirm', version: 1 }
  const answers = await Promise.all([
    atOnce(api.as(dora), subjudges.awarded, confirm),
    atOnce(api.as(emil), subjudges.awarded, confirm),
  ])
  expect(tally(answers.flat())).toEqual({ 200: 1, '409 VERSION': 2 * TIMES - 1 })
  expect(await count('decisions', [entry.id])).toBe(2)
})

test('concurrent requests publish an edition once', async () => {
  proves('security 13', 'call judge/publish')
  await jury.enter(7)
  await db.updateTable('apply_orders').set({ entry_status: 50 }).execute()
  const answers = await atOnce(chair, judgeAdded.publish, { edition_id: jury.edition.id })

  expect(tally(answers)).toEqual({ 200: TIMES })
  const awarded = answers.map(({ data }) => Number(Object(data).awarded))
  expect(awarded.reduce((sum, one) => sum + one, 0)).toBe(1)
  const mails = await db
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('template', '=', 'results_published')
    .execute()
  expect(mails).toHaveLength(1)
})
