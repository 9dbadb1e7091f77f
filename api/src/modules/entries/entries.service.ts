import {
  Billing,
  type Answer,
  type entriesAdded,
  type entries as calls,
  type Parsed,
} from '@awards/shared/contract'
import { StoredAnswers, type Language } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { toEntryRow, toOwnerInfo } from './entries.mapper.ts'
import type { Window } from './entries.policy.ts'
import { entriesRepository, type EntryRecord, type ListFilter } from './entries.repository.ts'
import { entryFor, windowOf } from './entry-access.ts'
import { entryCreation, entryDuplication } from './entry-creation.service.ts'
import { entryEditing } from './entry-editing.service.ts'
import { answerFilesRepository } from './answer-files.repository.ts'
import { entryFilesRepository } from './entry-files.repository.ts'
import { entryQuestionsRepository, questionsOf } from './entry-questions.repository.ts'
import { entryImages } from './entry-images.service.ts'
import { entryTemplatesRepository } from './projects.repository.ts'

/** Lists, reads, creates, edits and copies the entries of the signed-in entrant. */
export const entriesService = (context: AppContext) => ({
  async list(
    actor: Actor,
    filter: ListFilter,
    language: Language,
  ): Promise<Answer<typeof calls.entryList>> {
    const { rows, total } = await entriesRepository(context.db).list(actor.id, filter)
    const windows = await windowsOf(context, rows)
    return {
      list: rows.map((row) => toEntryRow(context, actor, row, windowIn(windows, row), language)),
      total,
      current: filter.current,
      pageSize: filter.pageSize,
    }
  },

  async info(actor: Actor, id: string, language: Language): Promise<Answer<typeof calls.info>> {
    const { db } = context
    const row = await entryFor(db, actor, id, 'view')
    const [files, answerFiles, siblings, events, window, form] = await Promise.all([
      entryFilesRepository(db).of(id),
      answerFilesRepository(db).of(id),
      entriesRepository(db).siblings(row.project_id),
      entriesRepository(db).events(id),
      windowOf(db, row, context.clock()),
      entryQuestionsRepository(db).of(row),
    ])
    const own = { id, entry_no: row.entry_no, category_id: row.category_id, ...categoryOf(row) }
    const placed = siblings.length > 0 ? siblings : [own]
    const questions = questionsOf(form, row.section_code, placed)
    const parts = { row, files, answerFiles, siblings: placed, events, questions }
    return toOwnerInfo(context, actor, parts, window, language)
  },

  ...entryCreation(context),
  ...entryEditing(context),
  ...entryDuplication(context),
  ...entryTemplates(context),
  editImages: (actor: Actor, input: Parsed<typeof calls.editImage>, language: Language) =>
    entryImages(context).replace(actor, input, language),
})

const categoryOf = ({ category_code, category_name, min_images }: EntryRecord) => ({
  category_code,
  category_name,
  min_images,
})

/** Reads the calendar once per edition, not once per row. */
async function windowsOf(context: AppContext, rows: EntryRecord[]): Promise<Map<string, Window>> {
  const editions = new Map(rows.map((row) => [row.edition_id, row]))
  const windows = new Map<string, Window>()
  for (const [id, row] of editions) {
    windows.set(id, await windowOf(context.db, row, context.clock()))
  }
  return windows
}

function windowIn(windows: Map<string, Window>, row: EntryRecord): Window {
  const window = windows.get(row.edition_id)
  if (!window) throw new Error(`No calendar was read for edition ${row.edition_id}`)
  return window
}

type Templates = Answer<typeof entriesAdded.templates>
type Credits = Templates['credits'][number]

const MAX_CREDITS = 10

/** Credits and billing address of earlier entries, which prefill the form of a new one. */
const entryTemplates = ({ db }: AppContext) => ({
  async templates(actor: Actor): Promise<Templates> {
    const repository = entryTemplatesRepository(db)
    const [rows, billing] = await Promise.all([
      repository.answers(actor.id),
      repository.billing(actor.id),
    ])
    const distinct = new Map<string, Credits>()
    for (const row of rows) {
      const credits = creditsOf(row)
      if (!credits) continue
      const { designers, company, client } = credits
      const key = JSON.stringify([designers, company, client]).toLowerCase()
      if (!distinct.has(key)) distinct.set(key, credits)
      if (distinct.size === MAX_CREDITS) break
    }
    return {
      credits: [...distinct.values()],
      // A purchase order number belongs to one purchase.
      billing: Billing.partial().omit({ po_number: true }).safeParse(billing).data ?? null,
    }
  },
})

/** Undefined if the entry names no designer. */
function creditsOf({ id, title, answers }: { id: string; title: string; answers: unknown }) {
  const { designers = [], company = '', client = '' } = StoredAnswers.parse(answers)
  const named = designers.filter(({ name }) => name !== '')
  if (named.length === 0) return undefined
  return { apply_order_id: id, title, designers: named, company, client }
}
