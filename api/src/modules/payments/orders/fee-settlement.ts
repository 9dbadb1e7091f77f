import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import type { FeeType } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { entryStatusAfterFee, feeStatus, followFee } from './fee-state.ts'
import { ordersRepository } from './orders.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, PayableEntry } from '../payment-types.ts'

const S = PAYMENT_STATUS

/** The fee is paid: the entry is registered, a package is taken up. */
export async function settleFee(
  trx: Db,
  entry: PayableEntry,
  { fee_type, package_code, order_no }: Order,
  { at, isConfirmedByHand }: { at: Date; isConfirmedByHand: boolean },
) {
  const status = followFee(fee_type, feeStatus(entry, fee_type), ['receive_money'])
  const entries = payableEntriesRepository(trx)
  const isEntryFee = fee_type === FEE_TYPE.entry
  await entries.updateVersion(entry.id, {
    [feeColumn(fee_type)]: status,
    ...(isEntryFee ? { entry_status: entryStatusAfterFee(entry), paid_at: at } : { package_code }),
  })
  const paid = isEntryFee ? 'entry_fee_paid' : 'winner_fee_paid'
  await entries.event(entry.id, isConfirmedByHand ? 'fee_confirm_transfer' : paid, order_no, at)
}

/** The fee is unpaid again where no order of it is open any more. */
export async function releaseFee(trx: Db, entry: PayableEntry, feeType: FeeType) {
  const open = await ordersRepository(trx).lockOneOf(entry.id, feeType, [S.created, S.awaiting])
  if (open) return
  const from = feeStatus(entry, feeType)
  const to = followFee(feeType, from, ['close_order', 'transfer_not_received'])
  if (to === from) return
  await payableEntriesRepository(trx).update(entry.id, { [feeColumn(feeType)]: to })
}
