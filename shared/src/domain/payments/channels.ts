import type { Language } from '../constants.ts'
import { majorUnits, minorUnits } from './fees.ts'

/** What everybody may know about a channel; the server adds its provider (`api/…/channels/server-channels.ts`). */
export type ChannelFacts = {
  name: Record<Language, string>
  /** How it works, beneath its name at checkout. */
  hint: Record<Language, string>
  /** The payer's next step on an open order. */
  action: 'qrcode' | 'redirect' | 'bank'
  /** No provider to query: the organiser confirms payments and refunds by hand. */
  isManual: boolean
  /** The provider may settle days after the payer has ordered (SEPA debit). */
  hasDelayedSettlement: boolean
  /** How long an order can be paid (domain page §2.8 g). */
  expiryMinutes: number
}

const TRANSFER_DAYS = 10

const FACTS = {
  wechat_native: {
    name: { en: 'WeChat Pay', fr: 'WeChat Pay', zh: '微信支付' },
    hint: {
      en: 'Scan a code with WeChat; confirmed within seconds.',
      fr: 'Scannez un code avec WeChat ; confirmé en quelques secondes.',
      zh: '用微信扫码，数秒内确认。',
    },
    action: 'qrcode',
    isManual: false,
    hasDelayedSettlement: false,
    expiryMinutes: 30,
  },
  card: {
    name: { en: 'Bank card', fr: 'Carte bancaire', zh: '银行卡' },
    hint: {
      en: 'Visa, Mastercard, American Express, on the page of our card service.',
      fr: 'Visa, Mastercard, American Express, sur la page de notre service de cartes.',
      zh: 'Visa、Mastercard、American Express，在银行卡服务商的页面上支付。',
    },
    action: 'redirect',
    isManual: false,
    hasDelayedSettlement: true,
    // Stripe keeps a session open for 30 minutes at least, counted from its creation. An order lives
    // longer, so that a lost create can be retried (payments page §2).
    expiryMinutes: 60,
  },
  bank_transfer: {
    name: { en: 'Bank transfer', fr: 'Virement bancaire', zh: '银行转账' },
    hint: {
      en: 'You get our account and a reference; the fee is settled when the money arrives.',
      fr: 'Vous recevez notre compte et une référence ; les frais sont réglés à l’arrivée des fonds.',
      zh: '您会得到我们的账户和附言；款项到账后费用即结清。',
    },
    action: 'bank',
    isManual: true,
    hasDelayedSettlement: false,
    expiryMinutes: TRANSFER_DAYS * 24 * 60,
  },
} satisfies Record<string, ChannelFacts>

export type Channel = keyof typeof FACTS
export const CHANNEL_FACTS: Record<Channel, ChannelFacts> = FACTS
export const CHANNELS = Object.keys(FACTS) as [Channel, ...Channel[]]

/** Where WeChat Pay is the usual way to pay: mainland China, Hong Kong, Macao. */
const WALLET_COUNTRIES: readonly (string | undefined)[] = ['CN', 'HK', 'MO']
const ELSEWHERE: readonly Channel[] = ['card', 'bank_transfer', 'wechat_native']

/** The rank of a channel in the offer to a payer of this country (ISO 3166-1 alpha-2); the smallest comes first. */
export const channelRank = (channel: Channel, country: string | undefined): number =>
  (WALLET_COUNTRIES.includes(country) ? CHANNELS : ELSEWHERE).indexOf(channel)

type Price = { amount_minor: number; currency: string }

/** What a price is in the payer's currency, of which one unit of the price's currency buys `rate`. */
export const payerAmount = (price: Price, currency: string, rate: number): Price => ({
  amount_minor: minorUnits(majorUnits(price) * rate, currency),
  currency,
})
