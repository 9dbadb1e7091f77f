import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { publicEntries } from './winners.repository.ts'

/** How many public winners there are: in all, and for each thing a list can be filtered by. */
export const facetsRepository = (db: Db) => ({
  totals: () =>
    publicEntries(db)
      .select([
        'entry.edition_id',
        'entry.category_id',
        'entry.section_id',
        'entry.award_id',
        'entry.country',
        sql<number>`grouping(entry.country)`.as('without_country'),
        sql<number>`count(*)::int`.as('total'),
      ])
      .groupBy(
        sql`grouping sets ((), (entry.edition_id), (entry.category_id), (entry.section_id),
          (entry.award_id), (entry.country))`,
      )
      .execute(),

  editions: () =>
    db
      .selectFrom('editions')
      .select(['id', 'code', 'name', 'year'])
      .orderBy('opens_at', 'desc')
      .execute(),

  /** Leaves, in the order in which the programme shows the groups and what is in them. */
  categories: () =>
    db
      .selectFrom('categories as category')
      .leftJoin('categories as parent', 'parent.id', 'category.parent_id')
      .select(['category.id', 'category.code', 'category.name', 'parent.name as parent_name'])
      .orderBy(sql`coalesce(parent.sort, category.sort)`)
      .orderBy('category.sort')
      .orderBy('category.id')
      .execute(),
})
