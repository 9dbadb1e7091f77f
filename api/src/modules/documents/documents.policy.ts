import type { EntryAct } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import { orderLinesRepository } from '../payments/orders/order-lines.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import { entriesInRole, requireEntryRole } from '../studios/entry-role.service.ts'

/**
 * Entrants read the documents of entries that their role includes. A juror with `can_manage_fees` reads those of the panel after
 * publication only, because an invoice names the buyer of an anonymised entry.
 */
export async function mayReadDocuments(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  entryId: string,
  act: EntryAct = 'papers',
): Promise<void> {
  const entries = payableEntriesRepository(db)
  if (actor.identity === 0) {
    await requireEntryRole(db, actor, await entries.find(entryId), act)
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

/**
 * Invoice and receipt of an order name all of its works, so that a member reads them whose role includes the papers of
 * each. A juror's panel has the work by which the order was found.
 */
export async function mayReadOrder(
  context: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  { order_no, apply_order_id }: Pick<Order, 'order_no' | 'apply_order_id'>,
): Promise<void> {
  if (actor.identity !== 0) return mayReadDocuments(context, actor, apply_order_id)
  const entries = await orderLinesRepository(context.db).entries(order_no)
  const own = await entriesInRole(context.db, actor, entries, 'papers')
  if (own.length === entries.length) return
  throw new BusinessError(
    403,
    'This document also names works that are not shared with you. Ask the owner of the studio for it.',
    { reason: 'SHARED_IN_PART' },
  )
}
