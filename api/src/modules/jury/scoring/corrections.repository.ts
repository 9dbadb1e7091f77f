import { PHASES, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'

/** What a request for a correction has to know beside the entry. */
export const correctionsRepository = (db: Db) => ({
  /** When the jury begins to score; undefined while no such phase is planned. */
  async judgingStart(editionId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom('phases')
      .select('starts_at')
      .where('edition_id', '=', editionId)
      .where('phase', '=', PHASES.first_level_scoring)
      .executeTakeFirst()
    return row?.starts_at
  },

  asked: (entryId: string) =>
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
