import { z } from 'zod'
import { SECTION_CODES } from '../content.ts'
import { isWebAddress, noNul } from './answer-rules.ts'

/** Kinds of question that a programme may add to the entry form. */
export const QUESTION_KINDS = [
  'text',
  'long_text',
  'choice',
  'choices',
  'number',
  'link',
  'file',
  'consent',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** Kinds of file that a question may allow. */
export const FILE_KINDS = ['image', 'pdf'] as const
export type FileKind = (typeof FILE_KINDS)[number]
/** Media types of each kind. */
export const FILE_TYPES: Readonly<Record<FileKind, readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/webp'],
  pdf: ['application/pdf'],
}

/** What jurors read of an answer; see `jurors` of the table of entry fields. */
export const JUROR_VIEWS = ['hidden', 'redacted', 'shown'] as const
export type JurorView = (typeof JUROR_VIEWS)[number]

export const QUESTION_LIMITS = {
  /** Questions of one form. */
  questions: 40,
  choices: 30,
  /** Characters of a text, by kind: what is usual, and the most that a question may allow. */
  text: { usual: 200, most: 300 },
  long_text: { usual: 1000, most: 3000 },
  link: 300,
  /** Size of a file in megabytes, by default and at most. */
  file: 20,
  /** Size of a number, in either direction. */
  number: 1e12,
} as const

/**
 * The views that a kind allows: a text may name its author, so jurors never read it as it was written; a link always
 * leads to somebody (domain page §2.11); a consent is nobody's to judge. A file is shown only where it has to be a
 * picture, which the organiser can take out of the sheet: nothing blacks a name out of a PDF.
 */
export const VIEWS_OF_KIND: Readonly<Record<QuestionKind, readonly JurorView[]>> = {
  text: ['redacted', 'hidden'],
  long_text: ['redacted', 'hidden'],
  choice: ['shown', 'hidden'],
  choices: ['shown', 'hidden'],
  number: ['shown', 'hidden'],
  link: ['hidden'],
  file: ['hidden', 'shown'],
  consent: ['hidden'],
}

/** A text by language; English always, the others where they exist. */
type ByLanguage = { en: string; fr?: string | undefined; zh?: string | undefined }

/** A code of a question or of a choice: it names the answer in the database and in exports, and never changes. */
export const QUESTION_CODE = /^[a-z][a-z0-9_]{0,39}$/
const AnswerCode = z
  .string()
  .regex(QUESTION_CODE, 'may hold small letters, digits and _ only, and begins with a letter')

/** The schema of a question, for texts that are checked by `texts`. */
export const questionSchema = <T extends z.ZodType>(texts: T, category: z.ZodType<string>) =>
  z
    .strictObject({
      code: AnswerCode,
      kind: z.enum(QUESTION_KINDS),
      label: texts,
      help: texts.optional(),
      /** Sections and categories that are asked; all of them if empty. */
      sections: z.array(z.enum(SECTION_CODES)).default([]),
      categories: z.array(category).default([]),
      required: z.boolean().default(false),
      /** Characters of a text, the value of a number, or (`maximum`) the megabytes of a file. */
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      /** What an entrant may upload, for a file. */
      file_kinds: z.array(z.enum(FILE_KINDS)).default([]),
      choices: z
        .array(z.strictObject({ code: AnswerCode, label: texts }))
        .max(QUESTION_LIMITS.choices, 'has more than 30 choices')
        .default([]),
      jurors: z.enum(JUROR_VIEWS),
      /** Whether the page of a winner shows the answer, so that it outlives the erasure of the account. */
      public: z.boolean().default(false),
    })
    .superRefine((question, context) => {
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      const { minimum, maximum, choices, file_kinds } = question
      const kind: QuestionKind = question.kind
      if (!VIEWS_OF_KIND[kind].includes(question.jurors)) {
        refuse(
          'jurors',
          `a question of the kind ${kind} allows ${VIEWS_OF_KIND[kind].join(' or ')}`,
        )
      }
      const isChoice = kind === 'choice' || kind === 'choices'
      if (isChoice && choices.length < 2) refuse('choices', 'needs at least two choices')
      if (!isChoice && choices.length > 0) refuse('choices', 'only a choice has choices')
      const codes = choices.map(({ code }) => code)
      if (new Set(codes).size < codes.length) refuse('choices', 'has two choices of one code')
      if (kind === 'consent' && question.public) refuse('public', 'a consent is not published')
      if (kind === 'file') {
        const { file: most } = QUESTION_LIMITS
        if (file_kinds.length === 0) refuse('file_kinds', `needs one of ${FILE_KINDS.join(', ')}`)
        if (new Set(file_kinds).size < file_kinds.length) refuse('file_kinds', 'has a kind twice')
        if (question.public) refuse('public', 'a file is not published')
        if (question.jurors === 'shown' && file_kinds.includes('pdf')) {
          refuse('jurors', 'a PDF may name its author: hide the answer or allow image alone')
        }
        if (minimum !== undefined) refuse('minimum', 'a file has a maximum alone, in megabytes')
        if (maximum !== undefined && !(maximum >= 1 && maximum <= most && maximum % 1 === 0)) {
          refuse('maximum', `has to be a whole number of megabytes from 1 to ${most}`)
        }
      } else if (file_kinds.length > 0) refuse('file_kinds', 'only a file has kinds of file')
      if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
        refuse('maximum', 'is less than the minimum')
      }
      if (kind === 'text' || kind === 'long_text') {
        const { most } = QUESTION_LIMITS[kind]
        if (
          maximum !== undefined &&
          (maximum > most || maximum < 1 || !Number.isInteger(maximum))
        ) {
          refuse('maximum', `has to be a whole number from 1 to ${most}`)
        }
        if (minimum !== undefined && (minimum < 0 || !Number.isInteger(minimum))) {
          refuse('minimum', 'has to be a whole number')
        }
      } else if (
        kind !== 'number' &&
        kind !== 'file' &&
        (minimum !== undefined || maximum !== undefined)
      ) {
        refuse('minimum', 'only a text or a number has limits')
      }
    })

