import type {
  EntryFile,
  EntryRow,
  Next,
  OwnerEntryInfo,
  Answer,
  entries,
} from '@awards/shared/contract'
import {
  editUntil,
  ENTRY_STATUS,
  entryFeeStatusText,
  entryProblems,
  entryStatusText,
  isEditable,
  maySubmit,
  publicEntryStatus,
  roleMay,
  StoredAnswers,
  StoredWinningInfo,
  submitUntil,
  winnerFeeStatusText,
  type EntryStatus,
  type Language,
  type NextAction,
  type Question,
} from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { formatDateTime, named } from '../../lib/localised.ts'
import type { MailRequest } from '../../mail/mail-texts.ts'
import { toPicture } from '../../files/pictures/picture.ts'
import { toFormQuestions } from './entry-questions.repository.ts'
import {
  checkedFiles,
  toAnswerFile,
  type AnswerFileRow,
  type EntryFileRow,
} from './entry-files.repository.ts'
import { actionsOf, nextInRole, type Window } from './entries.policy.ts'
import type { EntryInRole, EntryRecord } from './entries.repository.ts'

/** Status columns with decisions under embargo shown as "in judging". */
function statuses(row: EntryRecord) {
  const status = publicEntryStatus(row.entry_status as EntryStatus)
  return {
    entry_status: status,
    entry_status_text: entryStatusText(status),
    entry_fee_status: row.entry_fee_status,
    entry_fee_status_text: entryFeeStatusText(row.entry_fee_status),
    winner_fee_status: row.winner_fee_status,
    winner_fee_status_text: winnerFeeStatusText(row.winner_fee_status),
  }
}

// Until publication nobody but the jury may know a level.
const awardOf = (row: EntryRecord, language: Language) =>
  row.entry_status === ENTRY_STATUS.awarded && row.award_id && row.award_code
    ? {
        ...named(row.award_id, row.award_code, row.award_name, language),
        colour: row.award_colour ?? '',
      }
    : null

const catalogueFields = (row: EntryRecord, language: Language) => ({
  category: named(row.category_id, row.category_code, row.category_name, language),
  section: named(row.section_id, row.section_code, row.section_name, language),
  edition: named(row.edition_id, row.edition_code, row.edition_name, language),
})

const toNext = (next: NextAction | null): Next | null =>
  next && {
    action: next.action,
    until: next.until?.toISOString() ?? null,
    order: next.order && {
      order_no: next.order.order_no,
      channel: next.order.channel,
      amount: next.order.amount_minor,
      currency: next.order.currency,
      works: next.order.works,
    },
  }

/** Role, studio and last editor, for an entry that more than one person may work on. */
const teamFields = (row: EntryInRole, actor: Actor) => ({
  role: row.role,
  studio: row.role === 'owner' ? null : { id: row.user_id, name: row.owner_name },
  edited_by:
    row.edited_by && row.edited_by_name
      ? { name: row.edited_by_name, is_self: row.edited_by === actor.id }
      : null,
})

/** Maps a database row to a row of the entrant's lists. */
export function toEntryRow(
  context: AppContext,
  actor: Actor,
  row: EntryInRole,
  window: Window,
  language: Language,
): EntryRow {
  return {
    apply_order_id: row.id,
    project_id: row.project_id,
    entry_no: row.entry_no,
    title: row.title,
    cover: toPicture(context, row, row.cover_alt ?? ''),
    ...catalogueFields(row, language),
    ...statuses(row),
    ...teamFields(row, actor),
    award: awardOf(row, language),
    step_completed: row.step_completed,
    version: row.version,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    actions: actionsOf(row, window),
    next: toNext(nextInRole(row, window)),
    act_until: nextInRole(row, window)?.until?.toISOString() ?? null,
    edit_until: roleMay(row.role, 'edit') ? (editUntil(row, window)?.toISOString() ?? null) : null,
  }
}

