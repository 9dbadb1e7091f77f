import type { Db } from '../../../db/database.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { applyDocuments } from '../programme.service.ts'
import { lockProgramme, rolledBack } from '../rows.repository.ts'
import { liveProgramme } from './documents.ts'
import { draftsRepository } from './drafts.repository.ts'
import { asRefusal, changedDocuments } from './make-live.ts'
import { schedulesRepository } from './schedules.repository.ts'

/** Each makes the drafts live in a transaction of its own that is taken back: a page has up to a dozen. */
const PREVIEWS = { points: 2_000, seconds: 3_600 }

/**
 * Does `work` on the site as it would be with all drafts live, and takes everything back. Undefined for somebody who may
 * not organise any more: they see what everybody sees. Throws 409 or 422 for drafts that cannot go live.
 */
export async function withDrafts<T>(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'limits'>,
  userId: string,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  const { db, limits } = context
  const organiser = await schedulesRepository(db).organiser(userId)
  if (!organiser?.may_organise) return undefined
  await limits.take('preview', userId, PREVIEWS)
  return db.transaction().execute(async (trx) => {
    await lockProgramme(trx)
    const live = await liveProgramme(trx)
    const { changes } = changedDocuments(live, await draftsRepository(trx).list())
    return rolledBack(trx, async () => {
      if (changes.size > 0) {
        await applyDocuments({ ...context, db: trx }, live.origin(changes)).catch(asRefusal)
      }
      return work(trx)
    })
  })
}
