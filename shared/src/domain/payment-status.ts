import type { Machine } from './machine.ts'

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

export const FEE_TYPE = { entry: 1, winner_package: 2 } as const
export type FeeType = (typeof FEE_TYPE)[keyof typeof FEE_TYPE]

export const CHANNELS = ['wechat_native', 'card', 'bank_transfer'] as const
export type Channel = (typeof CHANNELS)[number]
