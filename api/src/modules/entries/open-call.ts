import { PHASES, type Language } from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { windowClosed } from './entry-refusals.ts'

/** The edition that takes entries now; else a refusal that says when the last call closed and the next opens. */
export async function openEdition(db: Db, now: Date, language: Language) {
  const editions = editionsRepository(db)
  const edition = await editions.calling(now)
  if (edition && edition.opens_at <= now && now <= edition.closes_at) {
    if ((await editions.phaseOf(edition.id, now)) === PHASES.call_open) return edition
  }
  const last = await editions.closedBefore(now)
  const timezone = last?.timezone ?? edition?.timezone ?? 'UTC'
  throw await windowClosed(db, { closesAt: last?.closes_at ?? null, timezone }, now, language)
}

type Wish = { section_id: string; category_ids: readonly string[] }

export const isOpenTo = (
  section: string,
  { sections_allowed: allowed }: { sections_allowed: string[] },
) => allowed.length === 0 || allowed.includes(section)

/** The chosen categories in the order of the wish, where each is open to the section; else 422. */
export async function chosenCategories(db: Db, wish: Wish) {
  const section = await db
    .selectFrom('sections')
    .select('code')
    .where('id', '=', wish.section_id)
    .executeTakeFirst()
  if (!section) throw new BusinessError(422, { section_id: ['Choose a section from the list'] })
  const ids = [...new Set(wish.category_ids)]
  const categories = await openCategories(db).where('id', 'in', ids).execute()
  if (categories.length < ids.length) {
    throw new BusinessError(422, { category_ids: ['Choose categories from the list'] })
  }
  if (!categories.every((category) => isOpenTo(section.code, category))) {
    throw new BusinessError(422, {
      category_ids: ['A category you chose is not open to this section. Choose another one.'],
    })
  }
  return ids.flatMap((id) => categories.filter((category) => category.id === id))
}

/** Categories that can be entered: those below a group. */
export const openCategories = (db: Db) =>
  db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'code', 'name', 'sections_allowed'])
    .where('is_active', '=', true)
    .where('parent_id', 'is not', null)
    .orderBy('sort')
    .orderBy('code')
