import { FEE_NAMES, CHANNEL_FACTS, FEE_TYPE } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDateTime } from '../../lib/format.ts'
import { notYours } from '../studios/entry-role.service.ts'
import { documentFiles } from './document-files.ts'
import { mayReadOrder } from './documents.policy.ts'
import { billingOf } from './issue-invoice.ts'
import {
  programmeOf,
  receiptsRepository,
  type Programme,
  type ReceiptFact,
  type ReceiptOrder,
} from './documents.repository.ts'
import { sellerOf } from './invoice-content.ts'
import type { Receipt } from './pdf/receipt-pdf.ts'

/** Receipts of payments and refunds, from the ledger. */
export function receiptsService(context: AppContext) {
  const { db } = context
  const files = documentFiles(context)

  return {
    async print(actor: Actor, orderNo: string) {
      const receipts = receiptsRepository(db)
      const order = await receipts.order(orderNo)
      if (!order) throw notYours()
      await mayReadOrder(context, actor, order)
      const facts = await receipts.facts(orderNo)
      if (facts.length === 0) {
        throw new BusinessError(
          409,
          'There is no receipt yet: it is drawn up as soon as the payment has arrived.',
          { reason: 'NOT_PAID' },
        )
      }
      const receipt = receiptOf(await programmeOf(db), order, facts)
      const links = await files.links(receipt.number, { kind: 'receipt', content: receipt })
      return { ...links, number: receipt.number }
    },
  }
}

function receiptOf(programme: Programme, order: ReceiptOrder, facts: ReceiptFact[]): Receipt {
  const billing = billingOf(order)
  const fee = order.fee_type === FEE_TYPE.entry ? 'entry' : 'winner'
  const { name: channelName } = CHANNEL_FACTS[order.channel]
  const moment = (at: Date, language: 'fr' | 'en') =>
    formatDateTime(at, language, programme.timezone)
  const sum = (kind: ReceiptFact['kind']) =>
    facts.reduce((total, fact) => total + (fact.kind === kind ? fact.amount_minor : 0), 0)
  return {
    number: `REC-${order.order_no}`,
    seller: sellerOf(programme),
    payer: {
      name: billing?.name ?? order.account_name,
      address: billing?.address ?? '',
      postal_code: billing?.postal_code ?? '',
      city: billing?.city ?? '',
      country: billing?.country ?? '',
      details: [],
    },
    order_no: order.order_no,
    subject: { fr: FEE_NAMES.fr[fee], en: FEE_NAMES.en[fee] },
    entries: order.entries,
    channel: { fr: channelName.fr, en: channelName.en },
    currency: order.currency,
    is_duplicate: order.is_duplicate,
    invoice: order.invoices[0] ?? null,
    paid: sum('payment'),
    refunded: sum('refund'),
    facts: facts.map(({ kind, amount_minor, reference, at, ...fact }) => ({
      kind,
      amount_minor,
      reference,
      at: { iso: at.toISOString(), fr: moment(at, 'fr'), en: moment(at, 'en') },
      charged:
        fact.payer_amount_minor !== null && fact.payer_currency
          ? {
              amount_minor: fact.payer_amount_minor,
              currency: fact.payer_currency,
              rate: fact.exchange_rate,
            }
          : null,
    })),
  }
}
