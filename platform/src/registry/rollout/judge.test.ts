import type { Finding } from '@awards/shared/releases'
import { judge, NO_COUNTS, viewsNeeded, type Counts, type History, type Minute } from './judge.ts'
import {
  exactFailureTest,
  p75Class,
  rankTest,
  speedClass,
  upperTail,
  logEvidence,
} from './step-tests.ts'

const minute = (canary: Partial<Counts>, baseline: Partial<Counts>): Minute => ({
  canary: { ...NO_COUNTS, ...canary },
  baseline: { ...NO_COUNTS, ...baseline },
})
/** A minute at 10 % of 20 views a second. */
const busy = (failed: number, baselineFailed = 3) =>
  minute(
    { views: 120, failed_views: failed, error_views: failed },
    { views: 1_080, failed_views: baselineFailed, error_views: baselineFailed },
  )
const NOTHING = new Map<number, number>()
const VITALS = {
  LCP: { canary: NOTHING, baseline: NOTHING },
  INP: { canary: NOTHING, baseline: NOTHING },
}
const given = (changes: Partial<History> = {}): History => ({
  traffic: 10,
  minViews: 500,
  earlier: [],
  step: [],
  vitals: VITALS,
  ...changes,
})
const stopping = (findings: readonly Finding[]) =>
  findings.filter(({ stops }) => stops).map(({ figure, test: by }) => `${figure} ${by}`)
const spread = (around: number, visits: number) => {
  const classes = new Map<number, number>()
  for (let index = 0; index < visits; index += 1) {
    const one = speedClass(around * (0.5 + index / visits))
    classes.set(one, (classes.get(one) ?? 0) + 1)
  }
  return classes
}

