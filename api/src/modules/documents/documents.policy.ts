import type { Actor } from '../../app/actor.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { payableEntriesRepository } from '../payments/payable-entries.repository.ts'

/** Entrants read their own papers; a juror with `can_manage_fees` those of the panel. */
export async function mayReadDocuments(db: Db, actor: Actor, entryId: string): Promise<void> {
  const entries = payableEntriesRepository(db)
  if (actor.identity === 0) {
    const entry = await entries.find(entryId)
    if (entry?.user_id !== actor.id) {
      throw new BusinessError(404, 'This does not exist, or is not yours.')
    }
    return
  }
  if (!actor.juror || !(await entries.isInPanel(actor.juror.id, entryId))) {
    throw new BusinessError(403, 'This entry is not in your panel.')
  }
}