const PlainTexts = z.object({
  en: z.string(),
  fr: z.string().optional(),
  zh: z.string().optional(),
}) satisfies z.ZodType<ByLanguage>

/** A question of the programme as it is stored, with its texts in all languages. */
export const Question = questionSchema(PlainTexts, z.string())
export type Question = z.infer<typeof Question>

/** One answer to a question; null is one that was taken back. */
const Answer = z.union([
  z
    .string()
    .max(QUESTION_LIMITS.long_text.most * 2)
    .refine(noNul, 'This text has a character that cannot be stored'),
  z.number().min(-QUESTION_LIMITS.number).max(QUESTION_LIMITS.number),
  z.boolean(),
  z.array(z.string().max(40)).max(QUESTION_LIMITS.choices),
  z.null(),
])
export type QuestionAnswer = z.infer<typeof Answer>

/** Answers of an entry by the code of their question; those to questions that were taken away stay. */
// A form holds undefined for a question that nobody has touched.
export const QuestionAnswers = z.record(z.string().regex(QUESTION_CODE), Answer.optional())
export type QuestionAnswers = z.infer<typeof QuestionAnswers>

/** Where an entry stands: the section of the work, and the codes of all categories that it is entered in. */
export type QuestionPlace = { section: string; categories: readonly string[] }

/** The questions that are asked of an entry. A work in several categories answers those of each, once. */
export const questionsFor = (questions: readonly Question[], place: QuestionPlace): Question[] =>
  questions.filter(
    ({ sections, categories }) =>
      (sections.length === 0 || (sections as readonly string[]).includes(place.section)) &&
      (categories.length === 0 || categories.some((code) => place.categories.includes(code))),
  )

/** What a form needs to ask a question and to check its answer. */
export type AskedQuestion = Pick<Question, 'code' | 'kind' | 'required' | 'minimum' | 'maximum'> & {
  choices: readonly { code: string }[]
  file_kinds?: readonly FileKind[] | undefined
}

/** An uploaded file that answers a question. The answer itself is the id of the file, as text. */
export type AnsweredFile = { kind: FileKind | undefined; bytes: number }

const MEGABYTE = 1024 * 1024

/** The first rule of a question that a file breaks. */
export function fileProblem(
  { file_kinds = [], maximum = QUESTION_LIMITS.file }: AskedQuestion,
  file: AnsweredFile,
): string | undefined {
  if (file_kinds.every((kind) => kind !== file.kind)) {
    if (file_kinds.length > 1) return 'Choose a JPEG, PNG or WebP picture, or a PDF.'
    return file_kinds.includes('pdf')
      ? 'This file is not a PDF. Please export it as PDF and try again.'
      : 'This file is not a picture we can read. Please export it as JPEG, PNG or WebP and try again.'
  }
  if (file.bytes <= maximum * MEGABYTE) return undefined
  return `This file is larger than ${maximum} MB. Please send a smaller one.`
}

