import { judge, judgeAdded, scoreSheets, subjudges } from '@awards/shared/contract'
import { finalScore, mean, round2 } from '@awards/shared/domain'
import { jurySetting } from '../../../../test/jury-setting.ts'
import { testApi } from '../../../../test/test-api.ts'

const api = await testApi()
const jury = await jurySetting(api)
const chair = api.as(jury.chair)
const [ada, ben, cleo] = jury.first
const [dora] = jury.second
if (!ada || !ben || !cleo || !dora) throw new Error('There are too few jurors')

type Entry = { id: string }
const ask = (entry: Entry) => ({ apply_order_id: entry.id })
const read = (by: typeof chair, entry: Entry) => by.call(scoreSheets.figureDerivation, ask(entry))

/** Jurors with different scales and, without `isComplete`, different entries; the last entry has both levels. */
async function scored({ isComplete }: { isComplete: boolean }) {
  await api.db.deleteFrom('apply_orders').execute()
  const thawed = { snapshot_id: null, frozen_at: null, results_published_at: null }
  await api.db.updateTable('editions').set(thawed).execute()
  await jury.enter(3)
  const entries: Entry[] = []
  for (const totals of [
    [92, 74, 88, 71, 86],
    [84, 66, 90, 79, 70],
    [62, 40, 60, 95, 58],
  ]) {
    const entry = await jury.entry()
    await jury.scored(entry, isComplete || entries.length > 0 ? totals : totals.slice(0, 4))
    entries.push(entry)
  }
  const last = entries.at(-1)
  if (!last) throw new Error('There is no entry')
  await jury.scored(last, [80, 90], 3)
  return { entries, last }
}

const shownFinal = async ({ id }: Entry) => {
  const { list } = await chair.call(judge.judgeEntryList, { pageSize: 100 })
  return list.find(({ apply_order_id }) => apply_order_id === id)?.final_score
}

beforeEach(() => proves('call apply/figureDerivation'))

test.each([true, false])(
  'the steps lead to the official figure, live and frozen (every juror scored every entry: %s)',
  async (isComplete) => {
    const { entries, last } = await scored({ isComplete })
    for (const phase of [5, 7]) {
      await jury.changePhase(phase)
      for (const entry of entries) {
        const { levels, final_score, is_frozen } = await read(chair, entry)
        expect(is_frozen).toBe(phase === 7)
        expect(levels).toHaveLength(entry === last ? 2 : 1)
        const [first, second] = levels.map(({ votes, all, metric, official }) => {
          // By hand, from what the view shows.
          const byHand = votes.map(({ total, scale }) => {
            if (!scale) throw new Error('The chair sees every scale')
            const { weight, votes: count } = scale
            expect(weight).toBeCloseTo(count / (count + 4), 10)
            const value = all.mean + (all.deviation * (total - scale.centre)) / scale.spread
            return Math.min(100, Math.max(0, value))
          })
          const counted = votes.filter(({ dropped }) => dropped === null)
          const figure =
            metric === 'trimmed' ? mean(counted.map(({ total }) => total)) : mean(byHand)
          expect(round2(figure)).toBe(official)
          return official
        })
        if (first === undefined || first === null) throw new Error('There is no first level')
        expect(final_score).toBe(finalScore(first, second ?? undefined))
        expect(final_score).toBe(await shownFinal(entry))
      }
      const metric = isComplete ? 'trimmed' : 'balanced'
      expect((await read(chair, last)).levels[0]?.metric).toBe(metric)
    }
  },
)

test('a frozen derivation keeps the vote of a juror who steps back afterwards', async () => {
  const { last } = await scored({ isComplete: true })
  await jury.changePhase(7)
  const before = await read(chair, last)
  await jury.conflict(last, ben)
  expect(await read(chair, last)).toEqual(before)
  expect(before.levels[0]?.votes).toHaveLength(5)
})

test('says nothing but the votes below the quorum', async () => {
  await scored({ isComplete: true })
  const entry = await jury.entry()
  await jury.scored(entry, [70, 80])
  const { levels, final_score } = await read(chair, entry)
  expect(levels).toMatchObject([{ metric: null, official: null, quorum: 3, mean: null }])
  expect(levels[0]?.votes.map(({ total, balanced }) => ({ total, balanced }))).toEqual(
    expect.arrayContaining([
      { total: 70, balanced: null },
      { total: 80, balanced: null },
    ]),
  )
  expect(final_score).toBeNull()
})

