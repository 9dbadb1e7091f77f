import type { Billing, TaxBuyer, VatLine } from '@awards/shared/contract'
import { vatFor } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { isErasedAddress } from '../privacy/erasure.policy.ts'
import { formatMoney } from '../../lib/localised.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { lockOrder } from '../payments/orders/order-lines.repository.ts'
import { ordersRepository, payerRepository } from '../payments/orders/orders.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import { buyerOfBilling, provenBuyer } from '../payments/tax/vat-checks.service.ts'
import {
  creditNotesRepository,
  documentsRepository,
  type StoredInvoice,
  programmeOf,
} from './documents.repository.ts'
import {
  amountLeft,
  correctedLines,
  creditDraft,
  linesLeft,
  sameBuyer,
  sameTax,
  type Cause,
} from './credit-note-content.ts'
import type { InvoiceLine } from './documents.types.ts'
import { invoiceDraft, invoicedLines, issueDocument, issueInvoiceOnce } from './issue-invoice.ts'

/** After this many corrections of an address, the entrant has to write to us. */
const MOST_CORRECTIONS = 5

type Correction = {
  billing?: Billing | null
  vat?: readonly VatLine[]
  /** The invoice that the correction was decided for: another one in force may name another buyer. */
  invoiceId?: string
}

