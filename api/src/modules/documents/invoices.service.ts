import { z } from 'zod'
import { Billing } from '@awards/shared/contract'
import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import type { FeeType } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { bankAccount } from '../payments/channels.ts'
import { ordersRepository } from '../payments/orders.repository.ts'
import { payableEntriesRepository } from '../payments/payable-entries.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import { pricesRepository } from '../payments/prices.repository.ts'
import { quoteEntryFee } from '../payments/quotes.service.ts'
import { buyerOfAccount, buyerOfBilling } from '../payments/vat-buyer.ts'
import { documentFiles } from './document-files.ts'
import { documentsRepository } from './documents.repository.ts'
import type { StoredInvoice } from './documents.repository.ts'
import { mayReadDocuments } from './documents.policy.ts'
import type { InvoiceDocument } from './documents.types.ts'
import { buyerOf, linesOf, paidText, totalsOf } from './invoice-content.ts'
import { numberPrefix } from '../../app/number-prefix.ts'
import { programmeOf, sellerOf } from './organiser.ts'
import { invoicePdf } from './pdf/invoice-pdf.ts'

const Amounts = z.object({
  amount_ht: z.int(),
  vat_rate: z.coerce.number(),
  vat_amount: z.int(),
  mention: z.string().nullable().default(null),
})
const MONEY_IN: readonly number[] = [
  PAYMENT_STATUS.paid,
  PAYMENT_STATUS.refunding,
  PAYMENT_STATUS.refunded,
]

/** Invoices: issued once per paid order, with numbers that have no gaps. */
export function invoicesService(context: AppContext) {
  const { db, clock } = context
  const files = documentFiles(context)

  /** True when this call issued the invoice; a repetition finds it. */
  async function issueForOrder(order: Order): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const documents = documentsRepository(trx)
      // Two reports of the same payment wait for each other here.
      await ordersRepository(trx).lock(order.order_no)
      if (await documents.invoiceOfOrder(order.order_no)) return false
      const subject = await documents.subject(order.apply_order_id)
      if (!subject) return false
      const now = clock()
      const programme = await programmeOf(trx)
      const zone = { timeZone: programme.timezone }
      const year = now.toLocaleDateString('en-GB', { year: 'numeric', ...zone })
      const amounts = amountsOf(order)
      const seller = sellerOf(programme)
      const series = `${await numberPrefix(trx)}-${year}`
      const count = await documents.nextNumber(series)
      const document: InvoiceDocument = {
        kind: 'invoice',
        number: `${series}-${String(count).padStart(6, '0')}`,
        issued_at: now.toISOString(),
        seller,
        buyer: buyerOf(subject, billingOf(order)),
        lines: linesOf(subject, order.fee_type, amounts.amount_ht),
        ...totalsOf(amounts),
        order_no: order.order_no,
        paid: {
          at: (order.paid_at ?? now).toISOString(),
          text: paidText(order.channel, order.provider_txn),
        },
        bank: null,
      }
      const { apply_order_id, fee_type, paid_at } = order
      await documents.insert(document, { apply_order_id, fee_type, paid_at })
      return true
    })
  }

  async function paidOrder(entryId: string, feeType: FeeType): Promise<Order | undefined> {
    const order = await ordersRepository(db).settled(entryId, feeType, MONEY_IN)
    return order
  }

  async function invoiceOf(order: Order): Promise<StoredInvoice> {
    await issueForOrder(order)
    const invoice = await documentsRepository(db).invoiceOfOrder(order.order_no)
    if (!invoice) throw new Error(`Order ${order.order_no} has no invoice`)
    return invoice
  }

  const link = async ({ number, document }: StoredInvoice) => ({
    number,
    url: await files.link({
      filename: `${number}.pdf`,
      content: document,
      render: (fonts) => invoicePdf(fonts, document),
    }),
  })

  return {
    issueForOrder,

    async print(actor: Actor, entryId: string, feeType: FeeType) {
      await mayReadDocuments(db, actor, entryId)
      const order = await paidOrder(entryId, feeType)
      if (order) return link(await invoiceOf(order))
      const proforma = await documentsRepository(db).proforma(entryId, feeType)
      if (proforma) return link(proforma)
      throw new BusinessError(
        409,
        'There is no invoice yet: it is issued as soon as the fee is paid.',
        {
          reason: 'NOT_PAID',
        },
      )
    },

    /** The invoice of a paid fee, else a proforma with the price of today. */
    async create(actor: Actor, entryId: string, billing?: Billing) {
      await mayReadDocuments(db, actor, entryId)
      const order = await paidOrder(entryId, FEE_TYPE.entry)
      if (order) {
        const { id, number } = await invoiceOf(order)
        return { invoice_id: id, number, status: 'invoice' as const }
      }
      const { id, number } = await db
        .transaction()
        .execute((trx) => proforma(trx, clock(), actor, entryId, billing ?? null))
      return { invoice_id: id, number, status: 'proforma' as const }
    },
  }
}

async function proforma(
  trx: Db,
  now: Date,
  actor: Actor,
  entryId: string,
  billing: Billing | null,
): Promise<StoredInvoice> {
  const documents = documentsRepository(trx)
  const entry = await payableEntriesRepository(trx).lock(entryId)
  const subject = await documents.subject(entryId)
  if (!subject) throw new Error(`Entry ${entryId} is gone`)
  const open = (await ordersRepository(trx).openOrders(entryId, FEE_TYPE.entry)).at(-1)
  const account = await pricesRepository(trx).buyer(entry.user_id)
  const buyer = billing ? buyerOfBilling(billing, account) : buyerOfAccount(account)
  const amounts = open
    ? amountsOf(open)
    : await quoteEntryFee(trx, now, { entry, buyer, language: actor.language })
  const known = await documents.proforma(entryId, FEE_TYPE.entry)
  const bank = await bankAccount(trx)
  const document: InvoiceDocument = {
    kind: 'proforma',
    number: known?.number ?? `PRO-${entry.entry_no}`,
    issued_at: now.toISOString(),
    seller: sellerOf(await programmeOf(trx)),
    buyer: buyerOf(subject, billing ?? (open ? billingOf(open) : null)),
    lines: linesOf(subject, FEE_TYPE.entry, amounts.amount_ht),
    ...totalsOf(amounts),
    order_no: null,
    paid: null,
    bank: bank ? { ...bank, reference: open?.order_no ?? entry.entry_no } : null,
  }
  if (known) return documents.replaceProforma(known.id, document)
  const of = { apply_order_id: entryId, fee_type: FEE_TYPE.entry, paid_at: null }
  return documents.insert(document, of)
}

/** The amounts that were agreed with the order. */
function amountsOf(order: Order) {
  const { amount_minor: amount, currency } = order
  return { ...Amounts.parse(order.quote), amount, currency }
}

const billingOf = (order: Order): Billing | null => Billing.safeParse(order.billing).data ?? null
