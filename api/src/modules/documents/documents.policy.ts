import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'

/**
 * Entrants read their own documents. A juror with `can_manage_fees` reads those of the panel after
 * publication only, because an invoice names the buyer of an anonymised entry.
 */
export async function mayReadDocuments(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  entryId: string,
): Promise<void> {
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
  const blind = await editionsRepository(db).blindEditions(clock())
  const editions = await editionsRepository(db).entriesByEdition([entryId])
  if ([...editions.keys()].some((edition) => blind.includes(edition))) {
    throw new BusinessError(
      423,
      'This document names its buyer. It opens for the chair once the results are out.',
      { reason: 'BLIND' },
    )
  }
}
