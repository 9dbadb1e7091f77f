import type { Order, Payment } from '../src/modules/payments/payment-types.ts'
import type { Provider, RefundSeen } from '../src/modules/payments/provider.ts'

type Known = { order: Order; isClosed: boolean; payment?: Payment }
type Fault = 'before' | 'after'

/**
 * A wallet in memory with the provider's rules, whose network fails when told to. What payers really
 * did is here, so the books of the core are checked against it.
 */
export function memoryProvider(clock: () => Date) {
  const known = new Map<string, Known>()
  const refunds = new Map<string, { order_no: string; amount_minor: number; state: RefundSeen }>()
  const faults: Fault[] = []
  const leaks: true[] = []
  let sequence = 0

  /** A request that is lost, or carried out and its answer lost. */
  async function network<T>(work: () => T): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
    const fault = faults.shift()
    if (fault === 'before') throw new Error('the request was lost')
    const answer = work()
    if (fault === 'after') throw new Error('the answer was lost')
    return answer
  }

  const provider: Provider = {
    accepts: () => true,
    create: (order) =>
      network(() => {
        const found = known.get(order.order_no)
        if (found?.payment) return { refused: 'ORDERPAID' }
        if (found?.isClosed) return { refused: 'ORDERCLOSED' }
        if (!found) known.set(order.order_no, { order, isClosed: false })
        return { code_url: `weixin://${order.order_no}` }
      }),
    query: ({ order_no }) =>
      network(() => {
        const found = known.get(order_no)
        if (found?.payment) return { state: 'paid' as const, payment: found.payment }
        return { state: found ? (found.isClosed ? 'closed' : 'open') : 'absent' }
      }),
    close: ({ order_no }) =>
      network(() => {
        const found = known.get(order_no)
        if (found?.payment) return 'paid'
        // A close that leaks: somebody had the payment page open, and can still confirm.
        if (found && !leaks.shift()) found.isClosed = true
        return 'closed'
      }),
    refund: (order, { out_refund_no, amount_minor }) =>
      network(() => {
        const found = refunds.get(out_refund_no)
        const state = found ? 'succeeded' : 'processing'
        refunds.set(out_refund_no, { order_no: order.order_no, amount_minor, state })
        return state
      }),
  }

  return {
    provider,
    faults,
    leaks,
    /** Somebody scans a code; false where the wallet would refuse. */
    pay(orderNo: string): Payment | undefined {
      const found = known.get(orderNo)
      if (!found || found.isClosed || found.payment) return undefined
      if (clock() > found.order.expires_at) return undefined
      sequence += 1
      const { amount_minor, currency } = found.order
      found.payment = { txn: `MEM${orderNo}${sequence}`, amount_minor, currency, paid_at: clock() }
      return found.payment
    },
    payments: () => [...known.values()].flatMap(({ payment }) => payment ?? []),
    refunded: () =>
      [...refunds.values()]
        .filter(({ state }) => state === 'succeeded')
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0),
  }
}