/** Credit notes: the only way to cancel an issued invoice, in full or in part. */
export function creditNotesService(context: AppContext) {
  const { db, clock, mail } = context

  return {
    /**
     * Issues the credit note of a succeeded refund, once; true if this call did. None if the payment has
     * no invoice (a duplicate), or a correction has credited the amount already.
     */
    async issueForRefund(outRefundNo: string): Promise<boolean> {
      const known = await creditNotesRepository(db).refund(outRefundNo)
      const paidBy = known && (await ordersRepository(db).find(known.order_no))
      if (!paidBy) return false
      // Issues the invoice of a refund that overtakes its job in a transaction of its own: one for both documents would
      // lock the counter of invoices before that of credit notes, `reissue` locks them the other way, and they deadlock.
      await issueInvoiceOnce(db, clock, paidBy)
      return db.transaction().execute(async (trx) => {
        const credits = creditNotesRepository(trx)
        const refund = await credits.refund(outRefundNo)
        const locked = refund && (await lockOrder(trx, refund.order_no))
        if (!locked) return false
        const { order } = locked
        const documents = documentsRepository(trx)
        const invoice = await documents.invoiceOfOrder(order.order_no)
        if (!invoice || (await documents.hasCreditNoteOf(outRefundNo))) return false
        const left = linesLeft(invoice, await documents.creditNotesOf(invoice.id))
        const entryId = refund.apply_order_id ?? undefined
        const paid = locked.lines.find(({ entry }) => entry.id === entryId)?.line ?? order
        const refunds = await credits.refundsOf(order.order_no, entryId)
        const retained = refunds.reduce((sum, one) => sum - one.amount_minor, paid.amount_minor)
        const amount = Math.min(refund.amount_minor, amountLeft(left, entryId) - retained)
        if (amount <= 0) return false
        await credit(trx, order, { invoice, left, amount, entryId, cause: 'refund', outRefundNo })
        return true
      })
    },

    /**
     * Credits what remains of the invoice in force and issues a corrected one, with another address or
     * tax. False if nothing differs, or nothing remains. Another tax alone leaves the buyer as the invoice names it. An
     * address alone leaves the tax as it is, so that an untaxed invoice goes only to a buyer who is untaxed on the same
     * ground; refresh the VAT check first.
     */
    async reissue(orderNo: string, correction: Correction, cause: Cause): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const order = (await lockOrder(trx, orderNo))?.order
        const documents = documentsRepository(trx)
        const invoice = order && (await documents.invoiceOfOrder(orderNo))
        const of = order ? await invoicedLines(trx, order) : []
        if (!order || !invoice || of.length === 0) return false
        if (correction.invoiceId && correction.invoiceId !== invoice.id) {
          throw new Error(`Invoice ${invoice.number} was issued while another was being corrected`)
        }
        const left = linesLeft(invoice, await documents.creditNotesOf(invoice.id))
        const amount = amountLeft(left)
        const lines = correctedLines(left, correction.vat)
        const programme = await programmeOf(trx)
        const billing = correction.billing ?? null
        const addressee = billing ? undefined : invoice.document
        const draft = invoiceDraft({ programme, of, order, billing, addressee, lines })
        const isSame = sameBuyer(draft.buyer, invoice.document.buyer) && sameTax(lines, left)
        if (amount === 0 || isSame) return false
        if (correction.billing && !correction.vat) {
          const at = order.paid_at ?? clock()
          await requireSameTax(trx, { lines, buyer: buyerOfBilling(correction.billing), at })
        }
        if (cause === 'billing' && (await documents.timesReplaced(orderNo)) >= MOST_CORRECTIONS) {
          throw tooManyCorrections()
        }

        const note = await credit(trx, order, { invoice, left, amount, cause })
        await documents.replace(invoice.id, clock())
        const { apply_order_id, fee_type, paid_at } = order
        const corrected = await issueDocument(trx, {
          draft: {
            ...draft,
            cancels: invoice.number,
            cancels_on: invoice.document.issued_on,
            ...(note.document.reason && { reason: note.document.reason }),
          },
          programme,
          clock,
          of: { apply_order_id, fee_type, paid_at },
        })
        await sendMail(trx, order, corrected)
        return true
      })
    },

    /** Issues outstanding credit notes; returns what remains of the invoice in force, or of one entry's lines. */
    async invoiced(orderNo: string): Promise<(entryId?: string) => number> {
      for (const { out_refund_no } of await creditNotesRepository(db).refundsOf(orderNo)) {
        await this.issueForRefund(out_refund_no)
      }
      const documents = documentsRepository(db)
      const invoice = await documents.invoiceOfOrder(orderNo)
      if (!invoice) throw new Error(`Order ${orderNo} has no invoice yet`)
      const left = linesLeft(invoice, await documents.creditNotesOf(invoice.id))
      return (entryId) => amountLeft(left, entryId)
    },
  }

  type CreditRequest = {
    invoice: StoredInvoice
    left: ReturnType<typeof linesLeft>
    amount: number
    /** Credits the lines of this entry alone. */
    entryId?: string | undefined
    cause: Cause
    outRefundNo?: string
  }

  async function credit(trx: Db, order: Order, given: CreditRequest): Promise<StoredInvoice> {
    const programme = await programmeOf(trx)
    const { apply_order_id, fee_type, paid_at } = order
    const note = await issueDocument(trx, {
      draft: creditDraft({ programme, ...given }),
      programme,
      clock,
      of: {
        apply_order_id,
        fee_type,
        paid_at,
        cancels_invoice_id: given.invoice.id,
        ...(given.outRefundNo && { out_refund_no: given.outRefundNo }),
      },
    })
    if (given.outRefundNo) await sendMail(trx, order, note)
    return note
  }

  async function sendMail(trx: Db, { order_no }: Order, { number, document }: StoredInvoice) {
    const template = document.kind === 'credit_note' ? 'credit_note' : 'invoice_corrected'
    const recipients = await payerRepository(trx).recipients(order_no)
    for (const { email, language, is_owner, entry_no, title } of recipients) {
      if (isErasedAddress(email)) continue
      await mail.enqueue(trx, {
        to: email,
        template,
        language,
        dedupeKey: `${template}:${number}${is_owner ? '' : ':payer'}`,
        params: {
          number,
          entry_no,
          title,
          cancels: document.cancels ?? '',
          amount: formatMoney(Math.abs(document.gross), document.currency, language),
        },
      })
    }
  }
}

type NewBuyer = { lines: readonly InvoiceLine[]; buyer: TaxBuyer; at: Date }

/** Refuses a buyer whom the reason why lines are without tax does not fit: that buyer would owe the tax, or by another rule. */
export async function requireSameTax(
  trx: Db,
  { lines, buyer: given, at }: NewBuyer,
): Promise<void> {
  const untaxed = lines.filter(({ rate_percent }) => rate_percent === 0)
  if (untaxed.length === 0) return
  const { buyer } = await provenBuyer(trx, at, given)
  const { rate_percent, mention } = vatFor(buyer, at)
  if (rate_percent === 0 && untaxed.every((line) => line.mention === mention)) return
  throw new BusinessError(
    409,
    'The reason why this invoice is without VAT is not proven for this buyer. Please write to us, and we will put it right.',
    { reason: 'TAX_DIFFERS' },
  )
}

const tooManyCorrections = () =>
  new BusinessError(
    409,
    'This invoice has been corrected several times already. Please write to us, and we will put it right.',
    { reason: 'TOO_MANY_CORRECTIONS' },
  )
