import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { publicEntries } from '../winners.repository.ts'

/** What search engines are told of the winners. */
export const sitemapRepository = (db: Db) => ({
  async countWinners(): Promise<number> {
    const { total } = await publicEntries(db)
      .select(sql<string>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  },

  /** The winner at a place, from 0, in the order in which they were made. */
  winnerAt: (place: number) =>
    publicEntries(db)
      .select('entry.id')
      .orderBy('entry.id')
      .offset(place)
      .limit(1)
      .executeTakeFirst(),

  /** Those made after one of them, so that a part stays the same when others come. */
  winnersAfter: (id: string, limit: number) =>
    publicEntries(db)
      .where('entry.id', '>', id)
      .leftJoin('entry_files as cover', (join) =>
        join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', 'cover'),
      )
      .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
      .select((select) => [
        'entry.id',
        'cover.file_id',
        sql<string | null>`file.variants -> 'full' ->> 'key'`.as('key'),
        select.fn.coalesce('entry.published_at', 'edition.results_published_at').as('published_at'),
      ])
      .orderBy('entry.id')
      .limit(limit)
      .execute(),

  /** When results were last published; the lists of winners changed then. */
  async resultsAt(): Promise<Date | null> {
    const { at } = await publicEntries(db)
      .select((select) => select.fn.max('edition.results_published_at').as('at'))
      .executeTakeFirstOrThrow()
    return at
  },
})
