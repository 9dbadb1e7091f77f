import { atScale } from '../../../../tools/testing/scale.ts'
import { play, type Ending, type Simulated } from './histories.fixture.ts'

/** The same histories each time; `SEED=7 npm test -- judge-simulation` plays others. */
const FIRST_SEED = Number(process.env['SEED'] || 20_261_127)
const HISTORIES = atScale({ core: 500, full: 1_000 })
const BUSY = { viewsPerSecond: 20, traffic: 10, minutes: 5, allSteps: true } as const

function histories(what: string, release: Simulated): Ending[] {
  const endings = Array.from({ length: HISTORIES }, (_, index) =>
    play(release, FIRST_SEED + index * 7_919),
  )
  const stopped = endings.filter(({ verdict }) => verdict.verdict === 'stop')
  const minutes = stopped.map(({ minute }) => minute).sort((a, b) => a - b)
  const share = ((100 * stopped.length) / HISTORIES).toFixed(1)
  console.log(
    `${what}: ${share} % of ${HISTORIES} stopped, median minute ${minutes[minutes.length >> 1] ?? '-'}; ` +
      `seeds ${FIRST_SEED} to ${FIRST_SEED + (HISTORIES - 1) * 7_919} in steps of 7919`,
  )
  return endings
}

const stoppedShare = (endings: readonly Ending[], reason?: string) =>
  endings.filter(
    ({ verdict }) => verdict.verdict === 'stop' && (!reason || verdict.reason === reason),
  ).length / endings.length

test('an equal release is stopped in less than 1 % of the histories', () => {
  expect(stoppedShare(histories('equal, 5 minutes at 10 %', BUSY))).toBeLessThan(0.01)
})

test('an equal release passes the whole rollout in 99 % of the histories', () => {
  const endings = histories('equal, 1 to 100 %', { ...BUSY, traffic: 1, minutes: 60 })
  expect(stoppedShare(endings)).toBeLessThan(0.01)
  const through = endings.filter(
    ({ verdict, traffic }) => verdict.verdict === 'advance' && traffic === 50,
  )
  expect(through.length / endings.length).toBeGreaterThan(0.99)
})

test('2 points more failures are stopped within 5 minutes in 95 % of the histories', () => {
  const endings = histories('+2 points', { ...BUSY, added: 0.02 })
  expect(stoppedShare(endings, 'failures')).toBeGreaterThanOrEqual(0.95)
})

test('3 points more failures are stopped within 5 minutes in 99.5 % of the histories', () => {
  const endings = histories('+3 points', { ...BUSY, added: 0.03 })
  expect(stoppedShare(endings, 'failures')).toBeGreaterThanOrEqual(0.995)
})

test('an LCP 30 % slower is stopped at the end of the step in 99 % of the histories', () => {
  const endings = histories('LCP +30 %', { ...BUSY, slower: 1.3 })
  expect(stoppedShare(endings, 'slower')).toBeGreaterThanOrEqual(0.99)
})

test('at 2 views a second the judge holds for want of views and says so', () => {
  const quiet = { ...BUSY, viewsPerSecond: 2 }
  for (const added of [0, 0.02]) {
    const endings = histories(`2 views a second, +${added * 100} points`, { ...quiet, added })
    const waiting = endings.filter(({ verdict }) => verdict.verdict !== 'stop')
    expect(new Set(waiting.map(({ verdict }) => verdict.reason))).toEqual(
      new Set(['too_few_views']),
    )
    expect(new Set(waiting.map(({ traffic }) => traffic))).toEqual(new Set([10]))
  }
})
