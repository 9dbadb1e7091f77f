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
import { has, scoringLevelOf, seesOthers } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { scoreQueueRepository } from '../scoring/scores.repository.ts'
import { allowedFilter, anonymisedEntries } from '../anonymity/anonymised-entries.ts'

type ChairInput = Parsed<typeof judge.judgeEntryList>
type QueueInput = Parsed<typeof subjudges.subJuryAwardList>

/** The lists of the three levels of review. */
export function juryListsService(context: AppContext) {
  const { db, clock } = context
  const phases = phasesService(context)
  const stageOf = (editionId = '0') => editionsRepository(db).stageOf(editionId, clock())

  async function chairReading(actor: Actor, narrowing: JuryFilter) {
    const edition_id = narrowing.edition_id ?? (await phases.reviewedEdition())
    const { phase, capabilities } = await stageOf(edition_id)
    const isLate = edition_id && phase >= PHASES.second_level_scoring
    const level = isLate || narrowing.secondLevelOnly ? 3 : 2
    const reader = { ...viewerOf(actor), level } as const
    return {
      reader,
      capabilities,
      filter: allowedFilter(actor, { ...narrowing, edition_id }, capabilities),
    }
  }

  async function judgeRows(
    actor: Actor,
    { capabilities }: Awaited<ReturnType<typeof chairReading>>,
    rows: JuryEntry[],
    language: Language,
  ) {
    const figures = await figuresByEntry(
      db,
      rows.map(({ id }) => id),
    )
    // No row of the table has a summary; to black out a hundred of them takes longer than all the rest.
    const plain = rows.map((row) => ({ ...row, summary: null }))
    const shown = await anonymisedEntries(context, actor, plain, capabilities)
    const seesFees = has(actor, 'can_manage_fees')
    return shown.map((row) => toJudgeRow(row, figures.get(row.id), seesFees, language))
  }

  return {
    async chair(
      actor: Actor,
      input: ChairInput,
      language: Language,
      only: Pick<JuryFilter, 'secondLevelOnly'> = {},
    ): Promise<Answer<typeof judge.judgeEntryList>> {
      const { current, pageSize, with_ids, ...narrowing } = input
      const reading = await chairReading(actor, { ...narrowing, ...only })
      const entries = juryEntriesRepository(db)
      const { rows, total } = await entries.list(reading.reader, reading.filter, input)
      const ids = with_ids && (await entries.ids(reading.reader, reading.filter))
      const list = await judgeRows(actor, reading, rows, language)
      return { ...(ids && { ids }), list, total, current, pageSize }
    },

    /** Identifiers of the chair's whole list, and its rows by their identifiers, a part at a time. */
    async chairParts(actor: Actor, narrowing: JuryFilter, language: Language) {
      const reading = await chairReading(actor, narrowing)
      const entries = juryEntriesRepository(db)
      return {
        ids: await entries.ids(reading.reader, reading.filter),
        rows: async (ids: readonly string[]) =>
          judgeRows(actor, reading, await entries.byIds(reading.reader, ids), language),
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
      const shown = await anonymisedEntries(context, actor, rows, capabilities)
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
