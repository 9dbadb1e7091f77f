import type { NoticeChaos } from '../notice-sender.ts'

export type WalletAmount = { total: number; currency: string }

export type WalletOrder = {
  out_trade_no: string
  description: string
  notify_url: string
  amount: WalletAmount
  /** Under the cross-border contract answers have other names, and the payer another currency. */
  is_global: boolean
  /** Everything a repeated request must repeat. */
  fingerprint: string
  code_url: string
  code_made_at: number
  created_at: number
  expires_at: number
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  transaction_id?: string
  paid_at?: number
  refunded: number
}

export type WalletRefundEnd = 'SUCCESS' | 'CLOSED' | 'ABNORMAL'
export type WalletRefund = {
  refund_id: string
  out_refund_no: string
  out_trade_no: string
  transaction_id: string
  is_global: boolean
  fingerprint: string
  amount: WalletAmount & { refund: number }
  status: 'PROCESSING' | WalletRefundEnd
  created_at: number
  ended_at?: number
  notify_url?: string
}

/** What can be false about a notification; the rest of it is right and rightly signed. */
export type WalletForge =
  | 'signature'
  | 'no-signature'
  | 'ciphertext'
  | 'truncated'
  | 'stale'
  | 'unknown-serial'
  | 'probe'
  | 'amount'
  | 'currency'
  | 'mchid'
  | 'appid'

/** What a test may make go wrong. Counters count down; the rest stays until it is set again. */
export type WalletChaos = NoticeChaos & {
  notifyForge?: WalletForge
  /** Callbacks signed with the platform certificate, as during a migration of keys. */
  notifyWith?: 'certificate'
  /** How refunds end; without it they succeed. */
  refundEnds?: WalletRefundEnd
  /** The next n calls answer 500. */
  failNext?: number
  /** The next n calls are carried out, and their answers lost. */
  loseAnswerNext?: number
  badSignatureNext?: number
  /** The next n files are other ones than were announced. */
  changeFileNext?: number
  probeNext?: number
}
