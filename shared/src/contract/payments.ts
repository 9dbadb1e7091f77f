import { z } from 'zod'
import { CHANNELS, FEE_TYPE, MOST_WORKS } from '../domain/index.ts'
import {
  addedCallsOf,
  callsOf,
  Id,
  optionalOfQuery,
  PageInput,
  pageOf,
  text,
  Time,
} from './endpoint.ts'
import {
  BasketQuote,
  Billing,
  PayableWork,
  PaymentChannel,
  PaymentOrder,
  Qrcode,
  Quote,
  Started,
  TaxBuyer,
  VatCheck,
  VatLine,
} from './payment-rows.ts'

const ById = z.object({ apply_order_id: Id })
const OrderNo = z
  .string('Give the number of the order')
  .regex(/^[0-9A-Za-z]{6,32}$/, 'Give the number of the order')

/** True to keep the address in the account, for the next payment. */
const KeepBilling = z.boolean().optional()

const apply = callsOf('apply')

const WALLET_CODES = [403, 404, 409, 423, 503] as const
const wxpayCall = callsOf('wxpay')
const wxpay = <const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  name: N,
  input: I,
  output: O,
) => wxpayCall(name, 'POST', input, output, { codes: WALLET_CODES })

const OptionalEntry = z.object({ apply_order_id: optionalOfQuery(Id) })

/** Fees of the entrant: price, channels, order, state. */
export const payments = {
  getEntryFee: apply(
    'getEntryFee',
    'POST',
    ById.extend({ code: text(40).optional(), buyer: TaxBuyer.optional() }),
    Quote,
    {
      codes: [403, 404, 409, 410, 423],
      as: 'query',
      tags: ['payment', 'price'],
      skipErrorHandler: true,
    },
  ),
  getEntryFeePaymentChannel: apply(
    'getEntryFeePaymentChannel',
    'GET',
    OptionalEntry,
    z.array(PaymentChannel),
    { codes: [403, 404], tags: ['payment'] },
  ),
  getWinnerPackageFeePaymentChannel: apply(
    'getWinnerPackageFeePaymentChannel',
    'GET',
    OptionalEntry.extend({
      kind: optionalOfQuery(TaxBuyer.shape.kind),
      country: optionalOfQuery(TaxBuyer.shape.country),
      vat_no: optionalOfQuery(text(20)),
      tax_id: optionalOfQuery(text(40)),
    }),
    z.object({
      channels: z.array(PaymentChannel),
      packages: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          description: z.string(),
          amount_ht: z.int(),
          vat_rate: z.number(),
          amount: z.int(),
          currency: z.string(),
          vat_lines: z.array(VatLine).optional(),
        }),
      ),
      vat_check: VatCheck.nullish(),
      offer_expires_at: Time.nullable(),
    }),
    { codes: [403, 404], tags: ['payment', 'award'] },
  ),
  entryFeePayment: apply(
    'entryFeePayment',
    'POST',
    ById.extend({
      channel: z.enum(CHANNELS, 'Choose how to pay'),
      quote_id: Id,
      billing: Billing,
      keep_billing: KeepBilling,
      consumer_waiver: z.boolean().optional(),
    }),
    Started,
    { codes: [403, 404, 409, 410, 423, 503] },
  ),
  winnerPackageFeePayment: apply(
    'winnerPackageFeePayment',
    'POST',
    ById.extend({
      package_code: text(40, 1, 'Choose a package'),
      channel: z.enum(CHANNELS, 'Choose how to pay'),
      billing: Billing,
      keep_billing: KeepBilling,
      /** The total that the buyer was told; a higher one is refused with 410 `PRICE_CHANGED`. */
      amount: z.int().min(0).optional(),
    }),
    Started,
    {
      codes: [403, 404, 409, 410, 423, 503],
      invalidates: ['entry', 'award', 'payment', 'invoice'],
    },
  ),
  getEntryFeeQrcode: wxpay('getEntryFeeQrcode', ById, Qrcode),
  getAwardedQrcode: wxpay('getAwardedQrcode', ById, Qrcode),
  /** Asks the provider at most once in two and a half seconds. */
  queryOrder: wxpayCall('queryOrder', 'POST', z.object({ order_no: OrderNo }), PaymentOrder, {
    codes: WALLET_CODES,
    as: 'query',
    // The page polls while the payer pays: one lost answer is no reason for a toast.
    skipErrorHandler: true,
  }),
  checkOrderStatus: apply(
    'checkOrderStatus',
    'GET',
    z.object({ order_no: OrderNo }),
    PaymentOrder,
    { codes: [403, 404] },
  ),
} as const

const Works = z
  .array(Id, 'Choose the works to pay')
  .max(MOST_WORKS, `Pay at most ${MOST_WORKS} works at once`)
const addedApply = addedCallsOf('apply')

/** Calls around fees that the specification does not name. */
export const paymentsAdded = {
  /** The works that can be paid together, and the price of the chosen ones; of all of them where none is named. */
  getBasketFee: addedApply(
    'getBasketFee',
    'POST',
    z.object({
      apply_order_ids: Works.optional(),
      code: text(40).optional(),
      buyer: TaxBuyer.optional(),
    }),
    z.object({ works: z.array(PayableWork), quote: BasketQuote.nullable() }),
    {
      codes: [403, 404, 409, 410, 423],
      as: 'query',
      tags: ['payment', 'price', 'entry'],
      skipErrorHandler: true,
    },
  ),
  /** One payment for several entry fees, by any channel. */
  basketPayment: addedApply(
    'basketPayment',
    'POST',
    z.object({
      apply_order_ids: Works.min(1, 'Choose the works to pay'),
      channel: z.enum(CHANNELS, 'Choose how to pay'),
      quote_id: Id,
      billing: Billing,
      keep_billing: KeepBilling,
      consumer_waiver: z.boolean().optional(),
    }),
    Started,
    { codes: [403, 404, 409, 410, 423, 503], invalidates: ['entry', 'payment', 'invoice'] },
  ),
  /** Asks the tax authorities; `unavailable` when they do not answer in time. */
  checkVatNumber: addedApply(
    'checkVatNumber',
    'POST',
    z.object({
      vat_no: text(20, 1, 'Give the VAT number of the company'),
      country: Billing.shape.country,
    }),
    VatCheck,
    { codes: [403], as: 'query', skipErrorHandler: true },
  ),
} as const

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

const addedPdf = addedCallsOf('pdf')

/** The caller's own papers in one list. */
export const documentsAdded = {
  invoices: addedPdf('invoices', 'GET', PageInput, pageOf(InvoiceRow), {
    tags: ['invoice', 'payment'],
  }),
  printInvoice: addedPdf('printInvoice', 'POST', z.object({ invoice_id: Id }), DocumentLink, {
    codes: [403, 404],
  }),
  /** The receipt of a payment, or of what was sent back. 409 while nothing was paid. */
  printReceipt: addedPdf('printReceipt', 'POST', z.object({ order_no: OrderNo }), DocumentLink, {
    codes: [403, 404, 409],
  }),
} as const
