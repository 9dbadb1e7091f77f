import { isDeepStrictEqual } from 'node:util'
import type { AdmissionRow } from '@awards/shared/contract'
import {
  ADMISSION_STATES,
  admissionWarnings,
  changedAnswers,
  ENTRY_STATUS,
  isCorrectionOver,
  STATUS_OF_ADMISSION,
  StoredAnswers,
  wordsOfAnswers,
  type AdmissionState,
  type Language,
  type Question,
} from '@awards/shared/domain'
import { answeredQuestions } from '../entries/entry-questions.repository.ts'
import { toPicture } from '../../files/pictures/picture.ts'
import { named } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { AdmissionRecord, PictureOfEntry } from './admission.repository.ts'

const stateOf = (status: number): AdmissionState | null =>
  ADMISSION_STATES.find((state) => STATUS_OF_ADMISSION[state] === status) ?? null

/** What changed since the entry was admitted; nothing for one that never was, or that is admitted as it stands. */
function changedOf(row: AdmissionRecord, pictures: readonly PictureOfEntry[]): string[] {
  if (!row.admitted_answers || row.entry_status === ENTRY_STATUS.admitted) return []
  const answers = changedAnswers(
    StoredAnswers.parse(row.admitted_answers),
    StoredAnswers.parse(row.answers),
  )
  const hasOtherPictures = !isDeepStrictEqual(
    row.admitted_files,
    pictures.map(({ compared }) => compared),
  )
  return hasOtherPictures ? [...answers, 'pictures'] : answers
}

/** A row of the queue. */
export function toAdmissionRow(
  context: AppContext,
  row: AdmissionRecord,
  pictures: readonly PictureOfEntry[],
  form: readonly Question[],
  language: Language,
): AdmissionRow {
  const answers = StoredAnswers.parse(row.answers)
  const answered = answeredQuestions(form, row, answers.questions, language)
  const texts = answered.flatMap(({ jurors, text }) => (jurors === 'redacted' ? [text] : []))
  const words = wordsOfAnswers(answers)
  const names = [...words.names, row.person, ...(row.company ? [row.company] : [])]
  const images = pictures.filter(({ kind }) => kind !== 'pdf')
  const cover = images.find(({ kind }) => kind === 'cover')
  const isOpen = row.entry_status === ENTRY_STATUS.correction_requested
  return {
    apply_order_id: row.id,
    entry_no: row.entry_no,
    title: row.title,
    version: row.version,
    entrant: { name: row.person, company: row.company, country: row.country },
    category: named(row.category_id, row.category_code, row.category_name, language),
    section: named(row.section_id, row.section_code, row.section_name, language),
    cover: toPicture(context, cover, cover?.alt ?? ''),
    state: stateOf(row.entry_status),
    assignee:
      row.assignee_id && row.assignee_name
        ? { user_id: row.assignee_id, name: row.assignee_name }
        : null,
    entry_status: row.entry_status,
    entry_fee_status: row.entry_fee_status,
    handed_in_at: row.submitted_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    warnings: [
      ...(row.similar.length > 0 ? [{ kind: 'similar_picture' as const, found: row.similar }] : []),
      ...admissionWarnings(answers, texts, { ...words, names }, images),
    ],
    changed: changedOf(row, pictures),
    was_admitted: row.admitted_answers !== null,
    correction: isOpen
      ? {
          note: row.correction_note ?? '',
          due_at: row.correction_due_at?.toISOString() ?? null,
          is_over: isCorrectionOver(row.correction_due_at, context.clock()),
        }
      : null,
  }
}
