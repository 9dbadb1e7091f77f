import {
  entryFeeStatusText,
  FEE_TYPE,
  MANUAL_ENTRY_FEE_EVENTS,
  MANUAL_WINNER_FEE_EVENTS,
  winnerFeeStatusText,
} from '@awards/shared/domain'
import type { EntryFeeEvent, FeeType } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { feeStatus, nextFee } from '../orders/fee-state.ts'
import { manualActs } from './manual-acts.ts'
import type { Change } from './manual-acts.ts'
import { payableEntriesRepository } from './payable-entries.repository.ts'
import type { CoreContext } from '../orders/apply-payment.ts'
import type { PayableEntry } from '../payment-types.ts'

/**
 * What a juror with `can_manage_fees` does to a fee by hand (domain page §2.5). Only the listed
 * edges exist; money that a provider has confirmed cannot be talked away.
 */
export const manualFeeService = (context: CoreContext) => ({
  change: (actor: Actor, feeType: FeeType, change: Change) =>
    context.db.transaction().execute(async (trx) => {
      const entries = payableEntriesRepository(trx)
      const jurorId = actor.juror?.id
      if (!jurorId || !(await entries.isInPanel(jurorId, change.apply_order_id))) {
        throw new BusinessError(403, 'This entry is not in your panel.')
      }
      const entry = await entries.lock(change.apply_order_id)
      const from = feeStatus(entry, feeType)
      if (from === change.status) {
        return { status: from, version: entry.version, changed: false }
      }
      if (entry.version !== change.version) {
        throw new BusinessError(
          409,
          'Somebody changed this entry meanwhile. Look at it again, then decide.',
          { reason: 'VERSION', version: entry.version },
        )
      }
      const event = manualEvent(feeType, change.status)
      if (nextFee(feeType, from, event) === undefined) {
        throw await manualActs(trx, context).refusal(entry, feeType, change)
      }
      await manualActs(trx, context).perform(event, { actor, entry, feeType, change })
      await auditRepository(trx).record(actor, 'fee.changed', entry.id, {
        before: { fee_type: feeType, status: statusText(feeType, from) },
        after: { status: statusText(feeType, change.status), ...change.evidence },
        reason: change.reason,
      })
      const after: PayableEntry = await entries.lock(entry.id)
      return { status: feeStatus(after, feeType), version: after.version, changed: true }
    }),
})

function manualEvent(feeType: FeeType, status: number): EntryFeeEvent {
  const events: Record<number, EntryFeeEvent> =
    feeType === FEE_TYPE.entry ? MANUAL_ENTRY_FEE_EVENTS : MANUAL_WINNER_FEE_EVENTS
  const event = events[status]
  if (event) return event
  const allowed = Object.keys(events).map((key) => `${key} (${statusText(feeType, Number(key))})`)
  throw new BusinessError(422, { status: [`Choose one of ${allowed.join(', ')}`] })
}

const statusText = (feeType: FeeType, status: number) =>
  feeType === FEE_TYPE.entry ? entryFeeStatusText(status) : winnerFeeStatusText(status)
