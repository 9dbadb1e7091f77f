import {
  COPIED_COLUMNS,
  type CopiedColumn,
  type JudgeRow,
  type ReviewRow,
} from '@awards/shared/contract'
import {
  entryFeeStatusText,
  entryStatusText,
  winnerFeeStatusText,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import { named } from '../../../lib/translated.ts'
import { NO_FIGURES } from '../results/aggregates.ts'
import type { JuryEntry } from './jury-entries.repository.ts'
import type { AnonymisedEntry } from '../anonymity/anonymised-entries.ts'
import type { Figures } from '../results/aggregates.repository.ts'

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
export function toJudgeRow(
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
export function toReviewRow(
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
