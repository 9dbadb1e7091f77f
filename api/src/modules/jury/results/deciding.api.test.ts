import { entries, judge, subJudge, subjudges } from '@awards/shared/contract'
import { testApi } from '../../../../test/test-api.ts'
import { jurySetting } from '../../../../test/jury-setting.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)

const award = (entry: { id: string }, more: object = {}) => ({
  apply_order_id: entry.id,
  award_id: jury.silver.id,
  version: 0,
  ...more,
})

describe('the award of the chair', () => {
  beforeEach(() => proves('call judge/award'))

  beforeEach(() => jury.enter(4))

  test('is provisional with a quorum; returns 409 for a stale version', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70, 72])

    const decided = await chair.call(judge.award, award(entry))
    const stale = await chair.answer(judge.award, award(entry))
    const cleared = await chair.call(judge.award, award(entry, { award_id: null, version: 1 }))

    expect(decided).toEqual({ decision_status: 2, version: 1 })
    expect(stale).toMatchObject({ code: 409, data: { reason: 'VERSION', version: 1 } })
    expect(cleared).toEqual({ decision_status: 0, version: 2 })
    const kinds = await api.db
      .selectFrom('decisions')
      .select('kind')
      .where('apply_order_id', '=', entry.id)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['award', 'clear'])
  })

  test('changes nothing in the answers for the entrant', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70, 72])
    const owner = await api.db
      .selectFrom('apply_orders')
      .select('user_id as id')
      .where('id', '=', entry.id)
      .executeTakeFirstOrThrow()
    const seen = async () => [
      await api.as(owner).call(entries.entryList, {}),
      await api.as(owner).call(entries.info, { apply_order_id: entry.id }),
    ]
    const before = await seen()
    await chair.call(judge.award, award(entry))
    expect(await seen()).toEqual(before)
  })

  test('returns 409 QUORUM with two scores of three', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70])

    expect(await chair.answer(judge.award, award(entry))).toMatchObject({
      code: 409,
      data: { reason: 'QUORUM', votes: 2, quorum: 3 },
    })
  })

  test('returns 409 DIVERGENCE until the chair closes the discussion with a reason', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [40, 60, 95])

    expect(await chair.answer(judge.award, award(entry))).toMatchObject({
      code: 409,
      data: { reason: 'DIVERGENCE' },
    })
    const withoutReason = await chair.answer(judge.award, award(entry, { close_divergence: true }))
    expect(withoutReason).toMatchObject({ code: 422, msg: { reason: expect.any(Array) } })
    const closed = award(entry, { close_divergence: true, reason: 'Discussed on the jury day' })
    expect(await chair.call(judge.award, closed)).toMatchObject({ decision_status: 2 })
  })

  test('requires a reason for a level far from the score', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [66, 68, 70])

    const near = award(entry, { award_id: jury.selection.id })
    expect(await chair.answer(judge.award, near)).toMatchObject({ code: 200 })
    const far = await jury.entry()
    await jury.scored(far, [50, 50, 50])
    const tooHigh = award(far, { award_id: jury.platinum.id })
    expect(await chair.answer(judge.award, tooHigh)).toMatchObject({ code: 422 })
    expect(
      await chair.answer(judge.award, { ...tooHigh, reason: 'A work ahead of its field' }),
    ).toMatchObject({ code: 200 })
  })

  test('returns 423 outside the awarding phases', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [66, 70, 72])
    await jury.enter(3)

    expect(await chair.answer(judge.award, award(entry))).toMatchObject({
      code: 423,
      data: { reason: 'PHASE' },
    })
  })

  test('returns 403 for entries of another panel or in conflict', async () => {
    const other = await api.build.category()
    const foreign = await jury.entry({ category_id: other.id })
    const conflicted = await jury.entry({ title: 'Conflicted' })
    await jury.conflict(conflicted, jury.chair)

    expect(await chair.answer(judge.award, award(foreign))).toMatchObject({ code: 403 })
    expect(await chair.answer(judge.award, award(conflicted))).toMatchObject({ code: 403 })
    expect((await chair.call(judge.judgeEntryList, { keyword: 'Conflicted' })).total).toBe(0)
  })
})

