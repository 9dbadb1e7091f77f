import type { Billing, documentsAdded, Answer, PageInput } from '@awards/shared/contract'
import {
  FEE_TYPE,
  PAYMENT_STATUS,
  type FeeType,
  FEE_NAMES,
  CHANNEL_FACTS,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { bankAccount } from '../payments/channels/channels.ts'
import { payableEntriesRepository } from '../payments/checkout/payable-entries.repository.ts'
import { orderLinesRepository } from '../payments/orders/order-lines.repository.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import { pricesRepository } from '../payments/prices/prices.repository.ts'
import { quoteEntryFee } from '../payments/prices/quotes.service.ts'
import {
  buyerOfAccount,
  buyerOfBilling,
  requireCompleteBilling,
  vatChecksService,
} from '../payments/tax/vat-checks.service.ts'
import { creditNotesService, requireSameTax } from './credit-notes.service.ts'
import { mayReadDocuments, mayReadOrder } from './documents.types.ts'
import {
  documentsRepository,
  invoiceDocumentsRepository,
  type StoredInvoice,
  programmeOf,
  receiptsRepository,
  type Programme,
  type ReceiptFact,
  type ReceiptOrder,
} from './documents.repository.ts'
import { amountsOf, billingOf, proformaOf, issueInvoiceOnce } from './issue-invoice.ts'
import { invoiceFiles, documentFiles } from './document-files.ts'
import { formatDateTime } from '../../lib/localised.ts'
import { notYours } from '../studios/studio.service.ts'
import { sellerOf } from './invoice-content.ts'
import type { Receipt } from './pdf/receipt-pdf.ts'

const MONEY_IN: readonly number[] = [
  PAYMENT_STATUS.paid,
  PAYMENT_STATUS.refunding,
  PAYMENT_STATUS.refunded,
]

/** Invoices: one per paid order, numbered without gaps. */
export function invoicesService(context: AppContext) {
  const { db, clock } = context
  const files = invoiceFiles(context)
  const creditNotes = creditNotesService(context)
  const vatChecks = vatChecksService(context)

  const paidOrder = (entryId: string, feeType: FeeType): Promise<Order | undefined> =>
    ordersRepository(db).settled(entryId, feeType, MONEY_IN)

  async function invoiceOf(order: Order): Promise<StoredInvoice> {
    await issueInvoiceOnce(db, clock, order)
    const invoice = await documentsRepository(db).invoiceOfOrder(order.order_no)
    if (!invoice) throw new Error(`Order ${order.order_no} has no invoice`)
    return invoice
  }

  /** Holds an address to the rules of one that is given at a payment. */
  async function checkBilling(actor: Actor, billing: Billing) {
    requireCompleteBilling(billing)
    await vatChecks.refresh(actor.id, buyerOfBilling(billing))
  }

  return {
    async print(actor: Actor, entryId: string, feeType: FeeType) {
      await mayReadDocuments(context, actor, entryId)
      const order = await paidOrder(entryId, feeType)
      if (order) {
        if (actor.identity === 0) await mayReadOrder(context, actor, order)
        return files.links(await invoiceOf(order))
      }
      const proforma = await documentsRepository(db).proforma(entryId, feeType)
      if (proforma) return files.links(proforma)
      throw new BusinessError(
        409,
        'There is no invoice yet: it is issued as soon as the fee is paid.',
        {
          reason: 'NOT_PAID',
        },
      )
    },

    /** The invoice of a paid fee, corrected if the address differs; otherwise a proforma at today's price. */
    async create(actor: Actor, entryId: string, billing?: Billing) {
      await mayReadDocuments(context, actor, entryId)
      const order = await paidOrder(entryId, FEE_TYPE.entry)
      if (order) {
        if (actor.identity === 0) await mayReadOrder(context, actor, order)
        await invoiceOf(order)
        if (billing) {
          await checkBilling(actor, billing)
          await creditNotes.reissue(order.order_no, { billing }, 'billing')
        }
        const { id, number } = await invoiceOf(order)
        return { invoice_id: id, number, status: 'invoice' as const }
      }
      if (billing) await checkBilling(actor, billing)
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
  const buyer = billing ? buyerOfBilling(billing) : buyerOfAccount(account)
  const request = { entry, buyer, language: actor.language }
  const line = open && (await orderLinesRepository(trx).find(open.order_no, entryId))
  const agreed = line
    ? { amounts: amountsOf(line), currency: open.currency }
    : await priceOfToday(trx, now, request)
  // Under the number of an order for several works, the price of one of them would be a wrong amount.
  const isAlone = line?.amount_minor === open?.amount_minor && open !== undefined
  const known = await documents.proforma(entryId, FEE_TYPE.entry)
  const bank = await bankAccount(trx)
  const document = proformaOf({
    programme: await programmeOf(trx),
    subject,
    feeType: FEE_TYPE.entry,
    billing: billing ?? (open ? billingOf(open) : null),
    ...agreed,
    bank: bank ? { ...bank, reference: isAlone ? open.order_no : entry.entry_no } : null,
    number: known?.number ?? `PRO-${entry.entry_no}`,
    now,
    dueAt: open?.expires_at ?? null,
  })
  // The amounts of the order hold for the buyer whom it was agreed with.
  if (billing && line) await requireSameTax(trx, { lines: document.lines, buyer, at: now })
  if (known) return documents.replaceProforma(known.id, document)
  const of = { apply_order_id: entryId, fee_type: FEE_TYPE.entry, paid_at: null }
  return documents.insert(document, of)
}

async function priceOfToday(trx: Db, now: Date, request: Parameters<typeof quoteEntryFee>[2]) {
  const quote = await quoteEntryFee(trx, now, request)
  return { amounts: quote, currency: quote.currency }
}

/** Invoices, credit notes and proformas of all entries of an entrant. */
export function invoiceDocumentsService(context: AppContext) {
  const { db } = context
  const files = invoiceFiles(context)

  return {
    async list(actor: Actor, page: PageInput): Promise<Answer<typeof documentsAdded.invoices>> {
      const { rows, total } = await invoiceDocumentsRepository(db).page(actor.id, page)
      return { list: rows, total, current: page.current, pageSize: page.pageSize }
    },

    async print(actor: Actor, invoiceId: string) {
      const invoice = await invoiceDocumentsRepository(db).own(actor.id, invoiceId)
      // The same answer for missing and foreign: identifiers must not be probed.
      if (!invoice) throw new BusinessError(404, 'This does not exist, or is not yours.')
      return files.links(invoice)
    },
  }
}

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
