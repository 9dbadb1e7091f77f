import { statisticsOf } from '@awards/shared/domain'
import { deriveLevel } from './figure-derivation.service.ts'

/** The golden vector of domain page §2.11: juror → entry → total. */
const VOTES: Record<string, Record<string, number>> = {
  J1: { A: 92, B: 84, C: 70, D: 62, E: 78 },
  J2: { A: 74, B: 66, C: 52, D: 40, E: 58 },
  J3: { A: 88, B: 90, C: 71, D: 60 },
  J4: { B: 79, C: 66, D: 95, E: 73 },
  J5: { A: 86, C: 69, D: 58, E: 80 },
}
const jurors = Object.values(VOTES)
const all = statisticsOf(jurors.flatMap((given) => Object.values(given)))
const votesOn = (entry: string) =>
  jurors.flatMap((given) => {
    const total = given[entry]
    return total === undefined ? [] : [{ total, given: statisticsOf(Object.values(given)) }]
  })

test.each([
  ['A', 85, 86.93],
  ['B', 79.75, 80.35],
  ['C', 68.33, 64.77],
  ['D', 60, 62.04],
  ['E', 72.25, 72.81],
])('derives both figures of entry %s of the golden vector', (entry, trimmed, balanced) => {
  const derived = deriveLevel(2, votesOn(entry), all, false)
  expect(derived).toMatchObject({ trimmed, balanced, metric: 'balanced', official: balanced })
  expect(deriveLevel(2, votesOn(entry), all, true)).toMatchObject({
    metric: 'trimmed',
    official: trimmed,
  })
})

test('marks the vote that lies far from the others, and the two that the trimmed mean leaves out', () => {
  const derived = deriveLevel(2, votesOn('D'), all, true)
  expect(derived?.votes.map(({ is_outlier }) => is_outlier)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  expect(derived?.votes.map(({ dropped }) => dropped)).toEqual([
    null,
    'lowest',
    null,
    'highest',
    null,
  ])
})

test('leaves out no vote where there are fewer than five, and one of equal ones only', () => {
  expect(deriveLevel(2, votesOn('A'), all, true)?.votes.every(({ dropped }) => !dropped)).toBe(true)
  const equal = [70, 70, 70, 70, 70].map((total) => ({ total, given: all }))
  const dropped = deriveLevel(2, equal, all, true)?.votes.map((vote) => vote.dropped)
  expect(dropped).toEqual(['lowest', null, null, null, 'highest'])
})

test('derives nothing below the quorum of the level', () => {
  const two = votesOn('A').slice(0, 2)
  expect(deriveLevel(2, two, all, true)).toBeNull()
  expect(deriveLevel(3, two, all, true)).not.toBeNull()
})

test('the shown scale of a juror leads to the shown balanced vote', () => {
  for (const [index, vote] of votesOn('D').entries()) {
    const derived = deriveLevel(2, votesOn('D'), all, true)?.votes[index]
    if (!derived) throw new Error('There is no such vote')
    const { weight, centre, spread } = derived.scale
    expect(weight).toBe(vote.given.votes / (vote.given.votes + 4))
    const value = all.mean + (all.deviation * (vote.total - centre)) / spread
    expect(derived.balanced).toBeCloseTo(Math.min(100, Math.max(0, value)), 2)
  }
})
