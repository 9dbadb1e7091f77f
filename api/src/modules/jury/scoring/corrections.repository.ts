import { PHASES, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'

/** Data for correction requests: the start of judging, the open request and its recipient. */
export const correctionsRepository = (db: Db) => ({
  /** Start of first-level scoring; undefined if the edition has no such phase. */
  async judgingStart(editionId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom('phases')
      .select('starts_at')
      .where('edition_id', '=', editionId)
      .where('phase', '=', PHASES.first_level_scoring)
      .executeTakeFirst()
    return row?.starts_at
  },

  correction: (entryId: string) =>
    db
      .selectFrom('apply_orders')
      .select(['correction_note', 'correction_due_at'])
      .where('id', '=', entryId)
      .executeTakeFirstOrThrow(),

  entrant: (userId: string) =>
    db
      .selectFrom('users')
      .select(['email', 'language'])
      .where('id', '=', userId)
      .$castTo<{ email: string; language: Language }>()
      .executeTakeFirstOrThrow(),
})
