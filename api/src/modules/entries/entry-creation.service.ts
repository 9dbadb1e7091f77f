import {
  MOST_CATEGORIES,
  type Answer,
  type entries as calls,
  type Parsed,
} from '@awards/shared/contract'
import type { EntryDraft, Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { entriesRepository, newJudgingNo, nextEntryNo } from './entries.repository.ts'
import { limitCreation, requireEntrant, chosenCategories, openEdition } from './entry-access.ts'
import { notYours } from './entry-refusals.ts'
import { projectsRepository } from './projects.repository.ts'

type Input = Parsed<typeof calls.entry>
type Created = Answer<typeof calls.entry>

/** Creates a project with one entry per chosen category; a repeated idempotency key returns the first result. */
export const entryCreation = (context: AppContext) => ({
  async create(actor: Actor, input: Input, language: Language): Promise<Created> {
    await limitCreation(context, actor, input.category_ids.length)
    return context.db.transaction().execute(async (trx) => {
      await requireEntrant(trx, actor)
      const projects = projectsRepository(trx)
      const { idempotency_key: key } = input
      const repeated = await projects.byKey(actor.id, key)
      if (repeated) return createdOf(trx, repeated)

      const now = context.clock()
      const edition = await openEdition(trx, now, language)
      const categories = await chosenCategories(trx, input)
      const projectId = await beginOrLockProject(trx, actor, input)
      // The unique key conflicts: a concurrent request with the same key has created the project.
      if (!projectId) return createdOf(trx, await projects.byKey(actor.id, key))
      const orders: Created['orders'] = []
      for (const category of categories) {
        const entry = await newEntry(trx, now, actor, edition, category, {
          project_id: projectId,
          section_id: input.section_id,
          title: input.title,
          answers: input.title ? { title: input.title } : {},
        })
        orders.push({ apply_order_id: entry.id, entry_no: entry.entry_no })
      }
      return { project_id: projectId, orders }
    })
  },
})

type Edition = { id: string; year: number; season: number }
type Category = { id: string; code: string }

type Content = { project_id: string; section_id: string; title: string; answers: EntryDraft }

/** Inserts a draft in one category, with its numbers, its first event and its audit record. */
export async function newEntry(
  db: Db,
  now: Date,
  actor: Actor,
  edition: Edition,
  category: Category,
  { answers, ...content }: Content,
) {
  const entry = await entriesRepository(db).insert({
    ...content,
    entry_no: await nextEntryNo(db, edition, category),
    judging_no: await newJudgingNo(db, edition.id),
    edition_id: edition.id,
    user_id: actor.id,
    category_id: category.id,
    answers: JSON.stringify(answers),
    created_at: now,
    updated_at: now,
  })
  await entriesRepository(db).record(entry.id, 'created', now)
  await auditRepository(db).record(actor, 'entry.created', entry.id)
  return entry
}

/** The response for a project that exists already, for a repeated idempotency key. */
export async function createdOf(db: Db, projectId: string | undefined): Promise<Created> {
  if (!projectId) throw new Error('A project was neither created nor found by its key')
  const siblings = await entriesRepository(db).siblings(projectId)
  return {
    project_id: projectId,
    orders: siblings.map(({ id, entry_no }) => ({ apply_order_id: id, entry_no })),
  }
}

/**
 * Creates a project, or locks the caller's own to add categories to it. Returns undefined if a concurrent
 * request with the same idempotency key has created it.
 */
async function beginOrLockProject(db: Db, actor: Actor, input: Input): Promise<string | undefined> {
  const projects = projectsRepository(db)
  if (!input.project_id) return projects.begin(actor.id, input.title, input.idempotency_key)
  const own = await projects.lockOwn(actor.id, input.project_id)
  if (!own) throw notYours()
  const present = await entriesRepository(db).siblings(own)
  if (present.some(({ category_id }) => input.category_ids.includes(category_id))) {
    throw new BusinessError(422, {
      category_ids: ['This work is already entered in a category you chose'],
    })
  }
  // The contract limits one call; this limits the project.
  if (present.length + input.category_ids.length > MOST_CATEGORIES) {
    throw new BusinessError(422, { category_ids: ['Choose at most five categories'] })
  }
  return own
}
