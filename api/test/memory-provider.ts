import type { Order, Payment } from '../src/modules/payments/payment-types.ts'
import type {
  Provider,
  RefundOrder,
  RefundState,
} from '../src/modules/payments/channels/provider.ts'

/** Whether the next request is lost, carried out without an answer, or neither. */
type Fault = 'before' | 'after' | 'none'
type Known = {
  order: Order
  isClosed: boolean
  /** A card that is paid by a slow method: not open any more, and not paid yet. */
  isPending: boolean
  /** Whoever had the page open can still confirm, though we were told that it is closed. */
  isLeaking: boolean
  payments: Payment[]
}
type KnownRefund = { order_no: string; txn: string; amount_minor: number; state: RefundState }

export type MemoryProvider = ReturnType<typeof memoryProvider>

const CARD_NEEDS_MS = 30 * 60_000

/**
 * A wallet or a card service in memory with the provider's own rules, whose network fails when told
 * to. What payers really did is here, so the books of the core are checked against it.
 */
export function memoryProvider(clock: () => Date, rules: 'wallet' | 'card' = 'wallet') {
  const known = new Map<string, Known>()
  const refunds = new Map<string, KnownRefund>()
  const closedUnknown = new Set<string>()
  const inFlight = new Set<string>()
  const faults: Fault[] = []
  const leaks: true[] = []
  const refundFailures: true[] = []
  let sequence = 0
  let overlaps = 0

  let travels = 0
  // Every third request is overtaken by the next ones.
  const travel = () =>
    new Promise((resolve) => setTimeout(resolve, (travels += 1) % 3 === 0 ? 1 : 0))

  /** A request that is lost, or carried out and its answer lost. */
  async function network<T>(work: () => T): Promise<T> {
    await travel()
    const fault = faults.shift()
    if (fault === 'before') throw new Error('the request was lost')
    const answer = work()
    await travel()
    if (fault === 'after') throw new Error('the answer was lost')
    return answer
  }

  const isRunning = ({ order, isClosed, payments }: Known) =>
    !isClosed && payments.length === 0 && clock() <= order.expires_at

  function create(order: Order) {
    const found = known.get(order.order_no)
    const code_url = `${rules}://${order.order_no}`
    // A card service repeats the answer that belongs to the number, whatever became of the order.
    if (found && rules === 'card') return { code_url }
    if (found && found.payments.length > 0) return { refused: 'ORDERPAID' }
    if (found?.isClosed) return { refused: 'ORDERCLOSED' }
    if (found) return { code_url }
    const left = order.expires_at.getTime() - clock().getTime()
    if (rules === 'card' && left < CARD_NEEDS_MS) return { refused: 'EXPIRES_TOO_SOON' }
    const isLeaking = closedUnknown.has(order.order_no)
    const one = { order, isClosed: false, isPending: false, isLeaking, payments: [] }
    known.set(order.order_no, one)
    return { code_url }
  }

  function close(orderNo: string) {
    const found = known.get(orderNo)
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
    const payments = known.get(order.order_no)?.payments ?? []
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
        const found = known.get(order_no)
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

  function receive(found: Known, more = 0): Payment {
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
    /** Orders that somebody could pay now. */
    payable: () =>
      [...known.values()]
        .filter((one) => isRunning(one) && !one.isPending)
        .map(({ order }) => order.order_no),
    /** Somebody pays; undefined where the provider would refuse. `more` than was asked for. */
    pay(orderNo: string, more = 0): Payment | undefined {
      const found = known.get(orderNo)
      return found && isRunning(found) && !found.isPending ? receive(found, more) : undefined
    },
    /** A mistake of the provider: another payment of an order that was paid. */
    payAgain(orderNo: string): Payment | undefined {
      const found = known.get(orderNo)
      return found && found.payments.length > 0 ? receive(found) : undefined
    },
    /** A slow method: nobody knows yet. */
    delay(orderNo: string) {
      const found = known.get(orderNo)
      if (found && isRunning(found)) found.isPending = true
    },
    /** What was slow is decided. */
    decide(isPaid: boolean): { order_no: string; payment: Payment }[] {
      const slow = [...known.values()].filter(({ isPending }) => isPending)
      for (const one of slow) one.isPending = false
      if (!isPaid) return []
      return slow.map((one) => ({ order_no: one.order.order_no, payment: receive(one) }))
    },
    /** Orders that run at the provider, those apart whose closing failed there. */
    running: () =>
      [...known.values()]
        .filter((one) => isRunning(one) && !one.isLeaking)
        .map(({ order }) => order.order_no),
    payments: () =>
      [...known.values()].flatMap(({ order, payments }) =>
        payments.map((payment) => ({ ...payment, order_no: order.order_no })),
      ),
    refunded: () =>
      [...refunds.values()]
        .filter(({ state }) => state === 'succeeded')
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    /** How often the same refund was asked for twice at once. */
    overlaps: () => overlaps,
  }
}
