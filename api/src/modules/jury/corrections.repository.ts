import { PHASES, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

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

  async dueAt(entryId: string): Promise<Date | null> {
    const row = await db
      .selectFrom('apply_orders')
      .select('correction_due_at')
      .where('id', '=', entryId)
      .executeTakeFirst()
    return row?.correction_due_at ?? null
  },

  entrant: (userId: string) =>
    db
      .selectFrom('users')
      .select(['email', 'language'])
      .where('id', '=', userId)
      .$castTo<{ email: string; language: Language }>()
      .executeTakeFirstOrThrow(),
})
