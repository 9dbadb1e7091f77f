import type { Channel, Language } from '@awards/shared/domain'

/**
 * What the rest of the code asks about a channel; the provider's protocol is in its own folder. A new
 * channel is one folder, one record here, and its provider in `payment-context.ts`.
 */
export type ChannelFacts = {
  /** At checkout and on receipts. */
  name: Record<Language, string>
  /** On a paid invoice, which is in French and English at once. */
  invoiceName: string
  /** In the ledger that the accountant imports. */
  ledgerName: string
  /** Why the channel cannot be chosen, and which one to choose instead. */
  closedReason: Record<Language, string>
  /** No provider to query: the organiser confirms payments and refunds by hand. */
  isManual: boolean
  /** The provider may settle days after the payer has ordered (SEPA debit). */
  hasDelayedSettlement: boolean
  /** The payer's next step on an open order. */
  action: 'qrcode' | 'redirect' | 'bank'
  /** How long an order can be paid (domain page §2.8 g). */
  expiryMinutes: number
  /** Backoff of the reconcile job while an order can be paid; the last pause repeats. */
  pollSeconds: readonly number[]
  /** The calendar by which the provider closes its daily statement. */
  timeZone: string
}

/** Finds money whose webhook was lost within a minute. */
const POLL_SECONDS = [5, 10, 20, 30, 45]
const TRANSFER_DAYS = 10

export const CHANNEL_FACTS: Record<Channel, ChannelFacts> = {
  wechat_native: {
    name: { en: 'WeChat Pay', fr: 'WeChat Pay', zh: '微信支付' },
    invoiceName: 'WeChat Pay',
    ledgerName: 'WeChat Pay',
    closedReason: {
      en: 'WeChat Pay is not set up for this edition. Pay by bank transfer.',
      fr: 'WeChat Pay n’est pas disponible pour cette édition. Réglez par virement.',
      zh: '本届尚未开通微信支付，请使用银行转账。',
    },
    isManual: false,
    hasDelayedSettlement: false,
    action: 'qrcode',
    expiryMinutes: 30,
    pollSeconds: POLL_SECONDS,
    timeZone: 'Asia/Shanghai',
  },
  card: {
    name: { en: 'Bank card', fr: 'Carte bancaire', zh: '银行卡' },
    invoiceName: 'carte bancaire / bank card',
    ledgerName: 'Carte bancaire',
    closedReason: {
      en: 'Card payment is not open yet. Pay by WeChat or by bank transfer.',
      fr: 'Le paiement par carte n’est pas encore ouvert. Réglez par WeChat ou par virement.',
      zh: '银行卡支付尚未开放，请使用微信支付或银行转账。',
    },
    isManual: false,
    hasDelayedSettlement: true,
    action: 'redirect',
    // Stripe keeps a session open for 30 minutes at least, counted from its creation. An order lives
    // longer, so that a lost create can be retried (payments page §2).
    expiryMinutes: 60,
    pollSeconds: POLL_SECONDS,
    timeZone: 'UTC',
  },
  bank_transfer: {
    name: { en: 'Bank transfer', fr: 'Virement bancaire', zh: '银行转账' },
    invoiceName: 'virement / bank transfer',
    ledgerName: 'Virement',
    closedReason: {
      en: 'Bank transfer is not open for this edition. Pay by WeChat.',
      fr: 'Le virement n’est pas ouvert pour cette édition. Réglez par WeChat.',
      zh: '本届尚未开放银行转账，请使用微信支付。',
    },
    isManual: true,
    hasDelayedSettlement: false,
    action: 'bank',
    expiryMinutes: TRANSFER_DAYS * 24 * 60,
    // Polled only after its expiry, to close it.
    pollSeconds: POLL_SECONDS,
    timeZone: 'Europe/Paris',
  },
}
