import { z } from 'zod'
import {
  CHANNELS,
  FEE_TYPE,
  INVOICE_ALERTS,
  PAYMENT_ALERTS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  TAX_REPORT_KINDS,
} from '../domain/index.ts'
import { addedCallsOf, Id, optionalOfQuery, PageInput, pageOf, text, Time } from './endpoint.ts'
import { PaymentOrder } from './payment-rows.ts'
import { reason } from './jury/review-rows.ts'

const OrderNo = PaymentOrder.shape.order_no
const Day = z.iso.date('Give a day as 2027-01-31')

export const AlertRow = z.object({
  alert_id: Id,
  code: z.enum(PAYMENT_ALERTS),
  /** What it is about in place of `code`, where an invoice is concerned. */
  about: z.enum(INVOICE_ALERTS).optional(),
  order_no: z.string().nullable(),
  detail: z.string(),
  at: Time,
  resolved_at: Time.nullable(),
  resolved_by: z.string().nullable(),
  note: z.string().nullable(),
})
export type AlertRow = z.infer<typeof AlertRow>

/** An order as those who look after the money see it. */
export const PaymentRow = PaymentOrder.omit({ action: true, timeline: true }).extend({
  /** Empty where it is hidden: beside a number it would tell the chair whose work it is before the results are out. */
  payer: z.string(),
  is_payer_hidden: z.boolean(),
  provider_txn: z.string().nullable(),
  refunded: z.int(),
  created_at: Time,
  /** Alerts that nobody has dealt with yet. */
  alerts: z.array(z.enum(PAYMENT_ALERTS)),
  /** The same about its invoices. */
  invoice_alerts: z.array(z.enum(INVOICE_ALERTS)).optional(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

export const RefundRow = z.object({
  out_refund_no: z.string(),
  amount_minor: z.int(),
  /** The work that goes back, of a payment for several. */
  entry_no: z.string().nullish(),
  status: z.enum(REFUND_STATUSES),
  is_automatic: z.boolean(),
  reason: z.string(),
  requested_by: z.string().nullable(),
  created_at: Time,
  updated_at: Time,
})

/** What became of an invoice that goes to the approved platform. */
export const PlatformState = z.object({
  /** `sending`: nobody knows yet whether it arrived. `sent`: submitted; `checked`: taken. `refused`: not taken. */
  state: z.enum(['waiting', 'no_address', 'sending', 'sent', 'checked', 'refused']),
  /** The newest event of its life there, by the codes of XP Z12-012; the platform may have others. */
  code: z.string().nullable(),
  at: Time.nullable(),
  reason: z.string(),
  can_send_again: z.boolean(),
})
export type PlatformState = z.infer<typeof PlatformState>

/** A transmission to the tax office: sales (flows 10.1 and 10.3) or payments (10.2 and 10.4) of a period. */
export const TaxReportRow = z.object({
  report_id: Id,
  number: z.string(),
  kind: z.enum(TAX_REPORT_KINDS),
  from: z.iso.date(),
  to: z.iso.date(),
  /** It replaces all that was said of its period before. */
  is_correction: z.boolean(),
  created_at: Time,
  sums: z.array(
    z.object({
      flow: z.string(),
      currency: z.string(),
      /** Invoices, or movements of money. */
      count: z.int(),
      net_minor: z.int(),
      vat_minor: z.int(),
    }),
  ),
  /** What another currency leaves out, for a person to report. */
  left_out: z.int(),
  /** As of an invoice at the platform; `empty`: nothing was to be reported, so that nothing went. */
  state: z.enum(['empty', 'waiting', 'sending', 'sent', 'checked', 'refused']),
  /** 300: with the tax office; 301: rejected there. The platform may have others. */
  code: z.string().nullable(),
  at: Time.nullable(),
  reason: z.string(),
  can_send_again: z.boolean(),
})
export type TaxReportRow = z.infer<typeof TaxReportRow>

/** One day of one provider: its statement beside our ledger. */
export const ComparisonRow = z.object({
  day: z.iso.date(),
  channel: z.enum(CHANNELS),
  /** `failed`: the statement could not be fetched; it is tried again. */
  status: z.enum(['equal', 'differs', 'failed']),
  compared_at: Time,
  currency: z.string(),
  theirs_minor: z.int(),
  ours_minor: z.int(),
  differences: z.array(
    z.object({
      kind: z.enum(['missing_here', 'missing_there', 'amount']),
      fact: z.enum(['payment', 'refund']),
      order_no: z.string().nullable(),
      reference: z.string(),
      theirs_minor: z.int().nullable(),
      ours_minor: z.int().nullable(),
      /** True once it was put right by itself: a payment that was missing here is taken in. */
      is_healed: z.boolean(),
    }),
  ),
  error: z.string().nullable(),
})
export type ComparisonRow = z.infer<typeof ComparisonRow>

const call = addedCallsOf('judge')

/** What a chair with `can_manage_fees` does with the money; the specification names none of it. */
export const money = {
  paymentList: call(
    'paymentList',
    'GET',
    PageInput.extend({
      keyword: optionalOfQuery(text(80)),
      status: optionalOfQuery(z.coerce.number('Choose a status').pipe(z.literal(PAYMENT_STATUSES))),
      channel: optionalOfQuery(z.enum(CHANNELS, 'Choose a way of payment')),
      fee_type: optionalOfQuery(
        z.coerce.number('Choose a fee').pipe(z.literal(Object.values(FEE_TYPE))),
      ),
      edition_id: optionalOfQuery(Id),
      /** `1`: only what has an open alert or a refund under way. */
      attention: optionalOfQuery(z.enum(['0', '1'])),
    }),
    pageOf(PaymentRow),
    { tags: ['payment'] },
  ),
  payment: call(
    'payment',
    'GET',
    z.object({ order_no: OrderNo }),
    PaymentRow.extend({
      timeline: PaymentOrder.shape.timeline.unwrap(),
      refunds: z.array(RefundRow),
      documents: z.array(
        z.object({
          invoice_id: Id,
          number: z.string(),
          kind: z.string(),
          amount: z.int(),
          issued_at: Time,
          /** Where it stands at the approved platform; only of invoices that go there. */
          platform: PlatformState.optional(),
        }),
      ),
      open_alerts: z.array(AlertRow),
      /** What can still be sent back, in the smallest unit of the currency. */
      refundable: z.int(),
      /** The same of each work, of a payment for several. */
      refundable_of: z.array(z.object({ apply_order_id: Id, amount: z.int() })).optional(),
    }),
    { codes: [403, 404], tags: ['payment'] },
  ),
  /** Sends a payment back, whole or in part. The provider's, or by hand for a transfer. */
  refundPayment: call(
    'refundPayment',
    'POST',
    z.object({
      order_no: OrderNo,
      /** The work to refund, of a payment for several. */
      apply_order_id: Id.optional(),
      amount_minor: z.int().min(1, 'Give an amount above nothing'),
      reason,
    }),
    z.object({ out_refund_no: z.string(), status: z.enum(REFUND_STATUSES), amount_minor: z.int() }),
    {
      codes: [403, 404, 409],
      invalidates: ['payment', 'judging', 'invoice'],
      skipErrorHandler: true,
    },
  ),
  /** A transfer was sent back; the bank's reference proves it. */
  confirmRefund: call(
    'confirmRefund',
    'POST',
    z.object({
      out_refund_no: z.string().min(6).max(64),
      reference: text(80, 1, 'Give the reference of the bank'),
      value_date: Day,
    }),
    z.object({ status: z.enum(REFUND_STATUSES), changed: z.boolean() }),
    {
      codes: [403, 404, 409],
      invalidates: ['payment', 'judging', 'invoice'],
      skipErrorHandler: true,
    },
  ),
  /** Hands in again what the approved platform did not take, or what had no address: the invoice, and word of its money. */
  sendInvoiceAgain: call(
    'sendInvoiceAgain',
    'POST',
    z.object({ invoice_id: Id }),
    z.object({ sent: z.int() }),
    { codes: [403, 404, 409], invalidates: ['payment'], skipErrorHandler: true },
  ),
  alertList: call(
    'alertList',
    'GET',
    PageInput.extend({ open: optionalOfQuery(z.enum(['0', '1'])) }),
    pageOf(AlertRow),
    { tags: ['payment'] },
  ),
  resolveAlert: call(
    'resolveAlert',
    'POST',
    z.object({ alert_id: Id, note: text(500, 5, 'Say what was done') }),
    AlertRow,
    {
      codes: [403, 404, 409],
      invalidates: ['payment', 'judging', 'invoice'],
      skipErrorHandler: true,
    },
  ),
  comparisons: call('comparisons', 'GET', PageInput, pageOf(ComparisonRow), { tags: ['payment'] }),
  /** Compares one day again. */
  compareDay: call('compareDay', 'POST', z.object({ day: Day }), z.array(ComparisonRow), {
    codes: [403, 409],
    invalidates: ['payment', 'judging', 'invoice'],
    skipErrorHandler: true,
  }),
  /**
   * A CSV of the days from `from` to `to`: the ledger for the accountant, the register of invoices, or
   * the transactions and payments that are reported to the tax office.
   */
  exportBooks: call(
    'exportBooks',
    'GET',
    z.object({
      kind: z.enum(['ledger', 'invoices', 'e_reporting'], 'Choose what to export'),
      from: Day,
      to: Day,
    }),
    z.object({ url: z.string(), filename: z.string(), rows: z.int() }),
    { as: 'mutation', skipErrorHandler: true },
  ),
  /** Transmissions to the tax office, the newest period first. */
  taxReports: call('taxReports', 'GET', PageInput, pageOf(TaxReportRow), { tags: ['payment'] }),
  /** A transmission as it was sent. */
  taxReportFile: call(
    'taxReportFile',
    'GET',
    z.object({ report_id: Id }),
    z.object({ url: z.string(), filename: z.string() }),
    { codes: [403, 404, 409, 423], as: 'mutation', skipErrorHandler: true },
  ),
  /** Reports a period anew whose transmission the platform or the tax office did not take. */
  sendTaxReportAgain: call(
    'sendTaxReportAgain',
    'POST',
    z.object({ report_id: Id }),
    z.object({ sent: z.boolean() }),
    { codes: [403, 404, 409], invalidates: ['payment'], skipErrorHandler: true },
  ),
} as const