test('the chair sees who gave which marks and notes; a note names no entrant while the jury is blind', async () => {
  await scored({ isComplete: true })
  const entry = await jury.entry()
  await jury.assign(entry, [ada])
  await jury.enter(3)
  await api.as(ada).call(subjudges.score, {
    ...ask(entry),
    items: jury.marks(70),
    comment_private: 'Looks like Brumaire to me',
    comment_entrant: '',
    is_draft: false,
    version: 0,
  })
  const { levels, criteria } = await read(chair, entry)
  const vote = levels[0]?.votes[0]
  expect(vote).toMatchObject({ is_named: true, total: 70 })
  expect(vote?.marks).toHaveLength(criteria.length)
  expect(vote?.note).toMatch(/^Looks like/)
  expect(vote?.note).not.toContain('Brumaire')
})

test('a juror sees nothing before the own score, then letters, and names where the phase shows them', async () => {
  await scored({ isComplete: true })
  const entry = await jury.entry()
  await jury.assign(entry, [ada])
  await jury.vote(entry, ben, 60)
  await jury.vote(entry, cleo, 70)
  const juror = api.as(ada)
  expect(await read(juror, entry)).toMatchObject({ hidden: 'own_score', levels: [] })

  await jury.vote(entry, ada, 80)
  const { hidden, levels, final_score } = await read(juror, entry)
  expect(hidden).toBeNull()
  // The final score would tell the second level's.
  expect(final_score).toBeNull()
  expect(levels.map(({ level }) => level)).toEqual([2])
  const [own] = levels[0]?.votes.filter(({ is_own }) => is_own) ?? []
  expect(own).toMatchObject({ total: 80, scale: { votes: expect.any(Number) } })
  for (const vote of levels[0]?.votes.filter(({ is_own }) => !is_own) ?? []) {
    expect(vote).toMatchObject({ is_named: false, marks: null, note: null, scale: null })
    expect(vote.juror).toMatch(/^[A-Z]{1,2}$/)
  }

  await jury.enter(6)
  const open = await read(juror, entry)
  expect(open.levels[0]?.votes.every(({ is_named, scale }) => is_named && scale)).toBe(true)
})

test('a juror of the second level sees both levels after the own score only', async () => {
  const { last } = await scored({ isComplete: true })
  await jury.enter(5)
  const [, , third] = jury.second
  if (!third) throw new Error('There are too few jurors')
  await jury.assign(last, [third], 3)
  expect(await read(api.as(third), last)).toMatchObject({ hidden: 'own_score', levels: [] })
  const { levels, final_score } = await read(api.as(dora), last)
  expect(levels.map(({ level }) => level)).toEqual([2, 3])
  expect(final_score).toBe(await shownFinal(last))
})

test('the owner reads letters and totals once the results are out; nobody else does', async () => {
  const { last } = await scored({ isComplete: false })
  const owner = api.as(jury.owner)
  expect(await owner.answer(scoreSheets.figureDerivation, ask(last))).toMatchObject({ code: 423 })
  await jury.changePhase(7)
  await chair.call(judgeAdded.publish, { edition_id: jury.edition.id, without_award: true })

  const { levels, final_score } = await read(owner, last)
  expect(final_score).toBe(await shownFinal(last))
  for (const vote of levels.flatMap(({ votes }) => votes)) {
    expect(vote).toMatchObject({ is_named: false, is_own: false, marks: null, scale: null })
    expect(vote.note).toBeNull()
  }
  // Without the scales the balanced votes still lead to the figure, but for their rounding.
  for (const { votes, official, metric } of levels) {
    if (metric !== 'balanced') continue
    const balanced = mean(votes.map((vote) => vote.balanced ?? Number.NaN))
    expect(Math.abs(balanced - (official ?? Number.NaN))).toBeLessThan(0.011)
  }
  const stranger = api.as(await api.build.user())
  expect((await stranger.answer(scoreSheets.figureDerivation, ask(last))).code).toBe(404)
  const foreign = api.as(await api.build.juror(2))
  expect((await foreign.answer(scoreSheets.figureDerivation, ask(last))).code).toBe(403)
})
