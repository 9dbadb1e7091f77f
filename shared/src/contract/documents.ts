import { z } from 'zod'
import { FEE_TYPE } from '../domain/index.ts'
import { addedCallsOf, callsOf } from './endpoint.ts'
import { pageOf, PageInput, Id, optionalOfQuery, Time } from './values.ts'
import { Billing } from './payment-rows.ts'

const ById = z.object({ apply_order_id: Id })

/** `url` is the PDF, `page_url` the same paper as a web page. */
const DocumentLink = z.object({ url: z.string(), page_url: z.string(), number: z.string() })

const pdf = callsOf('pdf', [403, 404, 409, 423])

/** Documents; every link works for one file and at most 15 minutes, without the token header. */
export const documents = {
  printEntryFeeInvoice: pdf('printEntryFeeInvoice', 'POST', ById, DocumentLink),
  printWinnerPackageFeeInvoice: pdf('printWinnerPackageFeeInvoice', 'POST', ById, DocumentLink),
  createEntryFeeInvoice: pdf(
    'createEntryFeeInvoice',
    'POST',
    ById.extend({ billing: Billing.optional() }),
    z.object({
      invoice_id: Id,
      number: z.string(),
      status: z.enum(['proforma', 'invoice']),
    }),
    { invalidates: ['invoice'] },
  ),
  printCertPdf: pdf(
    'printCertPdf',
    'GET',
    ById.extend({ lang: optionalOfQuery(z.enum(['en', 'fr'])) }),
    DocumentLink,
    { as: 'mutation' },
  ),
} as const

export const InvoiceRow = z.object({
  invoice_id: Id,
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note', 'proforma']),
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  fee_type: z.literal(Object.values(FEE_TYPE)),
  /** In the smallest unit of the currency, tax included. */
  amount: z.int(),
  currency: z.string(),
  issued_at: Time,
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

const added = addedCallsOf('pdf')
const OrderNo = z
  .string('Give the number of the order')
  .regex(/^[0-9A-Za-z]{6,32}$/, 'Give the number of the order')

/** The caller's own papers in one list. */
export const documentsAdded = {
  invoices: added('invoices', 'GET', PageInput, pageOf(InvoiceRow), {
    tags: ['invoice', 'payment'],
  }),
  printInvoice: added('printInvoice', 'POST', z.object({ invoice_id: Id }), DocumentLink, {
    codes: [403, 404],
  }),
  /** The receipt of a payment, or of what was sent back. 409 while nothing was paid. */
  printReceipt: added('printReceipt', 'POST', z.object({ order_no: OrderNo }), DocumentLink, {
    codes: [403, 404, 409],
  }),
} as const
