export type WalletAmount = { total: number; currency: string }

export type WalletOrder = {
  out_trade_no: string
  description: string
  notify_url: string
  amount: WalletAmount
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

export type WalletRefund = {
  refund_id: string
  out_refund_no: string
  out_trade_no: string
  fingerprint: string
  amount: WalletAmount & { refund: number }
  status: 'PROCESSING' | 'SUCCESS'
  notify_url?: string
}

/** What a test may make go wrong. Counters count down; the rest stays until it is set again. */
export type WalletChaos = {
  notify?: 'send' | 'drop'
  notifyDelayMs?: number
  notifyCopies?: number
  notifyForge?:
    'signature' | 'ciphertext' | 'stale' | 'unknown-serial' | 'amount' | 'probe' | 'mchid'
  retryScheduleMs?: number[]
  /** The next n calls answer 500. */
  failNext?: number
  /** The next n calls are carried out, and their answers lost. */
  loseAnswerNext?: number
  badSignatureNext?: number
  probeNext?: number
}

/** One notification that was sent, as the control page and the tests see it. */
export type WalletDelivery = { id: string; event: string; attempt: number; status: number | string }
