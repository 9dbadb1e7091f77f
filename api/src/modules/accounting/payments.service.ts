import type { Answer, Parsed, money } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { withChairTitles } from '../jury/anonymity/anonymised-entries.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import { orderFactsRepository } from '../payments/orders/order-facts.repository.ts'
import { momentsOf } from '../payments/orders/order-timeline.ts'
import { refundsRepository } from '../payments/refunds/refunds.repository.ts'
import { alertRowsRepository } from './alert-rows.repository.ts'
import { jurorOf, noOrder, outOfPanel } from './money.policy.ts'
import { toAlertRow, toDocumentRow, toPaymentRow, toRefundRow } from './money.mapper.ts'
import { paymentRowsRepository } from './payment-rows.repository.ts'

type Filter = Parsed<typeof money.paymentList>

/** The payments of a panel, as those read them who look after the money. */
export const paymentDesk = (context: Pick<AppContext, 'db' | 'clock'>) => ({
  async list(actor: Actor, filter: Filter): Promise<Answer<typeof money.paymentList>> {
    const { db } = context
    const blind = await editionsRepository(db).blindOnes(context.clock())
    const { rows, total } = await paymentRowsRepository(db, jurorOf(actor), blind).page(filter)
    const { current, pageSize } = filter
    const shown = await withChairTitles(context, db, rows)
    return { list: shown.map(toPaymentRow), total, current, pageSize }
  },

  /** One payment with everything that happened to it. */
  async find(actor: Actor, orderNo: string): Promise<Answer<typeof money.payment>> {
    const { db } = context
    const blind = await editionsRepository(db).blindOnes(context.clock())
    const row = await paymentRowsRepository(db, jurorOf(actor), blind).find(orderNo)
    const order = row && (await ordersRepository(db).find(orderNo))
    if (!row || !order) throw noOrder()
    if (!row.is_in_panel) throw outOfPanel()
    const [facts, alerts, refundable] = await Promise.all([
      orderFactsRepository(db).of(orderNo),
      alertRowsRepository(db).openOf(orderNo),
      refundsRepository(db).refundable(orderNo),
    ])
    const [shown = row] = await withChairTitles(context, db, [row])
    return {
      ...toPaymentRow(shown),
      timeline: momentsOf(order, facts),
      refunds: facts.refunds.map(toRefundRow),
      // An invoice names its buyer, whom a blind chair may not know before publication.
      documents: row.is_payer_hidden ? [] : facts.documents.map(toDocumentRow),
      open_alerts: alerts.map(toAlertRow),
      refundable: Math.max(0, refundable),
    }
  },
})
