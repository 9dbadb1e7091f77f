import type { Channel } from '@awards/shared/domain'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import { applyPayment } from '../payments/orders/apply-payment.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import type { StatementFact } from '../payments/channels/provider.ts'
import type { Difference } from './compare-statement.ts'

/** A payment that the statement has and we had not, taken in as if it had been reported. */
async function takeIn(context: CoreContext, channel: Channel, line: StatementFact) {
  const order = line.order_no && (await ordersRepository(context.db).find(line.order_no))
  if (!order || order.channel !== channel) return false
  const { reference: txn, amount_minor, currency, at: paid_at } = line
  const payment = { txn, amount_minor, currency, paid_at }
  await applyPayment(context, order.order_no, payment, { source: 'statement' })
  return true
}

/** Takes in what can be taken in, and gives those lines, each by its currency. */
export async function healPayments(
  context: CoreContext,
  channel: Channel,
  lines: readonly StatementFact[],
  differences: readonly Difference[],
): Promise<{ currency: string; line: Difference }[]> {
  const healed: { currency: string; line: Difference }[] = []
  for (const line of differences) {
    if (line.kind !== 'missing_here' || line.fact !== 'payment') continue
    const said = lines.find((one) => one.fact === 'payment' && one.reference === line.reference)
    if (!said || !(await takeIn(context, channel, said))) continue
    const { currency, amount_minor: ours_minor } = said
    healed.push({ currency, line: { ...line, ours_minor, is_healed: true } })
  }
  return healed
}
