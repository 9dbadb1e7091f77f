import { createHash } from 'node:crypto'
import {
  round2,
  balancedScores,
  deviation,
  isDivergent,
  mean,
  median,
  officialMetric,
  range,
  rankEntries,
  trimmedMean,
  type Contender,
  type CastingVote,
  type JurorTotal,
  type TieRule,
} from '@awards/shared/domain'
import type { ScoringLevel } from '../jury.policy.ts'
import { type Figures, aggregateOf, finalOf } from './aggregates.repository.ts'

/** Input of the ranking from an entry's shown (rounded) figures. */
export const rankingInput = (
  id: string,
  { first, second, final }: Figures,
  ethique: number | null | undefined,
): Contender => ({
  id,
  score: final,
  median: first.median,
  deviation: first.deviation,
  second_level_mean: second.mean,
  ethique_mean: ethique === null || ethique === undefined ? null : round2(ethique),
})

export type FrozenVote = {
  apply_order_id: string
  juror_id: string
  level: ScoringLevel
  total: number
  /** Criterion code → mark. */
  items: Record<string, number>
}
export type FrozenEntry = { id: string; category_id: string } & Record<string, unknown>
export type FrozenTie = { category_id: string } & CastingVote

/** A row of the agenda, a comment, or a total before the discussion. Texts are fingerprints: they can be erased. */
export type FrozenDiscussion = {
  kind: (typeof DISCUSSION_KINDS)[number]
  apply_order_id: string
} & Record<string, unknown>
const DISCUSSION_KINDS = ['thread', 'comment', 'before'] as const

/** Input of `resultsOf`. The formulas use entries, votes and ties; settings and discussion are documents. */
export type ResultInputs = {
  settings: Record<string, unknown>
  entries: FrozenEntry[]
  votes: FrozenVote[]
  ties: FrozenTie[]
  discussion: FrozenDiscussion[]
}
export type FrozenFigures = Figures & { rank: number | null; tie_rule: TieRule | null }

/** Entry id → figures and rank, computed by the formulas of the domain without a database. */
export function resultsOf({
  entries,
  votes,
  ties,
}: Pick<ResultInputs, 'entries' | 'votes' | 'ties'>): Map<string, FrozenFigures> {
  const categoryOf = new Map(entries.map(({ id, category_id }) => [id, category_id]))
  const levels = ([2, 3] as const).map((level) => levelAggregates(level, votes, categoryOf))
  const ofEntry = Map.groupBy(votes, ({ apply_order_id }) => apply_order_id)
  const figures = new Map(
    entries.map(({ id }) => {
      const [first, second] = levels.map((aggregate) => aggregate(id))
      if (!first || !second) throw new Error('Two levels of the jury vote')
      const ethique = (ofEntry.get(id) ?? []).flatMap(({ items }) => items['ethique'] ?? [])
      const ethique_mean = ethique.length > 0 ? round2(mean(ethique)) : null
      return [id, { first, second, final: finalOf(first, second), ethique_mean }] as const
    }),
  )
  const results = new Map<string, FrozenFigures>()
  for (const [category, inCategory] of Map.groupBy(entries, ({ category_id }) => category_id)) {
    const contenders = inCategory.flatMap(({ id }) => {
      const own = figures.get(id)
      return own ? [rankingInput(id, own, own.ethique_mean)] : []
    })
    const cast = ties.filter(({ category_id }) => category_id === category)
    for (const { id, rank, tie_rule } of rankEntries(contenders, cast).places) {
      const own = figures.get(id)
      if (own) results.set(id, { ...own, rank, tie_rule })
    }
  }
  return results
}

/** Returns a function from entry id to the aggregate of `level`. */
function levelAggregates(
  level: ScoringLevel,
  all: readonly FrozenVote[],
  categoryOf: ReadonlyMap<string, string>,
) {
  const votes: JurorTotal[] = all
    .filter((vote) => vote.level === level)
    .map(({ apply_order_id, juror_id, total }) => ({
      entry: apply_order_id,
      juror: juror_id,
      total,
    }))
  const balanced = balancedScores(votes)
  const ofEntry = Map.groupBy(votes, ({ entry }) => entry)
  const metrics = new Map(
    [...Map.groupBy(votes, ({ entry }) => categoryOf.get(entry))].map(([category, own]) => [
      category,
      officialMetric(own),
    ]),
  )
  return (id: string) => {
    const totals = (ofEntry.get(id) ?? []).map(({ total }) => total)
    if (totals.length === 0) return aggregateOf(undefined, level)
    const figures = {
      votes: totals.length,
      mean: round2(mean(totals)),
      median: round2(median(totals)),
      trimmed: round2(trimmedMean(totals)),
      balanced: round2(balanced.get(id) ?? mean(totals)),
      deviation: round2(deviation(totals)),
      range: round2(range(totals)),
      is_divergent: isDivergent(totals),
      is_complete: metrics.get(categoryOf.get(id)) === 'trimmed',
    }
    return aggregateOf(figures, level)
  }
}

/** JSON with sorted keys: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : inner,
  )
}

/** The snapshot as JSON lines: settings, entries, ties, votes and the results computed from them. */
export function writeDocument(inputs: ResultInputs): string {
  const { settings, entries, votes, ties, discussion } = inputs
  const lines = [
    canonicalJson({ kind: 'settings', ...settings }),
    ...entries.map((entry) => canonicalJson({ kind: 'entry', ...entry })),
    ...ties.map((tie) => canonicalJson({ kind: 'tie', ...tie })),
    ...votes.map((vote) => canonicalJson({ kind: 'vote', ...vote })),
    ...discussion.map(canonicalJson),
  ]
  for (const [id, figures] of resultsOf(inputs)) {
    lines.push(canonicalJson({ kind: 'result', apply_order_id: id, ...figures }))
  }
  return `${lines.join('\n')}\n`
}

/** The inputs of a document, without its results. */
export function readDocument(text: string): ResultInputs {
  const inputs: ResultInputs = { settings: {}, entries: [], votes: [], ties: [], discussion: [] }
  for (const line of text.trimEnd().split('\n')) {
    const { kind, ...row } = JSON.parse(line) as { kind: string } & Record<string, unknown>
    if (kind === 'settings') inputs.settings = row
    else if (kind === 'entry') inputs.entries.push(row as FrozenEntry)
    else if (kind === 'tie') inputs.ties.push(row as FrozenTie)
    else if (kind === 'vote') inputs.votes.push(row as FrozenVote)
    else if (isDiscussion(kind)) inputs.discussion.push({ kind, ...row } as FrozenDiscussion)
  }
  return inputs
}

const isDiscussion = (kind: string) => DISCUSSION_KINDS.some((one) => one === kind)

/** SHA-256 of a document, in hex. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')

/** The document computed again from its inputs; differs if an input or result was changed. */
export const recompute = (text: string): string => writeDocument(readDocument(text))