describe('decisions of the other levels', () => {
  beforeEach(() => proves('call subJudge/award', 'call subjudges/awarded'))

  test('the first level recommends after its own score, in phases 3 and 4', async () => {
    const entry = await jury.entry()
    const [anna, ben] = jury.first
    await jury.scored(entry, [70])
    await jury.assign(entry, [ben])
    await jury.enter(3)
    const command = { apply_order_id: entry.id, award_id: jury.silver.id, comment: '' }

    expect(await api.as(ben).answer(subJudge.award, command)).toMatchObject({
      code: 409,
      data: { reason: 'SCORE_FIRST' },
    })
    expect(await api.as(anna).call(subJudge.award, command)).toEqual({ decision_status: 1 })
    // After scoring the message must not ask for a score.
    await jury.enter(4)
    expect(await api.as(ben).answer(subJudge.award, command)).toMatchObject({
      code: 409,
      data: { reason: 'NOT_SCORED' },
    })
    await jury.enter(5)
    expect(await api.as(anna).answer(subJudge.award, command)).toMatchObject({ code: 423 })
  })

  test('only the second level confirms, in the deliberation', async () => {
    const entry = await jury.entry()
    const [dora] = jury.second
    await jury.scored(entry, [66, 70, 72])
    await jury.scored(entry, [70, 72], 3)
    await jury.enter(4)
    await chair.call(judge.award, award(entry))
    const confirm = { apply_order_id: entry.id, decision: 'confirm' as const, version: 1 }

    await jury.enter(5)
    expect(await api.as(dora).answer(subjudges.awarded, confirm)).toMatchObject({ code: 423 })
    await jury.enter(6)
    expect(await api.as(jury.first[0]).answer(subjudges.awarded, confirm)).toMatchObject({
      code: 403,
    })
    const withoutReason = await api
      .as(dora)
      .answer(subjudges.awarded, { ...confirm, decision: 'decline' })
    expect(withoutReason).toMatchObject({ code: 422, msg: { reason: expect.any(Array) } })
    expect(await api.as(dora).call(subjudges.awarded, confirm)).toEqual({
      decision_status: 3,
      version: 2,
    })
  })

  test('declining keeps the award of the chair, whatever level it names', async () => {
    const grand = await api.build.award({ code: 'grand_prix', rank: 1, min_score: 85 })
    const [dora] = jury.second
    const decide = (entry: { id: string }, decision: 'confirm' | 'decline', more: object) =>
      api.as(dora).answer(subjudges.awarded, {
        apply_order_id: entry.id,
        decision,
        reason: 'After a long talk',
        version: 1,
        ...more,
      })
    for (const award_id of [grand.id, '9007199254740993']) {
      await jury.enter(4)
      const entry = await jury.entry()
      await jury.scored(entry, [66, 70, 72])
      await jury.scored(entry, [70, 72], 3)
      await chair.call(judge.award, award(entry))
      await jury.enter(6)
      expect(await decide(entry, 'decline', { award_id })).toMatchObject({
        code: 200,
        data: { decision_status: 4, version: 2 },
      })
      const stored = api.db
        .selectFrom('apply_orders')
        .select(['decision_status', 'award_id'])
        .where('id', '=', entry.id)
      expect(await stored.executeTakeFirst()).toEqual({
        decision_status: 4,
        award_id: jury.silver.id,
      })
      const raised = await decide(entry, 'confirm', { award_id: grand.id, version: 2 })
      expect(raised).toMatchObject({ code: 409, data: { reason: 'NOT_PLATINUM' } })
      expect(await decide(entry, 'confirm', { version: 2 })).toMatchObject({ code: 200 })
      expect(await stored.executeTakeFirst()).toEqual({
        decision_status: 3,
        award_id: jury.silver.id,
      })
    }
  })

  test('weights the final score 60 % second level, 40 % first', async () => {
    const entry = await jury.entry({ title: 'Final' })
    await jury.scored(entry, [70, 70, 70])
    await jury.scored(entry, [80, 80], 3)
    await jury.enter(6)

    const [row] = (await chair.call(judge.judgeEntryList, { keyword: 'Final' })).list
    const { first_level, second_level, final_score } = row ?? {}

    const expected = 0.6 * (second_level?.balanced ?? 0) + 0.4 * (first_level?.balanced ?? 0)
    expect(final_score).toBeCloseTo(expected, 1)
  })

  test('returns no final score while the second level is below its quorum', async () => {
    const entry = await jury.entry({ title: 'Begun' })
    await jury.scored(entry, [70, 70, 70])
    await jury.scored(entry, [80], 3)
    await jury.enter(6)
    const seen = async () =>
      (await chair.call(judge.judgeEntryList, { keyword: 'Begun' })).list[0]?.final_score
    expect(await seen()).toBeNull()
    await jury.vote(entry, jury.second[1], 80, 3)
    expect(await seen()).toEqual(expect.any(Number))
  })
})

