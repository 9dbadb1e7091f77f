import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'

type Fee = Pick<PaymentOrder, 'fee_type' | 'apply_order_id' | 'lines'>

export const isEntryFee = ({ fee_type }: Pick<Fee, 'fee_type'>): boolean =>
  fee_type === FEE_TYPE.entry

/** Where the fee of an order can be paid in another way. */
export function feePage(order: Fee): string {
  if (order.lines) return paths.payBasket(order.lines.map((line) => line.apply_order_id))
  return isEntryFee(order)
    ? paths.pay(order.apply_order_id)
    : paths.payPackage(order.apply_order_id)
}

/** Where the account shows what the fee was for. */
export const accountPage = (order: Fee): string =>
  paths.account(isEntryFee(order) ? undefined : 'awards')