const MISSING = 'Answer this question'
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** The rule of one question: what `submit` asks for, in the sentences of the form. */
export function answerSchema(question: AskedQuestion): z.ZodType {
  const { kind, required, minimum, maximum } = question
  const codes = question.choices.map(({ code }) => code)
  // No union: of one that fails nobody learns which rule it was.
  const optional = (schema: z.ZodType) =>
    required
      ? schema
      : z.preprocess((value) => (isBlank(value) ? undefined : value), schema.nullish())
  switch (kind) {
    case 'text':
    case 'long_text': {
      const most = maximum ?? QUESTION_LIMITS[kind].usual
      const least = Math.max(minimum ?? 1, 1)
      return optional(
        z
          .string(MISSING)
          .trim()
          .min(1, MISSING)
          .min(least, `Write at least ${least} characters`)
          .max(most, `Write at most ${most} characters`),
      )
    }
    case 'link':
      return optional(
        z
          .string(MISSING)
          .trim()
          .min(1, MISSING)
          .max(QUESTION_LIMITS.link, `Write at most ${QUESTION_LIMITS.link} characters`)
          .refine(
            (value) => value === '' || isWebAddress(value),
            'Give an address that starts with https://',
          ),
      )
    case 'number':
      return optional(
        z
          .number(MISSING)
          .min(minimum ?? -Infinity, `Give a number of at least ${minimum ?? ''}`)
          .max(maximum ?? Infinity, `Give a number of at most ${maximum ?? ''}`),
      )
    case 'file':
      return optional(z.string(MISSING).min(1, MISSING))
    case 'choice':
      return optional(z.string(MISSING).refine((value) => codes.includes(value), MISSING))
    case 'choices': {
      const list = z
        .array(z.string())
        .refine((value) => value.every((code) => codes.includes(code)), MISSING)
      return required ? z.array(z.string(), MISSING).min(1, MISSING).pipe(list) : optional(list)
    }
    case 'consent':
      return required ? z.literal(true, 'Confirm this to hand the entry in') : optional(z.boolean())
  }
}

/**
 * What keeps the answers from being complete: `questions.CODE` → messages. With `files`, the files of the entry by id,
 * those are checked too; a form that has checked them while they were sent leaves them out.
 */
export function questionProblems(
  questions: readonly AskedQuestion[],
  answers: QuestionAnswers | undefined,
  files?: ReadonlyMap<string, AnsweredFile>,
): Record<string, string[]> {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers?.[question.code] ?? undefined
      const parsed = answerSchema(question).safeParse(answer)
      const [issue] = parsed.error?.issues ?? []
      const message = issue?.message ?? (files && problemOfFile(question, answer, files))
      return message ? [[`questions.${question.code}`, [message]]] : []
    }),
  )
}

function problemOfFile(
  question: AskedQuestion,
  answer: QuestionAnswer | undefined,
  files: ReadonlyMap<string, AnsweredFile>,
) {
  if (question.kind !== 'file' || typeof answer !== 'string' || answer === '') return undefined
  const file = files.get(answer)
  return file ? fileProblem(question, file) : 'This file did not arrive. Upload it again.'
}

/**
 * An answer in words, in the language that `label` chooses; empty for one that is missing or of another kind. `nameOf`
 * knows the names of the files of the entry.
 */
export function answerText<L>(
  { kind, choices }: { kind: QuestionKind; choices: readonly { code: string; label: L }[] },
  answer: QuestionAnswer | undefined,
  label: (texts: L) => string,
  nameOf?: (fileId: string) => string | undefined,
): string {
  const chosen = (code: unknown) => {
    const found = choices.find((choice) => choice.code === code)
    return found ? [label(found.label)] : []
  }
  if (kind === 'choice') return chosen(answer).join('')
  if (kind === 'choices') return Array.isArray(answer) ? answer.flatMap(chosen).join(', ') : ''
  if (kind === 'number') return typeof answer === 'number' ? String(answer) : ''
  if (kind === 'consent') return ''
  if (kind === 'file') return (typeof answer === 'string' && nameOf?.(answer)) || ''
  return typeof answer === 'string' ? answer : ''
}
