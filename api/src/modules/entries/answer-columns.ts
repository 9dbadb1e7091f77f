import {
  answerText,
  blindText,
  questionsFor,
  type IdentityWords,
  type Language,
  type Question,
  type QuestionAnswers,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { translated } from '../../lib/localised.ts'
import { answerFilesRepository } from './entry-files.repository.ts'
import { entryQuestionsRepository } from './entry-questions.repository.ts'

/** A cell of a file; null is empty. */
type AnswerCell = string | number | null
/** Who may know of the people behind entries reads everything; the others bring the words that are blacked out. */
type WordsOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, IdentityWords>>

const YES_NO: Record<Language, { yes: string; no: string }> = {
  en: { yes: 'Yes', no: 'No' },
  fr: { yes: 'Oui', no: 'Non' },
  zh: { yes: '是', no: '否' },
}

/** A reader who must not know an author reads no link, no file and no consent, as on the sheet of the jury. */
const isReadable = ({ jurors, kind }: Question, isBlind: boolean) =>
  !isBlind || (jurors !== 'hidden' && kind !== 'file')

/**
 * Answers to the programme's own questions as columns of a file: one for each code that one of the forms of the entries
 * asks, in the order of the newest form. What an entry answers is read by its own form, so that a question that was
 * changed or taken away since keeps its words.
 */
export async function answerColumns(
  db: Db,
  ids: readonly string[],
  { language, wordsOf }: { language: Language; wordsOf?: WordsOf | undefined },
) {
  const repository = entryQuestionsRepository(db)
  const isBlind = wordsOf !== undefined
  const forms = await repository.formsOf(ids)
  const readable = [...forms.values()].flat().filter((question) => isReadable(question, isBlind))
  const newest = new Map<string, Question>()
  for (const question of readable)
    if (!newest.has(question.code)) newest.set(question.code, question)
  const codes = [...newest.keys()]
  const labels = [...newest.values()].map(({ label }) => translated(label, language))

  return {
    /** Headings; two questions of the same words are told apart by their code. */
    names: labels.map((label, index) =>
      labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${codes[index]})`,
    ),

    /** Cells by entry, in the order of `names`. */
    async cells(some: readonly string[]): Promise<(id: string) => AnswerCell[]> {
      if (codes.length === 0) return () => []
      const rows = await repository.answered(some)
      const words = await wordsOf?.(some)
      const files = await answerFilesRepository(db).names(
        isBlind ? [] : rows.flatMap(({ questions }) => fileIdsIn(questions, newest)),
      )
      const cellsOf = new Map(
        rows.map((row) => {
          const place = { section: row.section_code, categories: [row.category_code] }
          const asked = new Map(
            questionsFor(forms.get(row.form_key) ?? [], place).map((one) => [one.code, one]),
          )
          const read = (code: string): AnswerCell => {
            const question = asked.get(code)
            if (!question || !isReadable(question, isBlind)) return null
            const cell = cellOf(question, row.questions[code], language, files)
            const identity = words?.get(row.id)
            return identity && typeof cell === 'string' && question.jurors === 'redacted'
              ? blindText(cell, row.title, identity)
              : cell
          }
          return [row.id, codes.map(read)]
        }),
      )
      return (id) => cellsOf.get(id) ?? codes.map(() => null)
    },
  }
}

/** An answer as a cell: numbers as numbers, a consent as yes or no, a file by its name alone. */
function cellOf(
  question: Question,
  answer: QuestionAnswers[string],
  language: Language,
  files: ReadonlyMap<string, string>,
): AnswerCell {
  if (question.kind === 'number') return typeof answer === 'number' ? answer : null
  if (question.kind === 'consent') {
    return typeof answer === 'boolean' ? YES_NO[language][answer ? 'yes' : 'no'] : null
  }
  const text = answerText(
    question,
    answer,
    (texts) => translated(texts, language),
    (id) => files.get(id),
  )
  return text || null
}

/** Ids of files among answers; a code that is a file in one form may be a text in another. */
const fileIdsIn = (answers: QuestionAnswers, known: ReadonlyMap<string, Question>) =>
  Object.entries(answers).flatMap(([code, answer]) =>
    known.has(code) && typeof answer === 'string' && /^[1-9]\d{0,17}$/.test(answer) ? [answer] : [],
  )
