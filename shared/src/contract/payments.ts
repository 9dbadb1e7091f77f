import { z } from 'zod'
import { CHANNELS, FEE_TYPE, isCountry, PAYMENT_ACTORS, PAYMENT_MOMENTS } from '../domain/index.ts'
import { addedCallsOf, callsOf } from './endpoint.ts'
import { Id, optionalOfQuery, text, Time } from './values.ts'

const ById = z.object({ apply_order_id: Id })
const OrderNo = z
  .string('Give the number of the order')
  .regex(/^[0-9A-Za-z]{6,32}$/, 'Give the number of the order')

export const Billing = z.object({
  kind: z.enum(['business', 'consumer']),
  name: text(120, 1, 'Give the name for the invoice'),
  address: text(200, 1, 'Give the street and number'),
  postal_code: text(20, 1, 'Give the postal code'),
  city: text(80, 1, 'Give the town'),
  country: z.string('Choose a country').refine(isCountry, 'Choose a country'),
  email: z.email('Give an e-mail address').max(254),
  siren: z
    .string()
    .regex(/^\d{9}$/, 'A SIREN has nine digits')
    .optional(),
  vat_no: text(20).optional(),
  tax_id: text(40).optional(),
})
export type Billing = z.infer<typeof Billing>

/** What decides the tax of a buyer, before the whole invoice address is known. */
export const TaxBuyer = z.object({
  kind: z.enum(['business', 'consumer']),
  country: Billing.shape.country,
  vat_no: Billing.shape.vat_no,
  tax_id: Billing.shape.tax_id,
})
export type TaxBuyer = z.infer<typeof TaxBuyer>

/** What the tax authorities say of a VAT number; `unavailable` is neither yes nor no. */
export const VatCheck = z.object({
  vat_no: z.string(),
  status: z.enum(['valid', 'invalid', 'unavailable']),
  /** As registered, where the country tells it. */
  name: z.string().nullable(),
  address: z.string().nullable(),
  /** The proof that the seller keeps. */
  consultation_no: z.string().nullable(),
  checked_at: Time,
})
export type VatCheck = z.infer<typeof VatCheck>

/** Net and tax at one rate; a package may have several. */
export const VatLine = z.object({
  rate_percent: z.number(),
  net_minor: z.int(),
  vat_minor: z.int(),
  mention: z.string().nullable(),
})
export type VatLine = z.infer<typeof VatLine>

export const Quote = z.object({
  quote_id: Id,
  apply_order_id: Id,
  period: z.string(),
  period_name: z.string(),
  kind: z.enum(['first', 'additional']),
  amount_ht: z.int(),
  vat_rate: z.number(),
  vat_amount: z.int(),
  /** What is paid, in the smallest unit of `currency`. */
  amount: z.int(),
  currency: z.string(),
  mention: z.string().nullable(),
  breakdown: z.array(
    z.object({
      label: z.string(),
      amount_minor: z.int(),
      kind: z.enum(['fee', 'discount', 'vat']).optional(),
    }),
  ),
  vat_lines: z.array(VatLine).optional(),
  /** The row of the VAT table that applied, and what was found out about the buyer's number. */
  vat_rule: z.string().optional(),
  vat_check: VatCheck.nullish(),
  code: z.string().nullish(),
  expires_at: Time,
  next_period: z.object({ name: z.string(), starts_at: Time, amount: z.int() }).nullable(),
})
export type Quote = z.infer<typeof Quote>

export const PaymentChannel = z.object({
  channel: z.enum(CHANNELS),
  name: z.string(),
  currency: z.string(),
  enabled: z.boolean(),
  reason: z.string().nullable(),
})

/** What the payer has to do next. */
const NextStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('qrcode'), code_url: z.string(), poll_ms: z.int() }),
  z.object({ type: z.literal('redirect'), url: z.string() }),
  z.object({
    type: z.literal('bank'),
    reference: z.string(),
    iban: z.string(),
    bic: z.string(),
    holder: z.string(),
    due_at: Time,
  }),
  z.object({ type: z.literal('none') }),
])

