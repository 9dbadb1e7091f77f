import { createHash } from 'node:crypto'
import {
  answerText,
  blindText,
  ENTRY_STATUS,
  Question,
  QuestionAnswers,
  questionsFor,
  type IdentityWords,
  type Language,
} from '@awards/shared/domain'
import type { AnswerFile, AnsweredQuestion, FormQuestion } from '@awards/shared/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { statusSql } from './entry-status.repository.ts'
import { translated } from '../../lib/localised.ts'

/** Questions of a form, as they are stored. */
export const StoredForm = z.array(Question)

type FormedEntry = { entry_status: number; form_hash: string | null }

/** Questions that the programme asks now, and the forms that entries were submitted with. */
export const entryQuestionsRepository = (db: Db) => ({
  /** The questions that drafts are asked, in the order of the form. */
  async live(): Promise<Question[]> {
    const rows = await db.selectFrom('entry_questions').selectAll().orderBy('sort').execute()
    return StoredForm.parse(
      rows.map(({ sort: _sort, help, minimum, maximum, ...row }) => ({
        ...row,
        ...(help !== null && { help }),
        ...(minimum !== null && { minimum }),
        ...(maximum !== null && { maximum }),
      })),
    )
  },

  /** Forms by their hash. */
  async forms(hashes: readonly (string | null)[]): Promise<Map<string, Question[]>> {
    const wanted = [...new Set(hashes.filter((hash) => hash !== null))]
    if (wanted.length === 0) return new Map()
    const rows = await db
      .selectFrom('entry_forms')
      .select(['hash', 'questions'])
      .where('hash', 'in', wanted)
      .execute()
    return new Map(rows.map(({ hash, questions }) => [hash, StoredForm.parse(questions)]))
  },

  /**
   * Keeps the form as it is asked now, once however many entries are submitted with it. Returns its hash; null for a
   * form without questions.
   */
  async keep(now: Date): Promise<string | null> {
    const questions = await this.live()
    if (questions.length === 0) return null
    const json = JSON.stringify(questions)
    const hash = createHash('sha256').update(json).digest('hex')
    await db
      .insertInto('entry_forms')
      .values({ hash, questions: json, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return hash
  },

  /** The form of an entry: what it was submitted with, or what is asked now as long as it is a draft. */
  async of({ entry_status, form_hash }: FormedEntry): Promise<Question[]> {
    if (form_hash !== null) return (await this.forms([form_hash])).get(form_hash) ?? []
    return entry_status === ENTRY_STATUS.draft ? this.live() : []
  },

  /** The forms of many entries by their key in `answered`, the newest first. */
  async formsOf(ids: readonly string[]): Promise<Map<string, Question[]>> {
    const { rows } = await sql<{ key: string; questions: unknown }>`
      with used as (select distinct ${FORM_KEY} as key from apply_orders entry
        where entry.id = any(${[...ids]}::bigint[]))
      select used.key, form.questions from used left join entry_forms form on form.hash = used.key
      where used.key is not null order by form.created_at desc nulls first, used.key`.execute(db)
    const forms = new Map<string, Question[]>()
    for (const { key, questions } of rows) {
      forms.set(key, key === LIVE ? await this.live() : StoredForm.parse(questions ?? []))
    }
    return forms
  },

  /** What entries answer to the questions of the form of their key. */
  async answered(ids: readonly string[]): Promise<AnsweredRow[]> {
    const { rows } = await sql<AnsweredRow & { questions: unknown }>`
      select entry.id, entry.title, coalesce(${FORM_KEY}, '') as form_key,
        coalesce(entry.answers -> 'questions', '{}') as questions,
        section.code as section_code, category.code as category_code
      from apply_orders entry
      join sections section on section.id = entry.section_id
      join categories category on category.id = entry.category_id
      where entry.id = any(${[...ids]}::bigint[])`.execute(db)
    return rows.map((row) => ({
      ...row,
      questions: QuestionAnswers.catch({}).parse(row.questions),
    }))
  },
})

export type AnsweredRow = {
  id: string
  title: string
  form_key: string
  questions: QuestionAnswers
  section_code: string
  category_code: string
}

/** Key of the form that is asked now, which drafts have. */
const LIVE = 'live'
const FORM_KEY = sql`coalesce(entry.form_hash,
  case when entry.entry_status = ${statusSql('draft')} then ${sql.lit(LIVE)} end)`

/** The questions that a work is asked: those of its section, and of each category that it is entered in. */
export const questionsOf = (
  form: readonly Question[],
  section: string,
  siblings: readonly { category_code: string }[],
): Question[] =>
  questionsFor(form, { section, categories: siblings.map(({ category_code }) => category_code) })

/** Questions as a form asks them, in one language. */
export const toFormQuestions = (
  questions: readonly Question[],
  language: Language,
): FormQuestion[] =>
  questions.map(
    ({ label, help, choices, sections: _sections, categories: _codes, ...question }) => ({
      ...question,
      label: translated(label, language),
      help: help ? translated(help, language) : null,
      choices: choices.map((choice) => ({
        code: choice.code,
        label: translated(choice.label, language),
      })),
    }),
  )

export type AnsweredInForm = Pick<Question, 'code' | 'jurors' | 'public'> & {
  label: string
  text: string
  file?: AnswerFile
}

/** Files of an entry by id; of one that it has no more, the name alone. */
export type AnswerFiles = ReadonlyMap<string, { name: string; url?: undefined } | AnswerFile>

type AnsweredEntry = { section_code: string; category_code: string }

/**
 * The questions of a form that an entry of this section and category was asked and has answered, in words. Consents
 * are declarations, not answers, and are left out. Files are told by their id in `files`: a reader that does not bring
 * them shows none.
 */
export const answeredQuestions = (
  form: readonly Question[],
  { section_code, category_code }: AnsweredEntry,
  answers: QuestionAnswers | undefined,
  language: Language,
  files: AnswerFiles = new Map(),
): AnsweredInForm[] =>
  questionsFor(form, { section: section_code, categories: [category_code] }).flatMap((question) => {
    const { code, jurors, label, kind } = question
    const answer = answers?.[code]
    const text = answerText(
      question,
      answer,
      (texts) => translated(texts, language),
      (id) => files.get(id)?.name,
    )
    if (!text) return []
    const file = kind === 'file' ? files.get(answer as string) : undefined
    return [
      {
        code,
        jurors,
        public: question.public,
        label: translated(label, language),
        text,
        ...(file?.url !== undefined && { file }),
      },
    ]
  })

/** Answers as readers get them, without the facts of their question. */
export const toAnswers = (rows: readonly AnsweredInForm[]): AnsweredQuestion[] =>
  rows.map(({ code, label, text, file }) => ({ code, label, text, ...(file && { file }) }))

/**
 * Answers that jurors read: hidden ones are left out, and names are blacked out of free texts. A picture that they may
 * see stands among those of the sheet, without its name.
 */
export const blindQuestions = (
  rows: readonly AnsweredInForm[],
  title: string,
  words: IdentityWords,
): AnsweredQuestion[] =>
  toAnswers(
    rows
      .filter(({ jurors, file }) => jurors !== 'hidden' && !file)
      .map((row) =>
        row.jurors === 'redacted' ? { ...row, text: blindText(row.text, title, words) } : row,
      ),
  )

/** A project is one work; its entries are the categories it is entered in. */
export const projectsRepository = (db: Db) => ({
  /** The project that an earlier request with the same idempotency key created. */
  async byKey(userId: string, key: string | undefined): Promise<string | undefined> {
    if (!key) return undefined
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    return row?.id
  },

  /**
   * Takes the idempotency key from a project of which no entry is left. The row stays locked until the transaction
   * ends: a concurrent request with the same key waits here, and then finds the project that was created instead.
   */
  async releaseKey(id: string): Promise<void> {
    await db
      .updateTable('projects')
      .set({ idempotency_key: null })
      .where('id', '=', id)
      .where('idempotency_key', 'is not', null)
      .execute()
  },

  /** Undefined if a project with the same idempotency key exists. */
  async begin(userId: string, title: string, key: string | undefined): Promise<string | undefined> {
    const row = await db
      .insertInto('projects')
      .values({ user_id: userId, title, idempotency_key: key ?? null })
      .onConflict((conflict) => conflict.constraint('projects_idempotency_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  async ownerOf(id: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('projects')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.user_id
  },

  /**
   * Locks a project of this user until the transaction ends: it serialises adding entries and moving them
   * between categories. Undefined if the project is another's.
   */
  async lockOwn(userId: string, id: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    return row?.id
  },
})

// Enough rows to find ten different credits among repeated entries of one work.
const MAX_SCANNED = 200

/** Answers and billing addresses of a user's earlier entries. */
export const entryTemplatesRepository = (db: Db) => ({
  answers: (userId: string) =>
    db
      .selectFrom('apply_orders')
      .select(['id', 'title', 'answers'])
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_SCANNED)
      .execute(),

  /** The billing address of the account, else of the last order, else the account's tax numbers. */
  async billing(userId: string): Promise<unknown> {
    const person = await db
      .selectFrom('users')
      .select(['billing', 'siren', 'vat_no', 'tax_id'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (person?.billing) return person.billing
    const order = await db
      .selectFrom('payment_orders as payment')
      .innerJoin('apply_orders as entry', 'entry.id', 'payment.apply_order_id')
      .select('payment.billing')
      .where('entry.user_id', '=', userId)
      .where('payment.billing', 'is not', null)
      .orderBy('payment.created_at', 'desc')
      .executeTakeFirst()
    if (order?.billing) return order.billing
    // These numbers decide the tax: without them the form would show another price.
    const { siren, vat_no, tax_id } = person ?? {}
    const numbers = Object.entries({ siren, vat_no, tax_id }).filter(([, number]) => number)
    return numbers.length > 0 ? Object.fromEntries(numbers) : undefined
  },
})

/** The code of a section; undefined if there is none of this ID. */
export async function sectionCode(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sections').select('code').where('id', '=', id).executeTakeFirst()
  return row?.code
}

/** Query for the active categories that take entries: those with a parent group. */
export const openCategories = (db: Db) =>
  db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'code', 'name', 'sections_allowed'])
    .where('is_active', '=', true)
    .where('parent_id', 'is not', null)
    .orderBy('sort')
    .orderBy('code')
