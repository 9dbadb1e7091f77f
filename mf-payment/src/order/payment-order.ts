import { type PaymentOrder, payments } from '@awards/shared/contract'
import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useLocation } from 'react-router-dom'

const P = PAYMENT_STATUS

/** What the page says about an order. */
export type OrderState =
  | 'waiting'
  /** The payer's bank has the order and decides; nobody has to do anything. */
  | 'processing'
  | 'closing'
  | 'paid'
  | 'paid_late'
  | 'expired'
  /** The bank has refused the payment that the payer gave it. */
  | 'bounced'
  | 'failed'
  /** It took nothing, and the fee is no longer due: another order or the organiser has settled it. */
  | 'settled'
  | 'refunding'
  | 'refunded'
  | 'refunded_partly'
  | 'duplicate_refunding'
  | 'duplicate_refunded'
  | 'review'

/** States in which the payer still has something to do, or could have. */
type OpenState = 'waiting' | 'processing' | 'closing' | 'expired'
/** States in which the fee is settled. */
export type PaidState = 'paid' | 'paid_late' | 'refunded_partly'
export type EndState = Exclude<OrderState, OpenState | PaidState>

type Facts = Pick<
  PaymentOrder,
  | 'awaited_until'
  | 'is_bounced'
  | 'is_fee_settled'
  | 'status'
  | 'is_late'
  | 'is_duplicate'
  | 'amount'
  | 'refunded'
>

/** The state of an order; a code that has run out is expired before the provider has closed it. */
export function orderState(order: Facts, isPast: boolean): OrderState {
  const { status, is_duplicate, is_late } = order
  if (order.awaited_until) return 'processing'
  switch (status) {
    case P.created:
    case P.awaiting:
      return isPast ? 'expired' : 'waiting'
    case P.closing:
      return 'closing'
    case P.closed:
      if (order.is_fee_settled) return 'settled'
      return order.is_bounced ? 'bounced' : 'expired'
    case P.failed:
      return order.is_fee_settled ? 'settled' : 'failed'
    case P.paid:
      return isRefundedPartly(order) ? 'refunded_partly' : is_late ? 'paid_late' : 'paid'
    case P.refunding:
      return is_duplicate ? 'duplicate_refunding' : 'refunding'
    case P.refunded:
      if (isRefundedPartly(order)) return 'refunded_partly'
      return is_duplicate ? 'duplicate_refunded' : 'refunded'
    default:
      return 'review'
  }
}

const isRefundedPartly = ({ amount, refunded = 0 }: Facts) => refunded > 0 && refunded < amount

const OPEN: readonly OrderState[] = [
  'waiting',
  'processing',
  'closing',
  'expired',
] satisfies OpenState[]
const PAID: readonly OrderState[] = ['paid', 'paid_late', 'refunded_partly'] satisfies PaidState[]
const REFUNDING: readonly OrderState[] = ['refunding', 'duplicate_refunding']

export const isOpen = (state: OrderState): state is OpenState => OPEN.includes(state)
export const isPaid = (state: OrderState): state is PaidState => PAID.includes(state)

/** Whether something may still happen by itself: money, a refund, or the invoice that follows. */
export const isMoving = (order: Pick<PaymentOrder, 'invoice_no'>, state: OrderState): boolean =>
  isOpen(state) || REFUNDING.includes(state) || (isPaid(state) && order.invoice_no === null)

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

const Action = payments.entryFeePayment.output.shape.action

/**
 * What the payer has to do next: as the server says with the order, else as the page that opened the
 * order handed it over.
 */
export function useNextAction({ action }: PaymentOrder) {
  const state: unknown = useLocation().state
  const handed = typeof state === 'object' && state && 'action' in state ? state.action : undefined
  return action ?? Action.safeParse(handed).data
}
