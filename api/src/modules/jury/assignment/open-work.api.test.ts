import { entries, judge, judgeAdded, subJudge, subjudges } from '@awards/shared/contract'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [dora] = jury.second
const [anna] = jury.first
const edition_id = jury.edition.id

const award = (entry: { id: string }, more: object = {}) => ({
  apply_order_id: entry.id,
  award_id: jury.platinum.id,
  version: 0,
  ...more,
})
const row = (id: string) =>
  api.db.selectFrom('apply_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const dryRun = (more: object = {}) =>
  chair.call(judgeAdded.publish, { edition_id, dry_run: true, ...more })
const mailed = async () =>
  (
    await api.db
      .selectFrom('mail_outbox')
      .select('params')
      .where('template', 'in', ['results_published', 'results_not_awarded'])
      .execute()
  ).length

beforeEach(async () => {
  await api.db.deleteFrom('mail_outbox').execute()
  await api.db.deleteFrom('certificates').execute()
  await api.db.deleteFrom('apply_orders').execute()
})

describe('J4', () => {
  /** Platinum (threshold 85) is awarded at 85.5 points; the second level then lowers the result. */
  async function sunk() {
    const entry = await jury.entry({ title: 'Sunk' })
    await jury.scored(entry, [85, 85.5, 86])
    await jury.enter(4)
    await chair.call(judge.award, award(entry))
    await jury.scored(entry, [80, 81], 3)
    await jury.enter(6)
    return entry
  }

  test('J4: an award below its threshold needs a reason, one step below included', async () => {
    proves('call judge/award')
    const entry = await jury.entry()
    await jury.scored(entry, [84, 84.5, 85])
    await jury.enter(4)

    const refused = await chair.answer(judge.award, award(entry))
    expect(refused).toMatchObject({
      code: 422,
      msg: { reason: [expect.stringMatching(/below the threshold/)] },
    })
    const given = await chair.call(judge.award, award(entry, { reason: 'Ahead of its field' }))
    expect(given).toMatchObject({ decision_status: 2 })
  })

  test('J4: the second level sees result and threshold, and needs a reason to confirm below it', async () => {
    proves('call subjudges/awarded', 'call apply/info')
    const entry = await sunk()
    const info = await api.as(dora).call(entries.info, { apply_order_id: entry.id })
    expect(info).toMatchObject({ standing: { final_score: expect.any(Number), min_score: 85 } })
    const { standing } = Object(info) as { standing: { final_score: number } }
    expect(standing.final_score).toBeLessThan(85)
    const other = await api.as(anna).call(entries.info, { apply_order_id: entry.id })
    expect(other).toMatchObject({ standing: null })

    const confirm = { apply_order_id: entry.id, decision: 'confirm' as const, version: 1 }
    expect(await api.as(dora).answer(subjudges.awarded, confirm)).toMatchObject({
      code: 422,
      msg: { reason: [expect.stringMatching(/below the threshold/)] },
    })
    const reason = 'The jury wants to see it at this level'
    await api.as(dora).call(subjudges.awarded, { ...confirm, reason })
    expect((await row(entry.id)).decision_status).toBe(3)
  })

  test('J4: the publication checklist lists awards below their threshold', async () => {
    proves('call judge/publish')
    const entry = await sunk()
    const reason = 'The jury wants to see it at this level'
    const confirm = { apply_order_id: entry.id, decision: 'confirm' as const, version: 1, reason }
    await api.as(dora).call(subjudges.awarded, confirm)
    await jury.enter(7)
    const { checklist, awarded } = await dryRun()
    expect(awarded).toBe(1)
    const [line] = checklist.filter(({ kind }) => kind === 'BELOW_THRESHOLD')
    expect(line).toMatchObject({ count: 1, entries: [{ apply_order_id: entry.id }] })
  })
})

describe('J5', () => {
  const lineOf = (
    checklist: readonly { kind: string; entries: { apply_order_id: string }[] }[],
    kind: string,
  ) =>
    checklist
      .find((line) => line.kind === kind)
      ?.entries.map(({ apply_order_id }) => apply_order_id)

  /** One entry for each kind of open work, one fully judged, and one with its award. */
  async function trial() {
    const whole = await jury.entry({ title: 'Whole' })
    await jury.scored(whole, [50, 51, 52])
    const disputed = await jury.entry({ title: 'Disputed' })
    await jury.scored(disputed, [20, 60, 95])
    const halfway = await jury.entry({ title: 'Halfway' })
    await jury.scored(halfway, [70, 71, 72])
    await jury.scored(halfway, [75], 3)
    const few = await jury.entry({ title: 'Few' })
    await jury.scored(few, [70])
    const wished = await jury.entry({ title: 'Wished' })
    await jury.scored(wished, [86, 87, 88])
    await jury.enter(3)
    await api.as(anna).call(subJudge.award, {
      apply_order_id: wished.id,
      award_id: jury.platinum.id,
      comment: '',
    })
    const won = await jury.entry({
      title: 'Won',
      award_id: jury.silver.id,
      decision_status: 3,
      decision_version: 2,
    })
    await jury.scored(won, [66, 67, 68])
    await api.db
      .updateTable('scores')
      .set({ comment_entrant: 'The joints are honest, and the back holds you.' })
      .where('apply_order_id', '=', won.id)
      .execute()
    await jury.enter(7)
    return { whole, disputed, halfway, few, wished, won }
  }

  test('J5: the checklist lists undecided entries, discussions, missing votes, recommendations and comments', async () => {
    proves('call judge/publish')
    const { whole, disputed, halfway, few, wished, won } = await trial()
    const { checklist, awarded, not_awarded, without_decision } = await dryRun()

    expect({ awarded, not_awarded, without_decision }).toEqual({
      awarded: 1,
      not_awarded: 0,
      without_decision: 1,
    })
    expect(lineOf(checklist, 'UNDECIDED')?.toSorted()).toEqual(
      [whole.id, disputed.id, halfway.id, few.id].toSorted(),
    )
    expect(lineOf(checklist, 'TO_DISCUSS')).toEqual([disputed.id])
    expect(lineOf(checklist, 'SECOND_LEVEL_VOTES')).toEqual([halfway.id])
    expect(lineOf(checklist, 'FIRST_LEVEL_VOTES')).toEqual([few.id])
    expect(lineOf(checklist, 'RECOMMENDED')).toEqual([wished.id])
    expect(lineOf(checklist, 'COMMENTS_PENDING')).toEqual([won.id])
  })

  test('J5: publishes and mails no undecided entry; fully judged ones get no award if the chair chooses so', async () => {
    proves('call judge/publish')
    const { whole, disputed, halfway, few, wished, won } = await trial()
    const statuses = async () =>
      Promise.all(
        [won, whole, disputed, halfway, few, wished].map(
          async ({ id }) => (await row(id)).entry_status,
        ),
      )

    await chair.call(judgeAdded.publish, { edition_id })
    expect(await statuses()).toEqual([60, 40, 40, 40, 40, 40])
    expect(await mailed()).toBe(1)
    const rest = await chair.call(judgeAdded.publish, { edition_id, without_award: true })
    expect(rest).toMatchObject({ awarded: 0, not_awarded: 1 })
    expect(await statuses()).toEqual([60, 61, 40, 40, 40, 40])
    expect(await mailed()).toBe(2)
  })

  test('J5: deciding on no award needs a reason; publication applies it', async () => {
    proves('call judge/award', 'call judge/publish')
    const { few } = await trial()
    await jury.enter(6)
    const none = { ...award(few, { award_id: null }), no_award: true }
    expect(await chair.answer(judge.award, none)).toMatchObject({ code: 422 })
    await chair.call(judge.award, { ...none, reason: 'Two jurors fell ill; it stands too low' })
    await jury.enter(7)
    await chair.call(judgeAdded.publish, { edition_id })
    expect((await row(few.id)).entry_status).toBe(61)
  })

  test('J5: refuses to publish if the results have changed since the checklist', async () => {
    proves('call judge/publish')
    const { wished } = await trial()
    const { plan } = await dryRun()
    await api.db
      .updateTable('apply_orders')
      .set({ decision_status: 3, award_id: jury.silver.id })
      .where('id', '=', wished.id)
      .execute()
    const refused = await chair.answer(judgeAdded.publish, { edition_id, plan })
    expect(refused).toMatchObject({ code: 409, data: { reason: 'PLAN_CHANGED' } })
    const { plan: now } = await dryRun()
    expect(await chair.call(judgeAdded.publish, { edition_id, plan: now })).toMatchObject({
      awarded: 2,
    })
  })
})
