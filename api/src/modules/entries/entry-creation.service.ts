import type { Answer, entries as calls, Parsed } from '@awards/shared/contract'
import { PHASES } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { notYours, windowClosed } from './entry-access.ts'
import { newJudgingNo, nextEntryNo } from './entry-numbers.ts'
import { entriesRepository } from './entries.repository.ts'

type Input = Parsed<typeof calls.entry>
type Created = Answer<typeof calls.entry>

/** Begins a project with one entry for each chosen category. */
export const entryCreation = (context: AppContext) => ({
  create: (actor: Actor, input: Input): Promise<Created> =>
    context.db.transaction().execute(async (trx) => {
      const repeated = await earlierResult(trx, actor, input)
      if (repeated) return repeated

      const edition = await openEdition(trx, context.clock())
      const categories = await chosenCategories(trx, input)
      const projectId = await project(trx, actor, input)
      if (!projectId) return resultOfFaster(trx, actor, input)
      const orders: Created['orders'] = []
      for (const category of categories) {
        const entry = await entriesRepository(trx).insert({
          entry_no: await nextEntryNo(trx, edition, category),
          judging_no: await newJudgingNo(trx, edition.id),
          edition_id: edition.id,
          project_id: projectId,
          user_id: actor.id,
          section_id: input.section_id,
          category_id: category.id,
          title: input.title,
          answers: JSON.stringify(input.title ? { title: input.title } : {}),
        })
        await entriesRepository(trx).record(entry.id, 'created', context.clock())
        await auditRepository(trx).record(actor, 'entry.created', entry.id)
        orders.push({ apply_order_id: entry.id, entry_no: entry.entry_no })
      }
      return { project_id: projectId, orders }
    }),
})

async function earlierResult(db: Db, actor: Actor, input: Input): Promise<Created | undefined> {
  if (!input.idempotency_key) return undefined
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('idempotency_key', '=', input.idempotency_key)
    .executeTakeFirst()
  if (!found) return undefined
  const siblings = await entriesRepository(db).siblings(found.id)
  return {
    project_id: found.id,
    orders: siblings.map(({ id, entry_no }) => ({ apply_order_id: id, entry_no })),
  }
}

/** The same key at the same moment: the other request has created the project meanwhile. */
async function resultOfFaster(db: Db, actor: Actor, input: Input): Promise<Created> {
  const result = await earlierResult(db, actor, input)
  if (!result) throw new Error('A project was neither created nor found by its key')
  return result
}

async function openEdition(db: Db, now: Date) {
  const editions = editionsRepository(db)
  const edition = await editions.calling(now)
  if (!edition) throw new BusinessError(423, 'No call for entries is open yet. Come back soon.')
  const phase = await editions.phaseOf(edition.id, now)
  if (phase !== PHASES.call_open || now < edition.opens_at || now > edition.closes_at) {
    throw windowClosed(edition.closes_at)
  }
  return edition
}

async function chosenCategories(db: Db, input: Input) {
  const section = await db
    .selectFrom('sections')
    .select('code')
    .where('id', '=', input.section_id)
    .executeTakeFirst()
  if (!section) throw new BusinessError(422, { section_id: ['Choose a section from the list'] })
  const ids = [...new Set(input.category_ids)]
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'code', 'sections_allowed'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where('parent_id', 'is not', null)
    .execute()
  const isOpen = (allowed: string[]) => allowed.length === 0 || allowed.includes(section.code)
  if (categories.length < ids.length) {
    throw new BusinessError(422, { category_ids: ['Choose categories from the list'] })
  }
  if (!categories.every(({ sections_allowed }) => isOpen(sections_allowed))) {
    throw new BusinessError(422, {
      category_ids: ['A category you chose is not open to this section. Choose another one.'],
    })
  }
  return ids.flatMap((id) => categories.filter((category) => category.id === id))
}

/**
 * A new project, or the caller's own to which categories are added; undefined where a request with
 * the same key was faster.
 */
async function project(db: Db, actor: Actor, input: Input): Promise<string | undefined> {
  if (!input.project_id) {
    const created = await db
      .insertInto('projects')
      .values({
        user_id: actor.id,
        title: input.title,
        idempotency_key: input.idempotency_key ?? null,
      })
      .onConflict((conflict) => conflict.constraint('projects_idempotency_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    return created?.id
  }
  const own = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', input.project_id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (!own) throw notYours()
  const present = await entriesRepository(db).siblings(own.id)
  if (present.some(({ category_id }) => input.category_ids.includes(category_id))) {
    throw new BusinessError(422, {
      category_ids: ['This work is already entered in a category you chose'],
    })
  }
  return own.id
}
