import { z } from 'zod'
import { EntryAnswers, fieldsWith, type EntryDraft } from './entry-fields.ts'
import {
  questionProblems,
  QuestionAnswers,
  type AnsweredFile,
  type AskedQuestion,
} from './questions.ts'

export const IMAGE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  longSide: 1500,
  pixels: 40_000_000,
  /** One cover and at least two more; a category may ask for more. */
  minimum: 3,
  maximum: 10,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const

/** What a person's uploads may take in all, in bytes. */
export const UPLOAD_QUOTA_BYTES = 2 * 1024 * 1024 * 1024

const fraction = z.number().min(0).max(1)
/** A part of a picture, in fractions of its width and height, from its upper left corner. */
export const CropArea = z
  .object({ x: fraction, y: fraction, width: fraction, height: fraction })
  .refine(({ x, width }) => width > 0 && x + width <= 1.0001, 'Choose a part inside the picture')
  .refine(({ y, height }) => height > 0 && y + height <= 1.0001, 'Choose a part inside the picture')
export type CropArea = z.infer<typeof CropArea>

/** The six steps of `/steps`, in order (domain page §2.2); values are the fields that a step holds. */
export const ENTRY_STEPS = [
  { step: 1, code: 'categories', fields: ['section_id', 'category_ids'] },
  {
    step: 2,
    code: 'work',
    fields: [...fieldsWith({ step: 2 }), 'questions'],
  },
  { step: 3, code: 'images', fields: ['images', ...fieldsWith({ step: 3 })] },
  {
    step: 4,
    code: 'credits',
    fields: fieldsWith({ step: 4 }),
  },
  { step: 5, code: 'review', fields: [] },
  { step: 6, code: 'fee', fields: [] },
] as const
export type EntryStep = (typeof ENTRY_STEPS)[number]

/** The step that holds a field of a 422 answer, for instance 4 for `designers.0.name`. */
export function stepOfField(field: string): number {
  const root = field.split('.')[0] ?? field
  return ENTRY_STEPS.find(({ fields }) => (fields as readonly string[]).includes(root))?.step ?? 5
}

export type EntryImage = { kind: string; alt: string }

/** A draft keeps an answer that was taken back as null; here it is one that was not given. */
const given = (answers: unknown): unknown =>
  typeof answers === 'object' && answers !== null
    ? Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null))
    : answers

/**
 * Everything that keeps an entry from being submitted: form field → messages, empty when complete.
 * `minimumImages` comes from the category; `questions` are those that are asked of this entry, and `answerFiles` the
 * files that answer them, by id.
 */
export function entryProblems(
  answers: unknown,
  images: readonly EntryImage[],
  minimumImages: number = IMAGE_LIMITS.minimum,
  questions: readonly AskedQuestion[] = [],
  answerFiles?: ReadonlyMap<string, AnsweredFile>,
): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const add = (field: string, message: string) => (problems[field] ??= []).push(message)

  const parsed = EntryAnswers.safeParse(given(answers))
  for (const issue of parsed.error?.issues ?? []) add(issue.path.join('.'), issue.message)

  const own = QuestionAnswers.optional().safeParse((answers as EntryDraft | null)?.questions).data
  for (const [field, messages] of Object.entries(questionProblems(questions, own, answerFiles))) {
    for (const message of messages) add(field, message)
  }

  if (!images.some(({ kind }) => kind === 'cover')) add('images', 'Choose a cover picture')
  if (images.length < minimumImages) {
    add('images', `Add at least ${minimumImages} pictures, the cover included`)
  }
  images.forEach(({ alt }, index) => {
    if (alt.trim().length < 3) add(`images.${index}.alt`, 'Describe what the picture shows')
  })
  return problems
}
