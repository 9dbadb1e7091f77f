import { z } from 'zod'
import {
  CHANNELS,
  FEE_TYPE,
  isCountry,
  isSiren,
  PAYMENT_ACTORS,
  PAYMENT_MOMENTS,
  TAX_NUMBER_MISSING,
} from '../domain/index.ts'
import { Id, text, Time } from './endpoint.ts'

const BuyerKind = z.enum(['business', 'consumer'], 'Choose a business or a private person')

export const Billing = z.object(
  {
    kind: BuyerKind,
    name: text(120, 1, 'Give the name for the invoice'),
    address: text(200, 1, 'Give the street and number'),
    postal_code: text(20, 1, 'Give the postal code'),
    city: text(80, 1, 'Give the town'),
    country: z
      .string('Choose a country')
      .regex(/^[A-Z]{2}$/, { error: 'Choose a country', abort: true })
      .refine(isCountry, 'Choose a country'),
    email: z.email('Give an e-mail address').max(254),
    siren: z
      .string()
      .regex(/^\d{9}$/, { error: 'A SIREN has nine digits', abort: true })
      .refine(
        isSiren,
        'This is no SIREN: its last digit does not match. Check it against the registration',
      )
      .optional(),
    vat_no: text(20).optional(),
    tax_id: text(40).optional(),
    /** The buyer's number of its own purchase order, printed on the invoice. */
    po_number: text(40).optional(),
  },
  'Give the address for the invoice',
)
export type Billing = z.infer<typeof Billing>

const required = (number: keyof typeof TAX_NUMBER_MISSING) =>
  z.string().trim().min(1, TAX_NUMBER_MISSING[number]).pipe(Billing.shape[number].unwrap())

/** The number of a business, where its country needs one: asked for with the other fields of the address. */
export const RequiredTaxNumber = { siren: required('siren'), vat_no: required('vat_no') }

/** What decides the tax of a buyer, before the whole invoice address is known. */
export const TaxBuyer = z.object({
  kind: BuyerKind,
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

/** One work of a basket at its own price; the tax of the lines adds up to that of the whole. */
export const BasketLine = z.object({
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  kind: Quote.shape.kind,
  /** The price before a code. */
  list_ht: z.int(),
  amount_ht: z.int(),
  vat_amount: z.int(),
  amount: z.int(),
  code: z.string().nullish(),
})
export type BasketLine = z.infer<typeof BasketLine>

/** The price of several works, which one payment settles. */
export const BasketQuote = Quote.omit({ apply_order_id: true, kind: true }).extend({
  lines: z.array(BasketLine),
})
export type BasketQuote = z.infer<typeof BasketQuote>

/** A work whose entry fee can be paid now. */
export const PayableWork = z.object({
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  category_name: z.string(),
  /** The order that is open for it already, alone or with others; a new one takes its place. */
  open_order_no: z.string().nullable(),
})
export type PayableWork = z.infer<typeof PayableWork>

/** A line of an order for several works, with its own status: one may be refunded alone. */
export const OrderLineRow = z.object({
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  amount: z.int(),
  status: z.int(),
})

/** What a payer is charged for one unit of the price, by the provider's rate of the day. It only informs. */
export const PayerRate = z.object({
  currency: z.string(),
  rate: z.number().positive(),
  day: z.iso.date(),
})
export type PayerRate = z.infer<typeof PayerRate>

export const PaymentChannel = z.object({
  channel: z.enum(CHANNELS),
  name: z.string(),
  currency: z.string(),
  enabled: z.boolean(),
  reason: z.string().nullable(),
  payer_rate: PayerRate.nullish(),
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
  /** While the payer's bank decides over a payment: until when it has; null where the payer is awaited. */
  awaited_until: Time.nullish(),
  /** True once the bank has refused the payment that it was given: the order is closed, and nothing was charged. */
  is_bounced: z.boolean().optional(),
  /** True once the fee of the order is no longer due, by this order or another; servers of before do not say. */
  is_fee_settled: z.boolean().optional(),
  is_late: z.boolean(),
  is_duplicate: z.boolean(),
  /** The same as when the order was opened, as long as it can be paid; so a reload loses nothing. */
  action: NextStep.nullish(),
  /** While it can be paid, where the payer is charged in another currency. */
  payer_rate: PayerRate.nullish(),
  /** The works of an order for several; absent where it pays for one. */
  lines: z.array(OrderLineRow).optional(),
  /** True where the order also pays for works that the reader does not see; lines and amounts are the reader's own. */
  is_part: z.boolean().optional(),
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

export const Qrcode = z.object({
  order_no: z.string(),
  code_url: z.string(),
  /** SVG as a data address, for clients that do not draw the code themselves. */
  qrcode: z.string(),
  amount: z.int(),
  currency: z.string(),
  expires_at: Time,
  poll_ms: z.int(),
})

export const Started = z.object({
  order_no: z.string(),
  status: z.int(),
  amount: z.int(),
  currency: z.string(),
  expires_at: Time,
  action: NextStep,
})
