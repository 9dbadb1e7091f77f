import { entries as sheets, judge, judgeAdded, subjudges } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)

const GOLDEN = {
  A: [92, 74, 88, null, 86],
  B: [84, 66, 90, 79, null],
  C: [70, 52, 71, 66, 69],
  D: [62, 40, 60, 95, 58],
  E: [78, 58, null, 73, 80],
}
type Golden = keyof typeof GOLDEN
const ALL = Object.keys(GOLDEN) as Golden[]

/** The entries of the golden vector. Assigns all jurors before the votes, so that none is an extra juror. */
async function golden() {
  await api.db.deleteFrom('apply_orders').execute()
  const entries = new Map<Golden, { id: string }>()
  for (const title of ALL) {
    const entry = await jury.entry({ title })
    entries.set(title, entry)
    const voters = jury.first.filter((_, index) => GOLDEN[title][index] !== null)
    await jury.assign(entry, voters)
    for (const [index, juror] of jury.first.entries()) {
      const total = GOLDEN[title][index] ?? null
      if (total !== null) await jury.vote(entry, juror, total)
    }
  }
  return (title: Golden) => entries.get(title) ?? { id: '' }
}

const award = (entry: { id: string }, more: object = {}) => ({
  apply_order_id: entry.id,
  award_id: jury.silver.id,
  version: 0,
  ...more,
})
const board = () => chair.call(judgeAdded.board, { category_id: jury.category.id })
const titles = (list: { title: string }[]) => list.map(({ title }) => title).toSorted()

test('figures of the database equal the golden vector to two decimals', async () => {
  proves('call judge/judgeEntryList', 'call judge/board', 'story S22')
  await golden()
  const { list } = await chair.call(judge.judgeEntryList, { sort: 'title' })
  const { entries, metric } = await board()

  const rows = list.map(({ title, first_level: f, final_score }) => [
    title,
    f.mean,
    f.median,
    f.trimmed,
    f.deviation,
    f.range,
    f.balanced,
    final_score,
  ])
  expect(rows).toEqual([
    ['A', 85, 87, 85, 6.71, 18, 86.93, 86.93],
    ['B', 79.75, 81.5, 79.75, 8.84, 24, 80.35, 80.35],
    ['C', 65.6, 69, 68.33, 7, 19, 64.77, 64.77],
    ['D', 63, 60, 60, 17.82, 55, 62.04, 62.04],
    ['E', 72.25, 75.5, 72.25, 8.61, 22, 72.81, 72.81],
  ])
  expect(metric).toBe('balanced')
  expect(entries.map(({ title, rank }) => [title, rank])).toEqual([
    ['A', 1],
    ['B', 2],
    ['E', 3],
    ['C', 4],
    ['D', 5],
  ])
  expect(list.filter(({ is_to_discuss }) => is_to_discuss).map(({ title }) => title)).toEqual(['D'])
})

test('the trimmed mean is official if every juror scored every entry', async () => {
  proves('call judge/judgeEntryList')
  await api.db.deleteFrom('apply_orders').execute()
  const [one, other] = [await jury.entry({ title: 'One' }), await jury.entry({ title: 'Other' })]
  await jury.scored(one, [60, 70, 72, 74, 80])
  await jury.scored(other, [50, 52, 54, 56, 58])

  const { metric, entries } = await board()
  expect(metric).toBe('trimmed')
  expect(entries.map(({ first_level }) => first_level.official)).toEqual([72, 54])
  expect(entries[0]?.first_level.balanced).not.toBe(72)

  await jury.vote(await jury.entry(), jury.first[0], 60)
  expect((await board()).metric).toBe('balanced')
})

