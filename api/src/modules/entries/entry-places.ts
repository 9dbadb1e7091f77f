import type { Selectable } from 'kysely'
import { isPlaceFixed } from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import { placeFixed } from './entry-refusals.ts'
import { entriesRepository } from './entries.repository.ts'
import { chosenCategories } from './open-call.ts'

type Row = Selectable<ApplyOrders>
type Wish = { section_id?: string | undefined; category_id?: string | undefined }

/** Entry → the section and category it is moved to. */
export type Places = ReadonlyMap<string, { section_id: string; category_id: string }>

/**
 * Where the drafts of a project are entered after a save. The section is that of the work, so it moves
 * all of them; a category moves one. Both are fixed once the entry is handed in, as its price depends
 * on them.
 */
export async function placesOf(
  db: Db,
  current: Row,
  together: readonly Row[],
  { section_id, category_id }: Wish,
): Promise<Places> {
  const isMoved =
    (section_id !== undefined && section_id !== current.section_id) ||
    (category_id !== undefined && category_id !== current.category_id)
  if (!isMoved) return new Map()
  if (isPlaceFixed(current.entry_status)) throw placeFixed()
  const places = new Map(
    together.map((row) => [
      row.id,
      {
        section_id: section_id ?? row.section_id,
        category_id: row.id === current.id ? (category_id ?? row.category_id) : row.category_id,
      },
    ]),
  )
  const wanted = [...places.values()].map((place) => place.category_id)
  await chosenCategories(db, {
    section_id: section_id ?? current.section_id,
    category_ids: wanted,
  })
  const present = await entriesRepository(db).siblings(current.project_id)
  const others = present.filter(({ id }) => id !== current.id)
  if (others.some((other) => other.category_id === places.get(current.id)?.category_id)) {
    throw new BusinessError(422, {
      category_ids: ['This work is already entered in a category you chose'],
    })
  }
  return places
}
