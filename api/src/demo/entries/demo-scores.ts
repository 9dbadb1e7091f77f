import { SCORE_MAXIMUM, TOTAL_MAXIMUM, weightedTotal } from '@awards/shared/domain'
import type { Load } from '../../modules/programme/programme-load.ts'
import { normal, seededRandom } from '../../lib/seeded-random.ts'

type Scoring = Load['programme']['scoring']['value']
export type Criterion = { id: string; code: string; weight: number }
export type DemoScore = {
  total: number
  items: { criterion_id: string; value: number }[]
  comment_entrant: string
}

const SPREAD = 1.1
const HALF_POINTS = 2

/**
 * The score of a juror by the rule of `programme/scoring.yaml`: quality, bias of the juror and noise, spread over
 * the criteria in half points. `fixed` overrides the total. Deterministic by the seed.
 */
export function demoScore(
  scoring: Scoring,
  entry: { slug: string; quality: number; fixed: number | undefined },
  juror: string,
  criteria: readonly Criterion[],
  level: 2 | 3,
): DemoScore {
  const random = seededRandom(`${scoring.seed}:${entry.slug}:${juror}:${level}`)
  const computed = entry.quality + (scoring.bias[juror] ?? 0) + normal(random) * scoring.noise
  const target = within(entry.fixed ?? computed, TOTAL_MAXIMUM)
  const drawn = criteria.map(({ id, weight }) => ({
    id,
    weight,
    value: halfPoints((target / TOTAL_MAXIMUM) * SCORE_MAXIMUM + normal(random) * SPREAD),
  }))
  const items = settle(drawn, target)
  const total = weightedTotal(items)
  return {
    total,
    items: items.map(({ id, value }) => ({ criterion_id: id, value })),
    comment_entrant: comment(scoring, { entry: entry.slug, juror, total }, random),
  }
}

type Item = { id: string; weight: number; value: number }

/** Shifts single half points until the total is as close to the target as possible. */
function settle(items: Item[], target: number): Item[] {
  let best = items
  for (let round = 0; round < items.length * 8; round += 1) {
    const step = weightedTotal(best) < target ? 0.5 : -0.5
    const index = round % items.length
    const moved = best.map((item, at) =>
      at === index ? { ...item, value: halfPoints(item.value + step) } : item,
    )
    const gain = Math.abs(weightedTotal(best) - target) - Math.abs(weightedTotal(moved) - target)
    if (gain > 0) best = moved
  }
  return best
}

type CommentKey = { entry: string; juror: string; total: number }

/** Starts at another offset of the list per juror, so that no two jurors of an entry give the same comment. */
function comment(
  { comments, seed, bias }: Scoring,
  { entry, juror, total }: CommentKey,
  random: () => number,
): string {
  const list = total >= 80 ? comments.high : total < 55 ? comments.low : comments.middle
  const isDue = total >= 85 || total < 50 || random() < 0.5
  const first = Math.floor(seededRandom(`${seed}:${entry}:comments`)() * list.length)
  const seat = Math.max(0, Object.keys(bias).indexOf(juror))
  return isDue ? (list[(first + seat) % list.length] ?? '') : ''
}

const within = (value: number, maximum: number) => Math.min(maximum, Math.max(0, value))
const halfPoints = (value: number) =>
  within(Math.round(value * HALF_POINTS) / HALF_POINTS, SCORE_MAXIMUM)