describe('S22 quorum, divergence and ties', () => {
  beforeEach(() => proves('call judge/castVote', 'call judge/closeDiscussion', 'story S22'))

  beforeEach(() => jury.enter(4))

  test('below the quorum there is no aggregate and no award', async () => {
    await api.db.deleteFrom('apply_orders').execute()
    const entry = await jury.entry({ title: 'Few' })
    await jury.scored(entry, [40, 95])

    const refused = await chair.answer(judge.award, award(entry))
    const [row] = (await chair.call(judge.judgeEntryList, { keyword: 'Few' })).list

    expect(refused).toMatchObject({ code: 409, data: { reason: 'QUORUM', votes: 2, quorum: 3 } })
    expect(row).toMatchObject({ final_score: null, is_to_discuss: false })
    expect(row?.first_level).toMatchObject({ votes: 2, mean: null, balanced: null, range: null })
  })

  test('a divergent entry needs a discussion, which the chair closes with a reason', async () => {
    const entry = (await golden())('D')
    const queue = () => chair.call(judge.judgeEntryList, { queue: 'to_discuss' })

    expect(titles((await queue()).list)).toEqual(['D'])
    expect(await chair.answer(judge.award, award(entry))).toMatchObject({
      code: 409,
      data: { reason: 'DIVERGENCE' },
    })
    const close = { apply_order_id: entry.id, reason: 'Discussed on the jury day' }
    await chair.call(judgeAdded.closeDiscussion, close)

    expect((await queue()).total).toBe(0)
    expect(await chair.answer(judgeAdded.closeDiscussion, close)).toMatchObject({ code: 409 })
    // D is below the threshold of silver, so the award needs a reason.
    const given = award(entry, { reason: 'The jury follows its idea' })
    expect(await chair.call(judge.award, given)).toMatchObject({ decision_status: 2 })
  })

  test("the vote of a juror assigned after the flag settles the divergence, an earlier juror's does not", async () => {
    await api.db.deleteFrom('apply_orders').execute()
    const entry = await jury.entry()
    const [anna, ben, cleo, dan, eva] = jury.first
    await jury.assign(entry, [anna, ben, cleo, dan])
    for (const [juror, total] of [
      [anna, 40],
      [ben, 60],
      [cleo, 95],
      [dan, 70],
    ] as const) {
      await jury.vote(entry, juror, total)
    }
    expect(await chair.answer(judge.award, award(entry))).toMatchObject({
      data: { reason: 'DIVERGENCE' },
    })

    await jury.assign(entry, [eva])
    expect(await chair.answer(judge.award, award(entry))).toMatchObject({ code: 409 })
    await jury.vote(entry, eva, 68)

    expect(await chair.call(judge.award, award(entry))).toMatchObject({ decision_status: 2 })
  })

  test("breaks a tie by the rules, then by the chair's casting vote", async () => {
    await api.db.deleteFrom('apply_orders').execute()
    const wide = await jury.entry({ title: 'Wide' })
    const close = await jury.entry({ title: 'Close' })
    const twin = await jury.entry({ title: 'Twin' })
    await jury.scored(wide, [75, 82, 85, 88, 95])
    await jury.scored(close, [80, 84, 85, 86, 90])
    await jury.scored(twin, [80, 84, 85, 86, 90])
    const places = async () =>
      (await board()).entries.map(({ title, rank, tie_rule, final_score }) => [
        title,
        rank,
        tie_rule,
        final_score,
      ])

    expect((await places()).toSorted()).toEqual([
      ['Close', 1, 'deviation', 85],
      ['Twin', 1, 'deviation', 85],
      ['Wide', 3, 'deviation', 85],
    ])
    expect((await board()).ties).toHaveLength(1)

    const reason = 'The twin goes further in its materials'
    const cast = (ids: string[]) =>
      chair.answer(judgeAdded.castVote, { apply_order_ids: ids, reason })
    expect(await cast([wide.id, close.id])).toMatchObject({
      code: 409,
      data: { reason: 'NOT_TIED' },
    })
    expect(await cast([twin.id, close.id])).toMatchObject({ code: 200 })

    expect(await places()).toEqual([
      ['Twin', 1, 'casting_vote', 85],
      ['Close', 2, 'casting_vote', 85],
      ['Wide', 3, 'deviation', 85],
    ])
    expect((await board()).ties).toEqual([])
    const logged = await api.db
      .selectFrom('audit_log')
      .select('reason')
      .where('action', '=', 'tie.decided')
      .execute()
    expect(logged).toEqual([{ reason }])
    await jury.enter(5)
    expect(await cast([twin.id, close.id])).toMatchObject({ code: 423 })
  })

  test('ex aequo gives both the same rank', async () => {
    await api.db.deleteFrom('apply_orders').execute()
    const pair = [await jury.entry(), await jury.entry()]
    for (const entry of pair) await jury.scored(entry, [80, 84, 85, 86, 90])
    const vote = { apply_order_ids: pair.map(({ id }) => id), ex_aequo: true }
    await chair.call(judgeAdded.castVote, { ...vote, reason: 'Both deserve the place' })

    const { entries, ties } = await board()
    expect(entries.map(({ rank, tie_rule }) => [rank, tie_rule])).toEqual([
      [1, 'ex_aequo'],
      [1, 'ex_aequo'],
    ])
    expect(ties).toEqual([])
  })
})