describe('verdicts', () => {
  test('stops in the first minute when a release fails for everybody', () => {
    const verdict = judge(given({ step: [busy(120)] }))
    expect(verdict).toMatchObject({ verdict: 'stop', reason: 'failures', minutes: 1 })
    expect(stopping(verdict.findings)).toContain('failed_views sequential')
    expect(verdict.findings[0]).toMatchObject({
      figure: 'failed_views',
      canary: 1,
      baseline: 3 / 1_080,
      canary_count: 120,
      baseline_count: 1_080,
    })
  })

  test('holds before two minutes are over, with views enough', () => {
    const full = minute({ views: 600 }, { views: 5_400 })
    expect(judge(given({ step: [full] }))).toMatchObject({ verdict: 'hold', reason: 'too_short' })
    expect(judge(given({ step: [full, full] })).verdict).toBe('advance')
  })

  test.each<[string, Partial<Counts>, Partial<Counts>]>([
    ['the new release', { views: 249 }, { views: 5_400 }],
    ['the release beside it', { views: 250 }, { views: 249 }],
  ])('holds while %s has too few views, and says how many', (_what, canary, baseline) => {
    const verdict = judge(given({ step: [minute(canary, baseline), minute(canary, baseline)] }))
    expect(verdict).toMatchObject({ verdict: 'hold', reason: 'too_few_views', needed_views: 500 })
  })

  test('the step of 1 % needs a tenth of the views', () => {
    expect([1, 10, 50].map((traffic) => viewsNeeded(traffic as 1, 500))).toEqual([50, 500, 500])
  })

  test('the end of a step stops what the look of every minute leaves open', () => {
    const step = Array.from({ length: 5 }, () => busy(1.6))
    const early = judge(given({ step: step.slice(0, 4) }))
    expect(early).toMatchObject({ verdict: 'hold', reason: 'too_few_views' })
    const verdict = judge(given({ step }))
    expect(verdict).toMatchObject({ verdict: 'stop', reason: 'failures' })
    expect(stopping(verdict.findings)).toEqual(['failed_views exact'])
  })

  test('evidence of the steps before counts in the look of every minute', () => {
    const weak = [busy(2), busy(2)]
    expect(judge(given({ step: weak })).verdict).toBe('hold')
    expect(judge(given({ step: weak, earlier: weak })).verdict).toBe('stop')
  })

  test.each([
    ['any minute', 500, 'hold', 'sequential'],
    ['the end of a step', 10, 'advance', 'exact'],
  ])(
    'one failure stops nothing at %s, however rare failures are; two do',
    (_when, minViews, verdict, by) => {
      const clean = Array.from({ length: 60 }, () => minute({ views: 1 }, { views: 1_000 }))
      const failing = minute({ views: 1, failed_views: 1 }, { views: 1_000 })
      const one = judge(given({ minViews, step: [...clean, failing] }))
      expect(one.verdict).toBe(verdict)
      expect(one.findings[0]).toMatchObject({ test: by, stops: false })
      const { evidence, limit } = one.findings[0] as Finding
      expect(evidence !== null && (by === 'exact' ? evidence < limit : evidence > limit)).toBe(true)
      const two = judge(given({ minViews, step: [...clean, failing, failing] }))
      expect(two.verdict).toBe('stop')
    },
  )

  test.each([
    ['failed_loads', 'loads'],
    ['error_views', 'views'],
    ['api_failed_views', 'views'],
    ['failed_renders', 'renders'],
  ] as const)('%s alone stop a release', (figure, of) => {
    const one = minute({ views: 300, [of]: 300, [figure]: 60 }, { views: 2_700, [of]: 2_700 })
    const verdict = judge(given({ step: [one] }))
    expect(stopping(verdict.findings)).toEqual([`${figure} sequential`])
  })

  test.each([
    ['failed_loads', 'loads'],
    ['failed_renders', 'renders'],
  ] as const)('%s are compared per %s, not per view', (figure, of) => {
    const equal = { [of]: 1_000, [figure]: 30 }
    const one = minute({ views: 300, ...equal }, { views: 2_700, ...equal })
    expect(judge(given({ step: [one, one] })).verdict).toBe('advance')
  })

  test.each(['LCP', 'INP'] as const)(
    '%s stops a slower release at the end of the step',
    (vital) => {
      const slow = { canary: spread(2_600, 300), baseline: spread(2_000, 2_700) }
      const vitals = { ...VITALS, [vital]: slow }
      const full = minute({ views: 300 }, { views: 2_700 })
      expect(judge(given({ step: [full], vitals })).reason).toBe('too_short')
      const verdict = judge(given({ step: [full, full], vitals }))
      expect(verdict).toMatchObject({ verdict: 'stop', reason: 'slower' })
      expect(stopping(verdict.findings)).toEqual([`${vital} rank`])
      expect(verdict.findings.at(vital === 'LCP' ? -2 : -1)?.canary).toBeGreaterThan(2_600)
    },
  )

  test.each([
    ['the difference is not noticeable', spread(2_060, 20_000), spread(2_000, 20_000)],
    ['too few visits were measured', spread(9_000, 29), spread(2_000, 2_700)],
    ['the ranks differ by chance', spread(2_400, 31), spread(2_000, 2_700)],
    ['nobody was measured', NOTHING, NOTHING],
  ])('speed does not stop a release when %s', (_what, canary, baseline) => {
    const full = minute({ views: 300 }, { views: 2_700 })
    const vitals = { ...VITALS, LCP: { canary, baseline } }
    expect(judge(given({ step: [full, full], vitals })).verdict).toBe('advance')
  })

  test('what nobody measured is unknown, not 0', () => {
    const empty = minute({}, {})
    const { findings } = judge(given({ minViews: 0, step: [empty, empty] }))
    expect(findings.map(({ canary, baseline }) => [canary, baseline])).toEqual(
      findings.map(() => [null, null]),
    )
  })
})

