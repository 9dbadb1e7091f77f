import {
  balancedScores,
  deviation,
  finalScore,
  isDivergent,
  mayChooseAward,
  mean,
  median,
  mustExplain,
  officialMetric,
  range,
  round2,
  trimmedMean,
  weightedTotal,
} from './scoring.ts'

const VOTES: Record<string, Record<string, number>> = {
  J1: { A: 92, B: 84, C: 70, D: 62, E: 78 },
  J2: { A: 74, B: 66, C: 52, D: 40, E: 58 },
  J3: { A: 88, B: 90, C: 71, D: 60 },
  J4: { B: 79, C: 66, D: 95, E: 73 },
  J5: { A: 86, C: 69, D: 58, E: 80 },
}
const scores = Object.entries(VOTES).flatMap(([juror, votes]) =>
  Object.entries(votes).map(([entry, total]) => ({ juror, entry, total })),
)
const totalsOf = (entry: string) => scores.filter((s) => s.entry === entry).map((s) => s.total)

describe('the golden vector', () => {
  test.each([
    ['A', 85.0, 87.0, 85.0, 6.71, 18, 86.93],
    ['B', 79.75, 81.5, 79.75, 8.84, 24, 80.35],
    ['C', 65.6, 69.0, 68.33, 7.0, 19, 64.77],
    ['D', 63.0, 60.0, 60.0, 17.82, 55, 62.04],
    ['E', 72.25, 75.5, 72.25, 8.61, 22, 72.81],
  ])('entry %s', (entry, wantMean, wantMedian, wantTrimmed, wantDeviation, wantRange, balanced) => {
    const totals = totalsOf(entry)
    expect(round2(mean(totals))).toBe(wantMean)
    expect(median(totals)).toBe(wantMedian)
    expect(round2(trimmedMean(totals))).toBe(wantTrimmed)
    expect(round2(deviation(totals))).toBe(wantDeviation)
    expect(range(totals)).toBe(wantRange)
    expect(round2(balancedScores(scores).get(entry) ?? 0)).toBe(balanced)
  })

  test('only D has to be discussed', () => {
    expect(['A', 'B', 'C', 'D', 'E'].filter((entry) => isDivergent(totalsOf(entry)))).toEqual(['D'])
  })
})

test.each([
  ['a spread of 12.05', [50, 74.1], true],
  ['a spread of 12', [50, 74], false],
  ['a range of 30.5', [60, 75, 75, 75, 75, 75, 90.5], true],
  ['a range of 30', [60, 75, 75, 75, 75, 75, 90], false],
  ['one vote', [10], false],
])('%s has to be discussed or not', (_what, totals, expected) => {
  expect(isDivergent(totals)).toBe(expected)
})

test('the second level weighs 60 %, and the first alone where there is no second', () => {
  expect(finalScore(70, 80)).toBe(76)
  expect(finalScore(79.13, 85.01)).toBe(82.66)
  expect(finalScore(70, undefined)).toBe(70)
})

test('equal votes leave the balanced score at the mean', () => {
  const same = ['x', 'y'].map((juror) => ({ juror, entry: 'A', total: 70 }))
  expect(balancedScores(same).get('A')).toBe(70)
})

test('the total is weighted and on a hundred', () => {
  const items = [
    { value: 20, weight: 1.5 },
    { value: 10, weight: 1 },
  ]
  expect(weightedTotal(items)).toBe(80)
  expect(weightedTotal([{ value: 20, weight: 1 }])).toBe(100)
})

test.each([
  [84.9, false],
  [85, true],
  [50, false],
  [49.9, true],
])('a total of %s must be explained: %s', (total, expected) => {
  expect(mustExplain(total)).toBe(expected)
})

describe('the figure that counts', () => {
  test('is balanced where jurors have scored different entries, as in the golden vector', () => {
    expect(officialMetric(scores)).toBe('balanced')
  })

  test('is trimmed where everybody has scored everything', () => {
    const whole = scores.filter(({ juror }) => juror === 'J1' || juror === 'J2')
    expect(officialMetric(whole)).toBe('trimmed')
    expect(officialMetric(whole.slice(1))).toBe('balanced')
    expect(officialMetric([])).toBe('balanced')
  })
})

test('a half goes up, whatever floating point makes of it', () => {
  expect([64.335, 1.005, 79.125, 0].map(round2)).toEqual([64.34, 1.01, 79.13, 0])
})

test.each([
  ['gold', null, 1, true],
  ['grand_prix', 'platinum', 1, false],
  ['grand_prix', 'platinum', 2, false],
  ['grand_prix', null, 3, false],
  ['grand_prix', 'gold', 3, false],
  ['grand_prix', 'platinum', 3, true],
  ['grand_prix', 'grand_prix', 3, true],
])('%s after %s may be chosen by level %i: %s', (code, current, level, allowed) => {
  expect(mayChooseAward(code, current, level)).toBe(allowed)
})
