import { IMAGE_LIMITS } from './entry-form.ts'
import { BLIND_TEXTS, type EntryDraft } from './entry-fields.ts'
import { ENTRY_STATUS, type EntryStatus } from './entry-status.ts'
import { namesIn, type IdentityWords } from '../jury/blind-text.ts'

const S = ENTRY_STATUS

/** Where an entry stands in the queue of an edition. */
export const ADMISSION_STATES = ['waiting', 'correction', 'admitted', 'refused'] as const
export type AdmissionState = (typeof ADMISSION_STATES)[number]

export const STATUS_OF_ADMISSION: Readonly<Record<AdmissionState, EntryStatus>> = {
  waiting: S.registered,
  correction: S.correction_requested,
  admitted: S.admitted,
  refused: S.disqualified,
}

/** Entries that the queue may refuse: from judging on, only the chair disqualifies. */
export const REFUSABLE: readonly EntryStatus[] = [S.registered, S.correction_requested, S.admitted]

/** What is said beside an entry before somebody admits it. */
export const ADMISSION_WARNINGS = ['similar_picture', 'names', 'rights', 'small_picture'] as const
export type AdmissionWarning = { kind: (typeof ADMISSION_WARNINGS)[number]; found: string[] }

type CheckedPicture = { width: number | null; height: number | null }

/** What can be seen of an entry itself: names in texts that jurors read, missing consents, pictures that are too small. */
export function admissionWarnings(
  answers: EntryDraft,
  /** Answers to questions of the programme that jurors read with names blacked out. */
  furtherTexts: readonly string[],
  words: IdentityWords,
  pictures: readonly CheckedPicture[],
): AdmissionWarning[] {
  const texts = [...BLIND_TEXTS.map((field) => answers[field]), ...furtherTexts]
  const names = texts.flatMap((text) => (typeof text === 'string' ? namesIn(text, words) : []))
  const consents = (['rights_declaration', 'image_licence_consent'] as const).filter(
    (name) => answers[name] !== true,
  )
  const small = pictures.flatMap(({ width, height }, index) =>
    Math.max(width ?? 0, height ?? 0) < IMAGE_LIMITS.longSide ? [String(index + 1)] : [],
  )
  const warnings: AdmissionWarning[] = [
    { kind: 'names', found: [...new Set(names)] },
    { kind: 'rights', found: [...consents] },
    { kind: 'small_picture', found: small },
  ]
  return warnings.filter(({ found }) => found.length > 0)
}

/** Equal for equal answers: PostgreSQL stores the keys of an object in an order of its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Names of the answers that differ, in the order of the later ones. */
export function changedAnswers(before: EntryDraft, after: EntryDraft): string[] {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  return fields.filter(
    (field) =>
      canonical(before[field as keyof EntryDraft]) !== canonical(after[field as keyof EntryDraft]),
  )
}