export const toEntryFile = (context: AppContext, file: EntryFileRow): EntryFile => ({
  file_id: file.file_id,
  kind: file.kind as EntryFile['kind'],
  sort: file.sort,
  alt: file.alt,
  credit: file.credit,
  picture: toPicture(context, file, file.alt),
  original_name: file.original_name,
})

const correctionOf = ({ entry_status, correction_note, correction_due_at }: EntryRecord) =>
  entry_status === ENTRY_STATUS.correction_requested
    ? { note: correction_note ?? '', due_at: correction_due_at?.toISOString() ?? null }
    : null

type Parts = {
  row: EntryInRole
  files: EntryFileRow[]
  answerFiles: AnswerFileRow[]
  siblings: {
    id: string
    entry_no: string
    category_id: string
    category_code: string
    category_name: unknown
    min_images: number
  }[]
  events: { code: string; detail: string | null; at: Date; by: string | null }[]
  questions: Question[]
}

/** Maps an entry with its files, sibling entries and events to the owner's projection. */
export function toOwnerInfo(
  context: AppContext,
  actor: Actor,
  { row, files, answerFiles, siblings, events, questions }: Parts,
  window: Window,
  language: Language,
): OwnerEntryInfo {
  const answers = StoredAnswers.parse(row.answers)
  const mayEdit = roleMay(row.role, 'edit')
  const minimum = minimumImages(siblings)
  const pictures = files.filter(({ kind }) => kind !== 'pdf')
  const info: Answer<typeof entries.info> = {
    projection: 'owner',
    apply_order_id: row.id,
    project_id: row.project_id,
    entry_no: row.entry_no,
    ...catalogueFields(row, language),
    category: { ...catalogueFields(row, language).category, min_images: minimum },
    ...statuses(row),
    ...teamFields(row, actor),
    answers,
    files: files.map((file) => toEntryFile(context, file)),
    siblings: siblings.map((sibling) => ({
      apply_order_id: sibling.id,
      entry_no: sibling.entry_no,
      category: named(sibling.category_id, sibling.category_code, sibling.category_name, language),
    })),
    award: awardOf(row, language),
    questions: toFormQuestions(questions, language),
    answer_files: answerFiles.flatMap((file) => toAnswerFile(context, file) ?? []),
    winning_info: row.winning_info ? StoredWinningInfo.parse(row.winning_info) : null,
    version: row.version,
    step_completed: row.step_completed,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    is_editable: mayEdit && isEditable(row, window),
    edit_until: editUntil(row, window)?.toISOString() ?? null,
    can_submit: mayEdit && maySubmit(row, window),
    submit_until: submitUntil(row, window)?.toISOString() ?? null,
    correction: correctionOf(row),
    problems: entryProblems(answers, pictures, minimum, questions, checkedFiles(answerFiles)),
    actions: actionsOf(row, window),
    next: toNext(nextInRole(row, window)),
    timeline: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
  return info as OwnerEntryInfo
}

/** The minimum number of pictures: that of the strictest category of the project. */
export const minimumImages = (siblings: readonly { min_images: number }[]): number =>
  Math.max(...siblings.map(({ min_images }) => min_images))

type HandedBack = {
  id: string
  /** Before the request, which raises it. */
  version: number
  title: string
  entry_no: string
  timezone: string
}
type Entrant = { email: string; language: Language }

/** The mail that hands an entry back, one a request: the next finds a higher version, whoever of chair and desk asks. */
export const correctionMail = (
  { id, version, title, entry_no, timezone }: HandedBack,
  { email, language }: Entrant,
  { note, due }: { note: string; due: Date },
): MailRequest => ({
  to: email,
  template: 'correction_requested',
  language,
  dedupeKey: `correction_due:${id}:${version}`,
  params: {
    title,
    entry_no,
    apply_order_id: id,
    note,
    due: formatDateTime(due, language, timezone),
  },
})
