import type { Answer, Parsed, judge, subjudges } from '@awards/shared/contract'
import { PHASES, type Language } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { figuresByEntry } from './aggregates.ts'
import { assignmentsRepository } from './assignments.repository.ts'
import { readerOf } from './jury-access.ts'
import { juryEntriesRepository, type JuryFilter } from './jury-entries.repository.ts'
import { toJudgeRow, toReviewRow } from './jury.mapper.ts'
import { has, scoringLevelOf, seesOthers } from './jury.policy.ts'
import { phasesService } from './phases.service.ts'
import { scoreQueueRepository } from './score-queue.repository.ts'
import { allowedFilter, shownEntries } from './shown-entries.ts'

type ChairInput = Parsed<typeof judge.judgeEntryList>
type QueueInput = Parsed<typeof subjudges.subJuryAwardList>

/** The lists of the three levels of review. */
export function juryListsService(context: AppContext) {
  const { db, clock } = context
  const phases = phasesService(context)
  const stageOf = (editionId = '0') => editionsRepository(db).stageOf(editionId, clock())

  return {
    async chair(
      actor: Actor,
      input: ChairInput,
      language: Language,
      only: Pick<JuryFilter, 'secondLevelOnly'> = {},
    ): Promise<Answer<typeof judge.judgeEntryList>> {
      const { current, pageSize, with_ids, ...narrowing } = input
      const edition_id = input.edition_id ?? (await phases.reviewedEdition())
      const { phase, capabilities } = await stageOf(edition_id)
      const isLate = edition_id && phase >= PHASES.second_level_scoring
      const reader = { ...readerOf(actor), level: isLate || only.secondLevelOnly ? 3 : 2 } as const
      const seesFees = has(actor, 'can_manage_fees')
      const filter = allowedFilter(actor, { ...narrowing, ...only, edition_id }, capabilities)
      const { rows, total } = await juryEntriesRepository(db).list(reader, filter, input)
      const figures = await figuresByEntry(
        db,
        rows.map(({ id }) => id),
      )
      const ids = with_ids && (await juryEntriesRepository(db).ids(reader, filter))
      const shown = await shownEntries(context, actor, rows, capabilities)
      return {
        ...(ids && { ids }),
        list: shown.map((row) => toJudgeRow(row, figures.get(row.id), seesFees, language)),
        total,
        current,
        pageSize,
      }
    },

    async queue(
      actor: Actor,
      input: QueueInput,
      language: Language,
      only: Pick<JuryFilter, 'scoredOnly'> = {},
    ): Promise<Answer<typeof subjudges.subJuryAwardList>> {
      const { current, pageSize, ...narrowing } = input
      const edition_id = input.edition_id ?? (await phases.reviewedEdition())
      const reader = readerOf(actor)
      const level = scoringLevelOf(actor)
      const filter = { ...narrowing, ...only, edition_id }
      const { rows, total } = await juryEntriesRepository(db).list(reader, filter, input)
      const { capabilities } = await stageOf(edition_id)
      const seen = rows.filter((row) => seesOthers(capabilities, row.own_is_draft === false))
      const figures = await figuresByEntry(
        db,
        seen.map(({ id }) => id),
      )
      const shown = await shownEntries(context, actor, rows, capabilities)
      return {
        list: shown.map((row) => {
          const sight = { sees: figures.has(row.id), level, figures: figures.get(row.id) }
          return toReviewRow(row, sight, language)
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
