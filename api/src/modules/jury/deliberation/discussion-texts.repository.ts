import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Texts of discussions, for erasure and retention: also after the freeze, whose fingerprints know no text. */
export const discussionTextsRepository = (db: Db) => ({
  /** Empties the comments `c` that fit, with their seals. Author, level and time stay, as the vote does. */
  async erase(fits: RawBuilder<boolean>, now: Date) {
    await sql`update deliberation_comments c set body = '', seal = '', erased_at = ${now},
        hidden_reason = left(hidden_reason, 0)
      where c.erased_at is null and ${fits}`.execute(db)
  },

  /** Empties the comments of editions whose results came out before `before`. */
  eraseOf: (before: Date, now: Date) =>
    discussionTextsRepository(db).erase(
      sql<boolean>`exists (select 1 from deliberations d join editions e on e.id = d.edition_id
        where d.apply_order_id = c.apply_order_id and e.results_published_at < ${before})`,
      now,
    ),
})
