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
      const isLate = edition_id && (await stageOf(edition_id)).phase >= PHASES.second_level_scoring
      const reader = { ...readerOf(actor), level: isLate || only.secondLevelOnly ? 3 : 2 } as const
      const seesFees = has(actor, 'can_manage_fees')
      const filter = { ...narrowing, ...only, edition_id }
      // A filter by money would tell what the columns keep back.
      if (!seesFees)
        Object.assign(filter, { entry_fee_status: undefined, winner_fee_status: undefined })
      const { rows, total } = await juryEntriesRepository(db).list(reader, filter, input)
      const figures = await figuresByEntry(
        db,
        rows.map(({ id }) => id),
      )
      const ids = with_ids && (await juryEntriesRepository(db).ids(reader, filter))
      return {
        ...(ids && { ids }),
        list: rows.map((row) => toJudgeRow(context, row, figures.get(row.id), seesFees, language)),
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
      const shown = rows.filter((row) => seesOthers(capabilities, row.own_is_draft === false))
      const figures = await figuresByEntry(
        db,
        shown.map(({ id }) => id),
      )
      return {
        list: rows.map((row) => {
          const sight = { sees: figures.has(row.id), level, figures: figures.get(row.id) }
          return toReviewRow(context, row, sight, language)
        }),
        total,
        current,
        pageSize,
        progress: await assignmentsRepository(db).progress(reader, edition_id),
        recheck: [],
      }
    },
  }
}
