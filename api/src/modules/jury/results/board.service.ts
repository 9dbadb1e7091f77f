import type { BoardRow, Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import {
  boardColumn,
  NO_AWARD,
  rankEntries,
  UNDECIDED,
  type Language,
  type RankedEntry,
  type CastingVote,
  type Contender,
  type Tie,
  GRAND_PRIX,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { named } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { anonymisedEntries, type AnonymisedEntry } from '../anonymity/anonymised-entries.ts'
import { toEntryLink } from '../jury-scope.repository.ts'
import { lockedEntryForJuror, readerOf } from '../jury-access.ts'
import { outOfScope, requireAwarding } from '../jury.policy.ts'
import { juryEntriesRepository } from '../lists/jury-entries.repository.ts'
import { phasesService } from '../publication/phases.service.ts'
import { ethiqueMeans, type Figures, figuresByEntry, NO_FIGURES } from './aggregates.repository.ts'
import {
  boardRepository,
  type BoardLevel,
  type JudgedEntry,
  type Recommendation,
  decisionsRepository,
} from './board.repository.ts'
import { rankingInput } from './result-document.ts'

type BoardFacts = {
  figures: Figures
  ranked: RankedEntry
  levels: readonly BoardLevel[]
  recommended: readonly Recommendation[]
}

/** Id of the highest award whose threshold the score reaches; never the Grand Prix, which is chosen. */
function eligibleAward(levels: readonly BoardLevel[], score: number | null): string | null {
  if (score === null) return null
  const reached = levels
    .filter(
      ({ code, min_score }) => code !== GRAND_PRIX && min_score !== null && min_score <= score,
    )
    .toSorted((one, other) => (other.min_score ?? 0) - (one.min_score ?? 0))
  return reached[0]?.id ?? null
}

/** Maps an entry to a row of the ranking board. */
const toBoardRow = (
  entry: AnonymisedEntry,
  { figures, ranked, levels, recommended }: BoardFacts,
  language: Language,
): BoardRow => ({
  ...toEntryLink({ ...entry, apply_order_id: entry.id }, language),
  section: named(entry.section_id, entry.section_code, entry.section_name, language),
  cover: entry.cover,
  first_level: figures.first,
  second_level: figures.second,
  final_score: figures.final,
  rank: ranked.rank,
  tie_rule: ranked.tie_rule,
  eligible_award_id: eligibleAward(levels, figures.final),
  award_id: entry.award_id,
  decision_status: entry.decision_status,
  decision_version: entry.decision_version,
  entry_status: entry.entry_status,
  is_to_discuss: entry.is_to_discuss,
  recommendations: recommended.map(({ award_id, count }) => ({ award_id, count })),
})

/** Number of ties in an answer; the next ones follow once the chair has voted on these. */
const MAX_TIES = 20

type CategoryRanking = {
  entries: JudgedEntry[]
  figures: Map<string, Figures>
  contenders: Contender[]
}

/** The entries of a category in the chair's scope, with the input of their ranking. */
async function categoryRanking(
  db: Db,
  actor: Actor,
  editionId: string,
  categoryId: string,
): Promise<CategoryRanking> {
  const { scope } = readerOf(actor)
  const entries = await boardRepository(db).entries(scope, editionId, categoryId)
  const ids = entries.map(({ id }) => id)
  const figures = await figuresByEntry(db, ids)
  const ofEntry = (id: string) => figures.get(id) ?? NO_FIGURES
  const isUnfrozen = (id: string) => ofEntry(id).ethique_mean === undefined
  const ethique = await ethiqueMeans(db, ids.filter(isUnfrozen))
  const contenders = ids.map((id) =>
    rankingInput(id, ofEntry(id), isUnfrozen(id) ? ethique.get(id) : ofEntry(id).ethique_mean),
  )
  return { entries, figures, contenders }
}

/** Number of entries per award, of those without a decision, and of those that get no award. */
function countColumns(entries: readonly JudgedEntry[]) {
  const { [NO_AWARD]: none = [], ...others } = Object.groupBy(entries, boardColumn)
  return {
    decided: Object.entries(others).map(([column, own = []]) => ({
      award_id: column === UNDECIDED ? null : column,
      count: own.length,
    })),
    no_award: none.length,
  }
}

const isSameVote = (one: CastingVote, other: CastingVote) =>
  one.is_ex_aequo === other.is_ex_aequo && one.entry_ids.join() === other.entry_ids.join()

/** The ranking of a category, and the chair's casting vote on ties that no rule breaks (scenario S22). */
export function boardService(context: AppContext) {
  const { db, clock } = context

  return {
    /** A page of the ranking. Defaults to the edition under review; throws 403 for a category outside the panel. */
    async board(
      actor: Actor,
      { edition_id, category_id, current, pageSize }: Parsed<typeof judgeAdded.board>,
      language: Language,
    ): Promise<Answer<typeof judgeAdded.board>> {
      const repository = boardRepository(db)
      const category = await repository.category(category_id)
      if (!category || !actor.juror?.category_ids.includes(category_id)) throw outOfScope()
      const editionId = edition_id ?? (await phasesService(context).reviewedEdition()) ?? '0'
      const ranking = await categoryRanking(db, actor, editionId, category_id)
      const { figures, contenders } = ranking
      const hasSecondLevel = [...figures.values()].some(({ second }) => second.votes > 0)
      const [levels, votes, isComplete, isFrozen] = await Promise.all([
        repository.levels(),
        repository.castingVotes(editionId, category_id),
        repository.isComplete(editionId, hasSecondLevel ? 3 : 2, category_id),
        editionsRepository(db).isFrozen(editionId),
      ])
      const { places, ties } = rankEntries(contenders, votes)
      const page = places.slice((current - 1) * pageSize, current * pageSize)
      const { capabilities } = await editionsRepository(db).stageOf(editionId, clock())
      const firstTies = ties.slice(0, MAX_TIES)
      const ids = [...page.map(({ id }) => id), ...firstTies.flatMap((tie) => tie.ids)]
      const rows = await juryEntriesRepository(db).byIds(readerOf(actor), [...new Set(ids)])
      // Drops the summaries: the board shows none, and redacting them is the slowest part.
      const plain = rows.map((row) => ({ ...row, summary: null }))
      const shown = await anonymisedEntries(context, actor, plain, capabilities)
      const byId = new Map(shown.map((entry) => [entry.id, entry]))
      const recommendations = Map.groupBy(
        await repository.recommendations(page.map(({ id }) => id)),
        ({ apply_order_id }) => apply_order_id,
      )
      const toTie = ({ ids: tied, score }: Tie) => ({
        apply_order_ids: tied,
        score,
        entries: tied.flatMap((id) => {
          const entry = byId.get(id)
          return entry ? [toEntryLink({ ...entry, apply_order_id: entry.id }, language)] : []
        }),
      })
      return {
        category: named(category.id, category.code, category.name, language),
        metric: isComplete ? 'trimmed' : 'balanced',
        is_frozen: isFrozen,
        levels: levels.map(({ id, code, name, colour, min_score }) => ({
          ...named(id, code, name, language),
          colour,
          min_score,
        })),
        entries: page.flatMap((ranked) => {
          const entry = byId.get(ranked.id)
          if (!entry) return []
          const own = figures.get(ranked.id) ?? NO_FIGURES
          const recommended = recommendations.get(ranked.id) ?? []
          return [toBoardRow(entry, { figures: own, ranked, levels, recommended }, language)]
        }),
        total: places.length,
        current,
        pageSize,
        ...countColumns(ranking.entries),
        ties: firstTies.map(toTie),
        ties_total: ties.length,
      }
    },

    /** Records the chair's order of a whole tie, or ex aequo. Throws 409 `NOT_TIED` if the entries are not exactly one tie. */
    castVote: (actor: Actor, input: Parsed<typeof judgeAdded.castVote>) =>
      db.transaction().execute(async (trx): Promise<Answer<typeof judgeAdded.castVote>> => {
        const ids = [...new Set(input.apply_order_ids)]
        const categories = new Set<string>()
        for (const id of ids.toSorted()) {
          const { entry, capabilities } = await lockedEntryForJuror(context, actor, id, trx)
          requireAwarding(capabilities, 1)
          categories.add(`${entry.edition_id} ${entry.category_id}`)
        }
        const [first = ''] = categories
        const [edition_id = '', category_id = ''] = first.split(' ')
        const { contenders } = await categoryRanking(trx, actor, edition_id, category_id)
        const tie = rankEntries(contenders).ties.find((one) => one.ids.includes(ids[0] ?? ''))
        const isWhole = tie?.ids.length === ids.length && ids.every((id) => tie.ids.includes(id))
        if (categories.size > 1 || !isWhole) {
          throw new BusinessError(
            409,
            'These entries are not tied, or others are tied with them. Reload the board.',
            { reason: 'NOT_TIED', tied: tie?.ids ?? [] },
          )
        }
        const { ex_aequo, reason } = input
        const vote = { entry_ids: ids, is_ex_aequo: ex_aequo, reason }
        const board = boardRepository(trx)
        const [latest] = (await board.castingVotes(edition_id, category_id)).filter((one) =>
          one.entry_ids.some((id) => ids.includes(id)),
        )
        // Idempotent: a repeated request adds no second vote.
        if (latest && isSameVote(latest, vote)) return { recorded: true }
        const by = { by_user_id: actor.id, at: clock() }
        await board.castVote({ ...vote, ...by, edition_id, category_id })
        await auditRepository(trx).record(actor, 'tie.decided', category_id, {
          after: { edition_id, ...vote, score: tie.score },
          reason,
        })
        return { recorded: true }
      }),
  }
}

/** Closes the discussion of an entry with divergent scores. */
export function discussionService(context: AppContext) {
  return {
    /** Records the reason in the audit log. Throws 409 `NOT_DIVERGENT` if no discussion is open. */
    close: (actor: Actor, { apply_order_id, reason }: Parsed<typeof judgeAdded.closeDiscussion>) =>
      context.db
        .transaction()
        .execute(async (trx): Promise<Answer<typeof judgeAdded.closeDiscussion>> => {
          const { entry, capabilities } = await lockedEntryForJuror(
            context,
            actor,
            apply_order_id,
            trx,
          )
          requireAwarding(capabilities, 1)
          if (!entry.is_to_discuss) {
            throw new BusinessError(
              409,
              'Nobody waits for a discussion of this entry. Look at the table again.',
              { reason: 'NOT_DIVERGENT' },
            )
          }
          const at =
            (await decisionsRepository(trx).closeDiscussion(apply_order_id)) ?? context.clock()
          await auditRepository(trx).record(actor, 'discussion.closed', apply_order_id, { reason })
          return { closed_at: at.toISOString() }
        }),
  }
}