describe('S23 the second level', () => {
  beforeEach(() => proves('story S23'))

  test('sees first-level figures after its own score, and cannot sort by hidden ones', async () => {
    await api.db.deleteFrom('apply_orders').execute()
    const [dora] = jury.second
    const entries = [await jury.entry({ title: 'Low' }), await jury.entry({ title: 'High' })]
    const [low = { id: '' }, high = { id: '' }] = entries
    await jury.scored(low, [50, 52, 54])
    await jury.scored(high, [90, 92, 94])
    for (const entry of entries) await jury.assign(entry, [dora], 3)
    await jury.enter(5)
    const list = async (more: object = {}) =>
      (await api.as(dora).call(subjudges.secondLevelJudgeAwardList, more)).list

    expect((await list()).map(({ first_level }) => first_level)).toEqual([null, null])
    expect((await api.as(dora).call(subjudges.subJuryAwardList, {})).total).toBe(0)
    const ids = (rows: { apply_order_id: string }[]) => rows.map((row) => row.apply_order_id)
    for (const sort of ['mean', '-mean', 'balanced', '-score', 'deviation', 'award']) {
      expect(ids(await list({ sort }))).toEqual(ids(await list()))
    }
    expect(
      await api.as(dora).answer(judgeAdded.board, { category_id: jury.category.id }),
    ).toMatchObject({ code: 403 })

    await jury.vote(low, dora, 60, 3)
    const seen = new Map((await list()).map((row) => [row.apply_order_id, row.first_level]))
    expect(seen.get(low.id)).toMatchObject({ votes: 3, mean: 52 })
    expect(seen.get(high.id)).toBeNull()
  })

  test('confirms only in the deliberation; the first level gets 403', async () => {
    const entry = await jury.entry()
    const [dora] = jury.second
    await jury.scored(entry, [66, 70, 72])
    await jury.scored(entry, [70, 72], 3)
    await jury.enter(4)
    await chair.call(judge.award, award(entry))
    const confirm = { apply_order_id: entry.id, decision: 'confirm' as const, version: 1 }
    const answer = (who: { id: string }) => api.as(who).answer(subjudges.awarded, confirm)

    await jury.enter(5)
    expect(await answer(dora)).toMatchObject({ code: 423 })
    await jury.enter(6)
    expect(await answer(jury.first[0])).toMatchObject({ code: 403 })
    expect(await answer(dora)).toMatchObject({ code: 200, data: { decision_status: 3 } })
  })

  test('sees no decision, not even its version, before its own score', async () => {
    const [dora] = jury.second
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70, 72])
    await jury.assign(entry, [dora], 3)
    await jury.enter(4)
    await chair.call(judge.award, award(entry))
    await jury.enter(5)
    const seen = async () => {
      const { list } = await api.as(dora).call(subjudges.secondLevelJudgeAwardList, {})
      const row = list.find(({ apply_order_id: id }) => id === entry.id)
      const info = await api.as(dora).call(sheets.info, { apply_order_id: entry.id })
      const { decision_version, decision_status, award: given } = Object(info)
      return [row?.decision_version, row?.decision_status, decision_version, decision_status, given]
    }
    expect(await seen()).toEqual([0, 0, 0, 0, null])
    await jury.scored(entry, [80], 3)
    expect(await seen()).toEqual([1, 2, 1, 2, expect.objectContaining({ id: jury.silver.id })])
  })

  test('chooses one Grand Prix per section among the Platinums', async () => {
    const grand = await api.build.award({ code: 'grand_prix', rank: 1, min_score: 85 })
    const [dora] = jury.second
    const entries = [await jury.entry(), await jury.entry(), await jury.entry()]
    for (const entry of entries) {
      await jury.scored(entry, [88, 90, 91])
      await jury.scored(entry, [88, 90], 3)
    }
    await jury.enter(4)
    const [first = { id: '' }, second = { id: '' }, silver = { id: '' }] = entries
    const byChair = await chair.answer(judge.award, award(first, { award_id: grand.id }))
    expect(byChair).toMatchObject({ code: 422, msg: { award_id: expect.any(Array) } })
    for (const entry of [first, second]) {
      await chair.call(judge.award, award(entry, { award_id: jury.platinum.id }))
    }
    await chair.call(judge.award, award(silver, { reason: 'Not as far as the others' }))
    await jury.enter(6)
    const choose = (entry: { id: string }) =>
      api.as(dora).answer(subjudges.awarded, {
        apply_order_id: entry.id,
        decision: 'confirm',
        award_id: grand.id,
        version: 1,
        reason: 'The work of the year',
      })

    expect(await choose(silver)).toMatchObject({ code: 409, data: { reason: 'NOT_PLATINUM' } })
    const both = await Promise.all([choose(first), choose(second)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(both.find(({ code }) => code === 409)).toMatchObject({ data: { reason: 'QUOTA' } })
  })
})