describe('assigning jurors', () => {
  beforeEach(() => proves('call judge/assignSubJudge', 'call judge/getSubJudges'))

  beforeEach(() => jury.enter(3))

  test('adds, replaces and removes jurors, and mails them', async () => {
    const entry = await jury.entry()
    const [{ juror_id: a }, { juror_id: b }, { juror_id: c }] = jury.first
    const change = (mode: 'add' | 'replace' | 'remove', juror_ids: string[]) =>
      chair.call(judge.assignSubJudge, { apply_order_ids: [entry.id], juror_ids, mode })

    await change('add', [a, b])
    const { results } = await change('replace', [b, c])

    expect(new Set(results.map(({ juror_id, result }) => `${juror_id}:${result}`))).toEqual(
      new Set([`${a}:removed`, `${b}:unchanged`, `${c}:assigned`]),
    )
    const { list, assigned } = await chair.call(judge.getSubJudges, { apply_order_id: entry.id })
    expect(assigned).toBe(2)
    expect(list.find(({ juror_id }) => juror_id === c)).toMatchObject({ assigned: true })
    await api.context.jobs.drain()
    expect(api.mails.filter(({ to }) => to === jury.first[2].email)).toHaveLength(1)
  })

  test('returns 409 for a juror who owns the code of the entry', async () => {
    const [anna, ben] = jury.first
    const code = { code: 'I-ANNA', kind: 'entrant_invite', owner_id: anna.id }
    await api.db.insertInto('codes').values(code).execute()
    const entry = await jury.entry({ invitation_code: 'I-ANNA' })
    const input = (juror_ids: string[]) => ({ apply_order_ids: [entry.id], juror_ids })

    expect(await chair.answer(judge.assignSubJudge, input([anna.juror_id]))).toMatchObject({
      code: 409,
      data: { reason: 'COI_REFERRAL' },
    })
    const { results } = await chair.call(judge.assignSubJudge, input([anna.juror_id, ben.juror_id]))
    expect(results.map(({ result }) => result).sort()).toEqual(['assigned', 'refused'])
  })

  test('returns 409 for removing a juror with a score, and 423 in the deliberation', async () => {
    const entry = await jury.entry()
    await jury.scored(entry, [70])
    const input = { apply_order_ids: [entry.id], juror_ids: [jury.first[0].juror_id] }

    expect(await chair.answer(judge.assignSubJudge, { ...input, mode: 'remove' })).toMatchObject({
      code: 409,
      data: { reason: 'SCORED' },
    })
    await jury.enter(6)
    expect(await chair.answer(judge.assignSubJudge, input)).toMatchObject({ code: 423 })
  })
})

test('balanced scores equal the golden vector', async () => {
  proves('call judge/judgeEntryList')
  const golden = [
    { A: 92, B: 84, C: 70, D: 62, E: 78 },
    { A: 74, B: 66, C: 52, D: 40, E: 58 },
    { A: 88, B: 90, C: 71, D: 60 },
    { B: 79, C: 66, D: 95, E: 73 },
    { A: 86, C: 69, D: 58, E: 80 },
  ]
  await api.db.deleteFrom('apply_orders').execute()
  for (const title of ['A', 'B', 'C', 'D', 'E'] as const) {
    const entry = await jury.entry({ title })
    for (const [index, juror] of jury.first.entries()) {
      const totals: Partial<Record<string, number>> = golden[index] ?? {}
      const total = totals[title]
      if (total !== undefined) await jury.vote(entry, juror, total)
    }
  }

  const { list } = await chair.call(judge.judgeEntryList, { sort: 'title' })

  expect(
    list.map(({ title, first_level: { mean, balanced, is_divergent } }) => ({
      title,
      mean,
      balanced,
      is_divergent,
    })),
  ).toEqual([
    { title: 'A', mean: 85, balanced: 86.93, is_divergent: false },
    { title: 'B', mean: 79.75, balanced: 80.35, is_divergent: false },
    { title: 'C', mean: 65.6, balanced: 64.77, is_divergent: false },
    { title: 'D', mean: 63, balanced: 62.04, is_divergent: true },
    { title: 'E', mean: 72.25, balanced: 72.81, is_divergent: false },
  ])
})