export const PaymentOrder = z.object({
  order_no: z.string(),
  status: z.int(),
  status_text: z.string(),
  fee_type: z.literal(Object.values(FEE_TYPE)),
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  channel: z.enum(CHANNELS),
  amount: z.int(),
  currency: z.string(),
  expires_at: Time,
  paid_at: Time.nullable(),
  is_late: z.boolean(),
  is_duplicate: z.boolean(),
  /** The same as when the order was opened, as long as it can be paid; so a reload loses nothing. */
  action: NextStep.nullish(),
  /** What was sent back so far, in the smallest unit of the currency. */
  refunded: z.int().optional(),
  invoice_no: z.string().nullish(),
  timeline: z
    .array(
      z.object({
        moment: z.enum(PAYMENT_MOMENTS),
        at: Time,
        by: z.enum(PAYMENT_ACTORS),
        amount_minor: z.int().nullable(),
        /** The provider's or the bank's number, or that of a document. */
        reference: z.string().nullable(),
      }),
    )
    .optional(),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

const Qrcode = z.object({
  order_no: z.string(),
  code_url: z.string(),
  /** SVG as a data address, for clients that do not draw the code themselves. */
  qrcode: z.string(),
  amount: z.int(),
  currency: z.string(),
  expires_at: Time,
  poll_ms: z.int(),
})

const Started = z.object({
  order_no: z.string(),
  status: z.int(),
  amount: z.int(),
  currency: z.string(),
  expires_at: Time,
  action: NextStep,
})

const apply = callsOf('apply')

const WALLET_CODES = [403, 404, 409, 423, 503] as const
const wxpayCall = callsOf('wxpay')
const wxpay = <const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  name: N,
  input: I,
  output: O,
) => wxpayCall(name, 'POST', input, output, WALLET_CODES)

const OptionalEntry = z.object({ apply_order_id: optionalOfQuery(Id) })

/** Fees of the entrant: price, channels, order, state. */
export const payments = {
  getEntryFee: apply(
    'getEntryFee',
    'POST',
    ById.extend({ code: text(40).optional(), buyer: TaxBuyer.optional() }),
    Quote,
    [403, 404, 409, 410, 423],
  ),
  getEntryFeePaymentChannel: apply(
    'getEntryFeePaymentChannel',
    'GET',
    OptionalEntry,
    z.array(PaymentChannel),
    [403, 404],
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
    [403, 404],
  ),
  entryFeePayment: apply(
    'entryFeePayment',
    'POST',
    ById.extend({
      channel: z.enum(CHANNELS, 'Choose how to pay'),
      quote_id: Id,
      billing: Billing,
      consumer_waiver: z.boolean().optional(),
    }),
    Started,
    [403, 404, 409, 410, 423, 503],
  ),
  winnerPackageFeePayment: apply(
    'winnerPackageFeePayment',
    'POST',
    ById.extend({
      package_code: text(40, 1, 'Choose a package'),
      channel: z.enum(CHANNELS, 'Choose how to pay'),
      billing: Billing,
      /** The total that the buyer was told; a higher one is refused with 410 `PRICE_CHANGED`. */
      amount: z.int().min(0).optional(),
    }),
    Started,
    [403, 404, 409, 410, 423, 503],
  ),
  getEntryFeeQrcode: wxpay('getEntryFeeQrcode', ById, Qrcode),
  getAwardedQrcode: wxpay('getAwardedQrcode', ById, Qrcode),
  /** Asks the provider at most once in two and a half seconds. */
  queryOrder: wxpay('queryOrder', z.object({ order_no: OrderNo }), PaymentOrder),
  checkOrderStatus: apply(
    'checkOrderStatus',
    'GET',
    z.object({ order_no: OrderNo }),
    PaymentOrder,
    [403, 404],
  ),
} as const

/** Calls around fees that the specification does not name. */
export const paymentsAdded = {
  /** Asks the tax authorities; `unavailable` when they do not answer in time. */
  checkVatNumber: addedCallsOf('apply')(
    'checkVatNumber',
    'POST',
    z.object({
      vat_no: text(20, 1, 'Give the VAT number of the company'),
      country: Billing.shape.country,
    }),
    VatCheck,
    [403],
  ),
} as const
