import { PAYMENT_MOMENTS, PAYMENT_STATUS } from '@awards/shared/domain'
import type { PaymentOrder } from '@awards/shared/contract'
import type { PaymentActor, PaymentMoment } from '@awards/shared/domain'
import type { OrderFacts } from './order-facts.repository.ts'
import { isBounced } from './apply-payment.ts'
import type { Order } from '../payment-types.ts'

type Moment = NonNullable<PaymentOrder['timeline']>[number]

const S = PAYMENT_STATUS
const MOMENT_OF: Record<number, PaymentMoment> = {
  [S.created]: 'created',
  [S.awaiting]: 'awaiting',
  [S.closed]: 'closed',
  [S.failed]: 'failed',
}

/** What happened to an order, oldest first: who did what when, and under which number. */
export function momentsOf(order: Order, facts: OrderFacts): Moment[] {
  const { history, payments, refunds, documents } = facts
  const moments: Moment[] = []
  const add = (
    moment: PaymentMoment,
    at: Date,
    by: PaymentActor,
    more: { amount_minor?: number; reference?: string | null } = {},
  ) =>
    moments.push({
      moment,
      at: at.toISOString(),
      by,
      amount_minor: more.amount_minor ?? null,
      reference: more.reference ?? null,
    })

  for (const { to_status, at, by_actor } of history) {
    const moment = MOMENT_OF[to_status]
    if (!moment) continue
    const isRefusal = moment === 'closed' && isBounced(order)
    add(isRefusal ? 'failed' : moment, at, by_actor as PaymentActor)
  }
  const [first, ...others] = payments
  if (first) {
    const taken = history.find(({ to_status }) => RECEIVED.includes(to_status))
    const by = (taken?.by_actor ?? 'provider') as PaymentActor
    // A transfer is paid for us when somebody has seen it on the account; its value date is earlier.
    const at = by === 'organiser' ? (taken?.at ?? first.at) : first.at
    const { amount_minor, provider_txn: reference } = first
    add(receivedAs(order, taken?.to_status), at, by, { amount_minor, reference })
  }
  for (const { at, amount_minor, provider_txn: reference } of others) {
    add('duplicate', at, 'provider', { amount_minor, reference })
  }
  for (const refund of refunds) {
    const what = { amount_minor: refund.amount_minor, reference: refund.out_refund_no }
    add('refund_requested', refund.created_at, askedBy(refund), what)
    const by = order.channel === 'bank_transfer' ? 'organiser' : 'provider'
    if (refund.status === 'succeeded') add('refund_done', refund.updated_at, by, what)
    if (refund.status === 'failed') add('refund_failed', refund.updated_at, by, what)
  }
  for (const { kind, number: reference, issued_at } of documents) {
    if (kind !== 'invoice' && kind !== 'credit_note') continue
    add(kind, issued_at, 'system', { reference })
  }
  return moments.sort((one, other) => one.at.localeCompare(other.at) || rank(one) - rank(other))
}

const RECEIVED: readonly number[] = [S.paid, S.refunding, S.mismatch]

function receivedAs(order: Order, status: number | undefined): PaymentMoment {
  if (status === S.mismatch) return 'mismatch'
  if (order.is_duplicate) return 'duplicate'
  return order.is_late ? 'paid_late' : 'paid'
}

const askedBy = (refund: OrderFacts['refunds'][number]): PaymentActor =>
  refund.is_automatic ? 'system' : refund.is_by_payer ? 'payer' : 'organiser'

const rank = ({ moment }: Moment) => PAYMENT_MOMENTS.indexOf(moment)
