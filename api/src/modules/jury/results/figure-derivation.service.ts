import type { Answer, Parsed, scoreSheets } from '@awards/shared/contract'
import {
  blindText,
  QUORUM,
  round2,
  type Language,
  balancedVote,
  DIVERGENCE,
  jurorScale,
  mean,
  median,
  TRIMMED_FROM,
  trimmedMean,
  type EntryStatus,
  type JurorScale,
  type ResultMetric,
  type VoteStatistics,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { named } from '../../../lib/localised.ts'
import { entryFor } from '../../entries/entry-access.ts'
import { isAnonymous } from '../anonymity/anonymised-entries.ts'
import { identityWords } from '../anonymity/redactions.repository.ts'
import { entryForJuror, viewerOf } from '../jury-access.ts'
import { scoringLevelOf, seesOthers, type ScoringLevel } from '../jury.policy.ts'
import { scoresRepository } from '../scoring/scores.repository.ts'
import { requireResult } from '../scoring/score-sheet.service.ts'
import {
  levelFigures,
  figureDerivationRepository,
  figuresByEntry,
} from './aggregates.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'

type Derivation = Answer<typeof scoreSheets.figureDerivation>
type Level = Derivation['levels'][number]

/** What one reader may see of the votes. */
type Sight = {
  hidden: Derivation['hidden']
  levels: readonly ScoringLevel[]
  /** Names, marks, notes and scales of all jurors; else of the own vote only. */
  isOpen: boolean
  juror_id: string | undefined
  /** Takes the entrant's identity out of a note. */
  redact: (note: string) => string
}

type Sheet = { id: string; judging_no: string; edition_id: string; category_id: string }
type Reading = { entry: Sheet; sight: Sight }

const BOTH = [2, 3] as const
const plain = (note: string) => note

/** The steps from the votes of an entry to its official figure, for the chair, its jurors and its owner. */
export function figureDerivationService(context: AppContext) {
  const { db, config } = context

  /**
   * The chair sees everything. A juror sees the own level (the second level both) after the own score, with the names
   * of others in phases that show them. Throws 403 out of scope.
   */
  async function forJury(actor: Actor, id: string): Promise<Reading> {
    const { entry, capabilities } = await entryForJuror(context, actor, id, db, viewerOf(actor))
    const juror_id = actor.juror?.id
    const words = isAnonymous(actor, capabilities) ? await identityWords(db, [id]) : undefined
    const own = words?.get(id)
    const redact = own ? (note: string) => blindText(note, entry.title, own) : plain
    if (actor.identity === 1) {
      return { entry, sight: { hidden: null, levels: BOTH, isOpen: true, juror_id, redact } }
    }
    const level = scoringLevelOf(actor)
    const key = { apply_order_id: id, juror_id: juror_id ?? '', level }
    const score = await scoresRepository(db).find(key)
    const isShown = seesOthers(capabilities, score !== undefined && !score.is_draft)
    const hidden = capabilities.see_other_scores === 'never' ? 'phase' : 'own_score'
    return {
      entry,
      sight: {
        hidden: isShown ? null : hidden,
        levels: level === 3 ? BOTH : [2],
        isOpen: capabilities.see_juror_names,
        juror_id,
        redact,
      },
    }
  }

  /** The owner, once the results are out: letters and totals only. A scale would tell a juror by other entries. */
  async function forOwner(actor: Actor, id: string): Promise<Reading> {
    const entry = await entryFor(db, actor, id, 'view')
    requireResult(entry.entry_status as EntryStatus)
    const sight = { hidden: null, levels: BOTH, isOpen: false, juror_id: undefined, redact: plain }
    return { entry: { ...entry, judging_no: entry.judging_no ?? '' }, sight }
  }

  async function levelsOf({ entry, sight }: Reading): Promise<Level[]> {
    const repository = figureDerivationRepository(db)
    const votes = await repository.votes(entry.id, config.secret)
    const all = await repository.totals(entry.edition_id)
    const figures = await levelFigures(db, [entry.id])
    return sight.levels.flatMap((level) => {
      const statistics = all.get(level)
      const own = votes.filter((vote) => vote.level === level)
      if (!statistics || own.length === 0) return []
      const isComplete = figures.some((one) => one.level === level && one.is_complete)
      const derived = deriveLevel(level, own, statistics, isComplete)
      return {
        level,
        quorum: QUORUM[level],
        all: statistics,
        votes: own.map(({ juror_id, total, name, letter, marks, note, given }, index) => {
          const steps = derived?.votes[index]
          const isOwn = juror_id === sight.juror_id
          const isOpen = sight.isOpen || isOwn
          return {
            juror: (isOpen ? name : null) ?? letter ?? '?',
            is_named: isOpen && name !== null,
            is_own: isOwn,
            total,
            marks: isOpen ? marks : null,
            note: isOpen && note ? sight.redact(note) : null,
            dropped: steps?.dropped ?? null,
            is_outlier: steps?.is_outlier ?? false,
            balanced: steps?.balanced ?? null,
            scale: isOpen && steps ? { ...given, ...steps.scale } : null,
          }
        }),
        mean: derived?.mean ?? null,
        median: derived?.median ?? null,
        trimmed: derived?.trimmed ?? null,
        balanced: derived?.balanced ?? null,
        metric: derived?.metric ?? null,
        official: derived?.official ?? null,
      }
    })
  }

  return {
    async read(
      actor: Actor,
      { apply_order_id: id }: Parsed<typeof scoreSheets.figureDerivation>,
      language: Language,
    ): Promise<Derivation> {
      const isOwner = actor.identity === 0
      const reading = await (isOwner ? forOwner(actor, id) : forJury(actor, id))
      const { entry, sight } = reading
      const criteria = await scoresRepository(db).criteriaOf(entry.category_id)
      const seesFinal = sight.hidden === null && sight.levels.length > 1
      const final = seesFinal ? (await figuresByEntry(db, [id])).get(id)?.final : undefined
      return {
        apply_order_id: id,
        judging_no: entry.judging_no,
        hidden: sight.hidden,
        is_frozen: await editionsRepository(db).isFrozen(entry.edition_id),
        criteria: criteria.map(({ id: criterion, code, name, weight }) => ({
          ...named(criterion, code, name, language),
          weight,
        })),
        levels: sight.hidden ? [] : await levelsOf(reading),
        final_score: final === undefined || final === null ? null : round2(final),
      }
    },
  }
}

/** A vote on the entry, with the totals that its juror has given at the level, in numbers. */
type CountedVote = { readonly total: number; readonly given: VoteStatistics }

type DerivedVote = {
  /** The trimmed mean leaves this vote out, as the highest or as the lowest. */
  dropped: 'highest' | 'lowest' | null
  /** Further from the median of the level than the spread that asks for a discussion. */
  is_outlier: boolean
  scale: JurorScale
  /** To two decimals, like every figure that is shown. */
  balanced: number
}

type DerivedLevel = {
  /** In the order in which they were given. */
  votes: DerivedVote[]
  mean: number
  median: number
  trimmed: number
  balanced: number
  metric: ResultMetric
  official: number
}

/** Index of the highest and the lowest total; of equal ones the last and the first in their order. */
function extremes(totals: readonly number[]): { highest: number; lowest: number } | undefined {
  if (totals.length < TRIMMED_FROM) return undefined
  const order = totals.map((total, index) => ({ total, index }))
  order.sort((one, other) => one.total - other.total)
  return { lowest: order[0]?.index ?? -1, highest: order.at(-1)?.index ?? -1 }
}

/**
 * How the official figure of one level comes about (domain page §2.11), step by step; the same formulas as
 * `balancedScores` and `trimmedMean`. `all` are the totals of the level in the whole edition, `isComplete` says that
 * every juror of the category has scored all its entries. Null below the quorum, where there is no figure.
 */
export function deriveLevel(
  level: keyof typeof QUORUM,
  votes: readonly CountedVote[],
  all: VoteStatistics,
  isComplete: boolean,
): DerivedLevel | null {
  if (votes.length < QUORUM[level]) return null
  const totals = votes.map(({ total }) => total)
  const middle = median(totals)
  const ends = extremes(totals)
  const balanced = votes.map(({ total, given }) => {
    const scale = jurorScale(given, all)
    return { scale, value: balancedVote(total, scale, all) }
  })
  const figures = {
    mean: round2(mean(totals)),
    median: round2(middle),
    trimmed: round2(trimmedMean(totals)),
    balanced: round2(mean(balanced.map(({ value }) => value))),
  }
  const metric = isComplete ? 'trimmed' : 'balanced'
  return {
    votes: balanced.map(({ scale, value }, index) => ({
      dropped: index === ends?.highest ? 'highest' : index === ends?.lowest ? 'lowest' : null,
      is_outlier: Math.abs((totals[index] ?? middle) - middle) > DIVERGENCE.deviation,
      scale,
      balanced: round2(value),
    })),
    ...figures,
    metric,
    official: figures[metric],
  }
}
