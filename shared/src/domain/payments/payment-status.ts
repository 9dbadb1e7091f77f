import type { Machine } from '../machine.ts'

/** A payment order; `closing` is the time between our wish to close it and the provider's word. */
export const PAYMENT_STATUS = {
  created: 0,
  awaiting: 1,
  paid: 2,
  closed: 3,
  failed: 4,
  refunding: 5,
  refunded: 6,
  closing: 7,
  mismatch: 8,
} as const
export type PaymentStatus = (typeof PAYMENT_STATUS)[keyof typeof PAYMENT_STATUS]
export const PAYMENT_STATUSES = Object.values(PAYMENT_STATUS)

export type PaymentEvent =
  | 'announce'
  | 'refuse'
  | 'close'
  | 'confirm_closed'
  | 'receive'
  | 'receive_duplicate'
  | 'receive_other_amount'
  | 'refund'
  | 'confirm_refund'

const P = PAYMENT_STATUS

/**
 * Payments page §3. Money wins: a verified payment is taken in from every state that has none, also
 * after closing or failure. A duplicate goes straight to its refund.
 */
export const PAYMENT_MACHINE: Machine<PaymentStatus, PaymentEvent> = {
  [P.created]: {
    announce: P.awaiting,
    refuse: P.failed,
    close: P.closing,
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.awaiting]: {
    close: P.closing,
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.closing]: {
    confirm_closed: P.closed,
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.closed]: {
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.failed]: {
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.paid]: { refund: P.refunding },
  [P.mismatch]: { refund: P.refunding },
  [P.refunding]: { confirm_refund: P.refunded },
  [P.refunded]: {},
}

const NAME_OF = new Map<number, string>(
  Object.entries(PAYMENT_STATUS).map(([name, status]) => [status, name]),
)
export const paymentStatusText = (status: PaymentStatus): string => NAME_OF.get(status) ?? 'unknown'

/** A refund; `requested` waits for its provider, or for the person who sends a transfer back. */
export const REFUND_STATUSES = ['requested', 'processing', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** What an entrant can read in the history of an order, oldest first. */
export const PAYMENT_MOMENTS = [
  'created',
  'awaiting',
  'paid',
  'paid_late',
  'duplicate',
  'mismatch',
  'closed',
  'failed',
  'refund_requested',
  'refund_done',
  'refund_failed',
  'invoice',
  'credit_note',
] as const
export type PaymentMoment = (typeof PAYMENT_MOMENTS)[number]

/** Who made something happen to an order. */
export const PAYMENT_ACTORS = ['payer', 'provider', 'organiser', 'system'] as const
export type PaymentActor = (typeof PAYMENT_ACTORS)[number]

/** What needs a person's eye; each is written down once per order until somebody has dealt with it. */
export const PAYMENT_ALERTS = [
  'AMOUNT_MISMATCH',
  'UNKNOWN_ORDER',
  'DUPLICATE',
  'REFUND_FAILED',
  'SECOND_PAYMENT',
  'EXTERNAL_REFUND',
  'DISPUTE',
  'BOOKS_DIFFER',
  'AWARD_REVOKED',
] as const
export type PaymentAlert = (typeof PAYMENT_ALERTS)[number]

export const FEE_TYPE = { entry: 1, winner_package: 2 } as const
export type FeeType = (typeof FEE_TYPE)[keyof typeof FEE_TYPE]
