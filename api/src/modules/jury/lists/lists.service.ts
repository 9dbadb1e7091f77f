import {
  type Answer,
  type Parsed,
  type judge,
  type subjudges,
  COPIED_COLUMNS,
  type CopiedColumn,
  type JudgeRow,
  type ReviewRow,
} from '@awards/shared/contract'
import {
  type Language,
  entryFeeStatusText,
  entryStatusText,
  winnerFeeStatusText,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { figuresByEntry, type Figures, NO_FIGURES } from '../results/aggregates.repository.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { readerOf, viewerOf } from '../jury-access.ts'
import {
  juryEntriesRepository,
  type JuryEntry,
  type JuryFilter,
} from './jury-entries.repository.ts'
import { scoringLevelOf, seesOthers, tableLevelOf } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { scoreQueueRepository } from '../scoring/scores.repository.ts'
import { answerColumns } from '../../entries/answer-columns.ts'
import { identityWords } from '../anonymity/redactions.repository.ts'
import {
  allowedFilter,
  anonymisedEntries,
  isAnonymous,
  type AnonymisedEntry,
} from '../anonymity/anonymised-entries.ts'
import { named } from '../../../lib/localised.ts'

const categoryAndSection = (row: AnonymisedEntry, language: Language) => ({
  category: named(row.category_id, row.category_code, row.category_name, language),
  section: named(row.section_id, row.section_code, row.section_name, language),
})

type AwardColumns = Pick<JuryEntry, 'award_id' | 'award_code' | 'award_name' | 'award_colour'>

/** The award with its name and colour, null without one. */
export const awardOf = (row: AwardColumns, language: Language) =>
  row.award_id && row.award_code
    ? {
        ...named(row.award_id, row.award_code, row.award_name, language),
        colour: row.award_colour ?? '',
      }
    : null

const copied = (row: AnonymisedEntry) =>
  Object.fromEntries(COPIED_COLUMNS.map((key) => [key, row[key]])) as Pick<JudgeRow, CopiedColumn>

const textOf = <Status extends number>(status: Status | null, text: (status: Status) => string) =>
  status === null ? null : text(status)

/** Maps an entry to a row of the chair's table. Columns hidden from the reader are null already. */
function toJudgeRow(
  row: AnonymisedEntry,
  figures: Figures = NO_FIGURES,
  language: Language,
): JudgeRow {
  return {
    apply_order_id: row.id,
    ...copied(row),
    title: row.title,
    cover: row.cover,
    ...categoryAndSection(row, language),
    edition: named(row.edition_id, row.edition_code, row.edition_name, language),
    entry_status: row.entry_status,
    entry_status_text: entryStatusText(row.entry_status as EntryStatus),
    entry_fee_status: row.entry_fee_status,
    entry_fee_status_text: textOf(row.entry_fee_status, entryFeeStatusText),
    winner_fee_status: row.winner_fee_status,
    winner_fee_status_text: textOf(row.winner_fee_status, winnerFeeStatusText),
    assigned: row.assigned,
    submitted: row.submitted,
    first_level: figures.first,
    second_level: figures.second,
    final_score: figures.final,
    award: awardOf(row, language),
    decision_status: row.decision_status,
    decision_version: row.decision_version,
    is_show: row.is_show,
    version: row.version,
    code: row.agent_code ?? row.invitation_code,
    is_to_discuss: row.is_to_discuss,
    is_reported: row.is_reported,
  }
}

type Visibility = { seesOthers: boolean; level: 2 | 3; figures: Figures | undefined }

/** Maps an entry to a row of a juror's list. Figures and decision are empty until `seesOthers`. */
function toReviewRow(
  row: AnonymisedEntry,
  { seesOthers, level, figures = NO_FIGURES }: Visibility,
  language: Language,
): ReviewRow {
  return {
    apply_order_id: row.id,
    judging_no: row.judging_no,
    title: row.title,
    summary: row.summary ?? '',
    cover: row.cover,
    ...categoryAndSection(row, language),
    assignment_status: row.assignment_status ?? 0,
    own_total: row.own_total,
    is_draft: row.own_is_draft ?? true,
    due_at: row.due_at?.toISOString() ?? null,
    first_level: seesOthers ? figures.first : null,
    second_level: seesOthers && level === 3 ? figures.second : null,
    // The first level must not see it: it would reveal the scores of the second.
    final_score: seesOthers && level === 3 ? figures.final : null,
    award: seesOthers ? awardOf(row, language) : null,
    decision_status: seesOthers ? row.decision_status : 0,
    // Zero, since the count would reveal that there is a decision.
    decision_version: seesOthers ? row.decision_version : 0,
  }
}

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
    const level = filters.secondLevelOnly ? 3 : tableLevelOf(phase)
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

    /** Ids of the chair's whole list, and functions that read rows and answers by ids, for exports in chunks. */
    async chairTable(actor: Actor, filters: JuryFilter, language: Language) {
      const query = await chairQuery(actor, filters)
      const entries = juryEntriesRepository(db)
      const isBlind = isAnonymous(actor, query.capabilities)
      return {
        ids: await entries.ids(query.reader, query.filter),
        /** Answers to the programme's own questions, as the reader may read them. */
        answers: (ids: readonly string[]) =>
          answerColumns(db, ids, {
            language,
            wordsOf: isBlind ? (some) => identityWords(db, some) : undefined,
          }),
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
