import type { Answer, Parsed, judge, subjudges } from '@awards/shared/contract'
import { PHASES, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { figuresByEntry } from '../results/aggregates.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { readerOf, viewerOf } from '../jury-access.ts'
import {
  juryEntriesRepository,
  type JuryEntry,
  type JuryFilter,
} from './jury-entries.repository.ts'
import { toJudgeRow, toReviewRow } from './jury.mapper.ts'
import { scoringLevelOf, seesOthers } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { scoreQueueRepository } from '../scoring/scores.repository.ts'
import { allowedFilter, anonymisedEntries } from '../anonymity/anonymised-entries.ts'

type ChairInput = Parsed<typeof judge.judgeEntryList>
type QueueInput = Parsed<typeof subjudges.subJuryAwardList>

/** The chair's table and the lists of jurors of both levels. */
export function juryListsService(context: AppContext) {
  const { db, clock } = context
  const phases = phasesService(context)
  const stageOf = (editionId = '0') => editionsRepository(db).stageOf(editionId, clock())

  /** Scope, level and permitted filters of a chair's request. The edition defaults to the one under review. */
  async function chairQuery(actor: Actor, filters: JuryFilter) {
    const edition_id = filters.edition_id ?? (await phases.reviewedEdition())
    const { phase, capabilities } = await stageOf(edition_id)
    const isLate = edition_id && phase >= PHASES.second_level_scoring
    const level = isLate || filters.secondLevelOnly ? 3 : 2
    const reader = { ...viewerOf(actor), level } as const
    return {
      reader,
      capabilities,
      filter: allowedFilter(actor, { ...filters, edition_id }, capabilities),
    }
  }

  async function toRows(
    actor: Actor,
    { capabilities }: Awaited<ReturnType<typeof chairQuery>>,
    rows: JuryEntry[],
    language: Language,
  ) {
    const figures = await figuresByEntry(
      db,
      rows.map(({ id }) => id),
    )
    // Drops the summaries: the table shows none, and redacting them is the slowest part.
    const plain = rows.map((row) => ({ ...row, summary: null }))
    const shown = await anonymisedEntries(context, actor, plain, capabilities)
    return shown.map((row) => toJudgeRow(row, figures.get(row.id), language))
  }

  return {
    /** A page of the chair's table; with `with_ids` the ids of all pages too. */
    async chair(
      actor: Actor,
      input: ChairInput,
      language: Language,
      only: Pick<JuryFilter, 'secondLevelOnly'> = {},
    ): Promise<Answer<typeof judge.judgeEntryList>> {
      const { current, pageSize, with_ids, ...filters } = input
      const query = await chairQuery(actor, { ...filters, ...only })
      const entries = juryEntriesRepository(db)
      const { rows, total } = await entries.list(query.reader, query.filter, input)
      const ids = with_ids && (await entries.ids(query.reader, query.filter))
      const list = await toRows(actor, query, rows, language)
      return { ...(ids && { ids }), list, total, current, pageSize }
    },

    /** Ids of the chair's whole list, and a function that reads rows by ids, for exports in chunks. */
    async chairTable(actor: Actor, filters: JuryFilter, language: Language) {
      const query = await chairQuery(actor, filters)
      const entries = juryEntriesRepository(db)
      return {
        ids: await entries.ids(query.reader, query.filter),
        rows: async (ids: readonly string[]) =>
          toRows(actor, query, await entries.byIds(query.reader, ids), language),
      }
    },

    /** A page of a juror's list with progress and, after the last entry, those to score again. */
    async queue(
      actor: Actor,
      input: QueueInput,
      language: Language,
      only: Pick<JuryFilter, 'scoredOnly'> = {},
    ): Promise<Answer<typeof subjudges.subJuryAwardList>> {
      const { current, pageSize, ...filters } = input
      const edition_id = input.edition_id ?? (await phases.reviewedEdition())
      const reader = readerOf(actor)
      const level = scoringLevelOf(actor)
      const filter = { ...filters, ...only, edition_id }
      const { rows, total } = await juryEntriesRepository(db).list(reader, filter, input)
      const { capabilities } = await stageOf(edition_id)
      const withFigures = rows.filter((row) => seesOthers(capabilities, row.own_is_draft === false))
      const figures = await figuresByEntry(
        db,
        withFigures.map(({ id }) => id),
      )
      const shown = await anonymisedEntries(context, actor, rows, capabilities)
      return {
        list: shown.map((row) => {
          const visibility = {
            seesOthers: figures.has(row.id),
            level,
            figures: figures.get(row.id),
          }
          return toReviewRow(row, visibility, language)
        }),
        total,
        current,
        pageSize,
        progress: await assignmentsRepository(db).progress(reader, edition_id),
        recheck: capabilities.can_score_levels.includes(level)
          ? await scoreQueueRepository(db).recheck(reader, edition_id)
          : [],
      }
    },
  }
}
