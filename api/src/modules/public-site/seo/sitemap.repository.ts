import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { publicEntries } from '../winners.repository.ts'

/** Winners for the sitemap, ordered by id (creation). */
export const sitemapRepository = (db: Db) => ({
  async countWinners(): Promise<number> {
    const { total } = await publicEntries(db)
      .select(sql<string>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  },

  /** The winner at an index (from 0). */
  winnerAt: (index: number) =>
    publicEntries(db)
      .select('entry.id')
      .orderBy('entry.id')
      .offset(index)
      .limit(1)
      .executeTakeFirst(),

  /** Next batch after an id (keyset pagination: unaffected by new winners). */
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

  /** Latest publication of results: the last change of the winner lists. */
  async resultsAt(): Promise<Date | null> {
    const { at } = await publicEntries(db)
      .select((select) => select.fn.max('edition.results_published_at').as('at'))
      .executeTakeFirstOrThrow()
    return at
  },
})