describe('tests', () => {
  const stratum = (canaryFailures: number, baselineFailures: number, canary = 120) => ({
    canary,
    baseline: 1_080,
    canaryFailures,
    baselineFailures,
  })

  test('the e-value averages at most 1 over the failures that an equal release can have', () => {
    // 12 failures fall to the canary with one chance in ten: the exact expectation over two minutes.
    const chances = binomial(12, 0.1)
    const expected = chances.reduce((all, chance, first) => {
      const second = chances.reduce(
        (sum, next, k) =>
          sum + next * Math.exp(logEvidence([stratum(first, 12 - first), stratum(k, 12 - k)])),
        0,
      )
      return all + chance * second
    }, 0)
    expect(expected).toBeCloseTo(1, 9)
  })

  test('a minute without visitors on one side says nothing', () => {
    expect(logEvidence([stratum(0, 50, 0)])).toBeCloseTo(0, 12)
    expect(exactFailureTest([stratum(0, 50, 0)])).toBe(1)
  })

  test('the exact p-value is the binomial tail, over strata of different shares', () => {
    const tail = binomial(10, 0.1).slice(4)
    expect(exactFailureTest([stratum(4, 6)])).toBeCloseTo(total(tail), 12)
    const [one, other] = [binomial(3, 0.1), binomial(2, 0.5)]
    const exact = one.flatMap((a, i) => other.map((b, j) => (i + j >= 3 ? a * b : 0)))
    expect(exactFailureTest([stratum(2, 1), stratum(1, 1, 1_080)])).toBeCloseTo(total(exact), 12)
  })

  test('the normal tail takes over for thousands of failures', () => {
    const many = { canary: 6_000, baseline: 6_000, canaryFailures: 1_600, baselineFailures: 1_500 }
    const fewer = { ...many, canaryFailures: 1_540, baselineFailures: 1_450 }
    expect(exactFailureTest([many])).toBeCloseTo(upperTail(49.5 / Math.sqrt(775)), 9)
    const z = (1_540 - 0.5 - 1_495) / Math.sqrt(747.5)
    expect(Math.abs(exactFailureTest([fewer]) - upperTail(z))).toBeLessThan(1e-4)
  })

  test('the rank test agrees with the count of all ways to draw a small sample, with ties', () => {
    const values = [1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 7, 8, 9]
    const canary = [4, 5, 6, 7, 7, 8, 9]
    const rank = (value: number) =>
      values.filter((one) => one < value).length +
      (values.filter((one) => one === value).length + 1) / 2
    const rankSum = (drawn: readonly number[]) => total(drawn.map(rank))
    const all = samples(values, 7)
    const exact = all.filter((drawn) => rankSum(drawn) >= rankSum(canary)).length / all.length
    const rest = [...values]
    for (const value of canary) rest.splice(rest.indexOf(value), 1)
    expect(exact).toBeLessThan(0.05)
    expect(Math.abs(rankTest(classesOf(canary), classesOf(rest)) - exact)).toBeLessThan(0.003)
    expect(rankTest(classesOf([2]), classesOf([2]))).toBe(1)
  })

  test('p75 is the class that three quarters do not exceed', () => {
    const histogram = new Map([
      [9, 1],
      [1, 2],
      [5, 1],
    ])
    expect(p75Class(histogram)).toBe(5)
    expect(p75Class(NOTHING)).toBeUndefined()
  })
})

const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** Chances of 0 to n successes. */
function binomial(n: number, chance: number): number[] {
  let row = [1]
  for (let trial = 0; trial < n; trial += 1) {
    row = Array.from(
      { length: row.length + 1 },
      (_, k) => (row[k] ?? 0) * (1 - chance) + (row[k - 1] ?? 0) * chance,
    )
  }
  return row
}

function classesOf(values: readonly number[]) {
  const found = new Map<number, number>()
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1)
  return found
}

/** Every way to draw `size` of the values. */
function samples(values: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return values.flatMap((value, index) =>
    samples(values.slice(index + 1), size - 1).map((rest) => [value, ...rest]),
  )
}
