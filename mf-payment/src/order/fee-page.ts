import type { PaymentOrder } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'

type Fee = Pick<PaymentOrder, 'fee_type' | 'apply_order_id'>

export const isEntryFee = ({ fee_type }: Pick<Fee, 'fee_type'>): boolean =>
  fee_type === FEE_TYPE.entry

/** Where the fee of an order can be paid in another way. */
export const feePage = (order: Fee): string =>
  isEntryFee(order) ? paths.pay(order.apply_order_id) : paths.payPackage(order.apply_order_id)

/** Where the account shows what the fee was for. */
export const accountPage = (order: Fee): string =>
  paths.account(isEntryFee(order) ? undefined : 'awards')
