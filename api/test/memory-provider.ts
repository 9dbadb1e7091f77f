import type { Order, Payment } from '../src/modules/payments/payment-types.ts'
import type {
  Provider,
  RefundOrder,
  RefundState,
} from '../src/modules/payments/channels/provider.ts'

/** Whether the next request is lost, carried out without an answer, or neither. */
type Fault = 'before' | 'after' | 'none'
type ProviderOrder = {
  order: Order
  isClosed: boolean
  /** A delayed payment method: no longer open, not yet paid. */
  isPending: boolean
  /** Reported as closed, though an open page can still confirm the payment. */
  isLeaking: boolean
  payments: Payment[]
}
type KnownRefund = { order_no: string; txn: string; amount_minor: number; state: RefundState }

export type MemoryProvider = ReturnType<typeof memoryProvider>

const CARD_NEEDS_MS = 30 * 60_000

/**
 * In-memory wallet or card service with the rules of the provider and injectable network faults. Its record of
 * payments is the truth that the books of the core are checked against.
 */
export function memoryProvider(clock: () => Date, rules: 'wallet' | 'card' = 'wallet') {
  const orders = new Map<string, ProviderOrder>()
  const refunds = new Map<string, KnownRefund>()
  const closedUnknown = new Set<string>()
  const inFlight = new Set<string>()
  const faults: Fault[] = []
  const leaks: true[] = []
  const refundFailures: true[] = []
  let sequence = 0
  let overlaps = 0

  let requests = 0
  // Every third request is overtaken by the next ones.
  const latency = () =>
    new Promise((resolve) => setTimeout(resolve, (requests += 1) % 3 === 0 ? 1 : 0))

  /** Loses the request, or its answer after the effect. */
  async function network<T>(work: () => T): Promise<T> {
    await latency()
    const fault = faults.shift()
    if (fault === 'before') throw new Error('the request was lost')
    const answer = work()
    await latency()
    if (fault === 'after') throw new Error('the answer was lost')
    return answer
  }

  const isRunning = ({ order, isClosed, payments }: ProviderOrder) =>
    !isClosed && payments.length === 0 && clock() <= order.expires_at

  function create(order: Order) {
    const found = orders.get(order.order_no)
    const code_url = `${rules}://${order.order_no}`
    // A card service answers a repeated idempotency key with its first answer.
    if (found && rules === 'card') return { code_url }
    if (found && found.payments.length > 0) return { refused: 'ORDERPAID' }
    if (found?.isClosed) return { refused: 'ORDERCLOSED' }
    if (found) return { code_url }
    const left = order.expires_at.getTime() - clock().getTime()
    if (rules === 'card' && left < CARD_NEEDS_MS) return { refused: 'EXPIRES_TOO_SOON' }
    const isLeaking = closedUnknown.has(order.order_no)
    const one = { order, isClosed: false, isPending: false, isLeaking, payments: [] }
    orders.set(order.order_no, one)
    return { code_url }
  }

  function close(orderNo: string) {
    const found = orders.get(orderNo)
    if (!found) {
      closedUnknown.add(orderNo)
      return 'closed' as const
    }
    if (found.payments.length > 0 || found.isPending) return 'paid' as const
    if (rules === 'wallet' && leaks.shift()) found.isLeaking = true
    else Object.assign(found, { isClosed: true, isLeaking: false })
    return 'closed' as const
  }

  function refund(order: Order, command: RefundOrder): RefundState {
    const payments = orders.get(order.order_no)?.payments ?? []
    const named = command.provider_txn ?? order.provider_txn
    const of = payments.find(({ txn }) => txn === named)
    const payment = command.provider_txn ? of : (of ?? payments[0])
    const found = refunds.get(command.out_refund_no)
    if (found && found.state !== 'failed') return (found.state = 'succeeded')
    const gone = [...refunds.values()]
      .filter(({ txn, state }) => txn === payment?.txn && state !== 'failed')
      .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    const isPossible = payment !== undefined && gone + command.amount_minor <= payment.amount_minor
    const state = isPossible && !refundFailures.shift() ? 'processing' : 'failed'
    const { order_no } = order
    const txn = payment?.txn ?? ''
    refunds.set(command.out_refund_no, { order_no, txn, amount_minor: command.amount_minor, state })
    return state
  }

  const provider: Provider = {
    accepts: () => true,
    create: (order) => network(() => create(order)),
    query: ({ order_no }) =>
      network(() => {
        const found = orders.get(order_no)
        const [payment] = found?.payments ?? []
        if (payment) return { state: 'paid' as const, payment }
        return { state: found ? (found.isClosed ? 'closed' : 'open') : 'absent' }
      }),
    close: ({ order_no }) => network(() => close(order_no)),
    async refund(order, command) {
      if (inFlight.has(command.out_refund_no)) overlaps += 1
      inFlight.add(command.out_refund_no)
      return network(() => refund(order, command)).finally(() =>
        inFlight.delete(command.out_refund_no),
      )
    },
  }

  function receive(found: ProviderOrder, more = 0): Payment {
    sequence += 1
    const { order_no, amount_minor, currency } = found.order
    const txn = `${rules.toUpperCase()}${order_no}${sequence}`
    const payment = { txn, amount_minor: amount_minor + more, currency, paid_at: clock() }
    found.payments.push(payment)
    return payment
  }

  return {
    provider,
    faults,
    leaks,
    refundFailures,
    /** Orders that can be paid now. */
    payable: () =>
      [...orders.values()]
        .filter((one) => isRunning(one) && !one.isPending)
        .map(({ order }) => order.order_no),
    /** Pays an order with `more` on top; undefined if the provider refuses. */
    pay(orderNo: string, more = 0): Payment | undefined {
      const found = orders.get(orderNo)
      return found && isRunning(found) && !found.isPending ? receive(found, more) : undefined
    },
    /** A provider fault: a second payment of a paid order. */
    payAgain(orderNo: string): Payment | undefined {
      const found = orders.get(orderNo)
      return found && found.payments.length > 0 ? receive(found) : undefined
    },
    /** Starts a delayed payment. */
    delay(orderNo: string) {
      const found = orders.get(orderNo)
      if (found && isRunning(found)) found.isPending = true
    },
    /** Settles a delayed payment. */
    decide(isPaid: boolean): { order_no: string; payment: Payment }[] {
      const slow = [...orders.values()].filter(({ isPending }) => isPending)
      for (const one of slow) one.isPending = false
      if (!isPaid) return []
      return slow.map((one) => ({ order_no: one.order.order_no, payment: receive(one) }))
    },
    /** Open orders at the provider, without those whose closing failed there. */
    running: () =>
      [...orders.values()]
        .filter((one) => isRunning(one) && !one.isLeaking)
        .map(({ order }) => order.order_no),
    payments: () =>
      [...orders.values()].flatMap(({ order, payments }) =>
        payments.map((payment) => ({ ...payment, order_no: order.order_no })),
      ),
    refunded: () =>
      [...refunds.values()]
        .filter(({ state }) => state === 'succeeded')
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    /** Number of concurrent requests for the same refund. */
    overlaps: () => overlaps,
  }
}
