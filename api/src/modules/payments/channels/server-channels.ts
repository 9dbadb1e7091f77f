import type { Channel, Language } from '@awards/shared/domain'
import type { z } from 'zod'
import type { ChannelModule, ChannelSite } from './provider.ts'
import { stripeConfig, STRIPE_SETTINGS } from './stripe/stripe-config.ts'
import { wechatConfig, WECHAT_SETTINGS } from './wechat/wechat-config.ts'

/**
 * What the server adds to a channel's public facts. A new channel is one folder, one record here and one in
 * `shared/src/domain/payments/channels.ts`.
 */
type ServerChannel = {
  /** On a paid invoice, which is in French and English at once. */
  invoiceName: string
  /** In the ledger that the accountant imports. */
  ledgerName: string
  /** Why the channel cannot be chosen, and which one to choose instead. */
  closedReason: Record<Language, string>
  /** The calendar by which the provider closes its daily statement. */
  timeZone: string
  /** Environment variables of the channel. */
  settings: z.ZodRawShape
  /** The credentials; undefined if none are set. Throws a `ConfigError` for a part of them. */
  configOf(settings: object, site: ChannelSite): object | undefined
  /** The provider and its webhook. Loaded late: the settings are read before the rest of the server. */
  load(): Promise<ChannelModule>
}

export const SERVER_CHANNELS: Record<Channel, ServerChannel> = {
  wechat_native: {
    invoiceName: 'WeChat Pay',
    ledgerName: 'WeChat Pay',
    closedReason: {
      en: 'WeChat Pay is not set up for this edition. Pay by bank transfer.',
      fr: 'WeChat Pay n’est pas disponible pour cette édition. Réglez par virement.',
      zh: '本届尚未开通微信支付，请使用银行转账。',
    },
    timeZone: 'Asia/Shanghai',
    settings: WECHAT_SETTINGS,
    configOf: wechatConfig,
    load: () => import('./wechat/wechat-channel.ts'),
  },
  card: {
    invoiceName: 'carte bancaire / bank card',
    ledgerName: 'Carte bancaire',
    closedReason: {
      en: 'Card payment is not open yet. Pay by WeChat or by bank transfer.',
      fr: 'Le paiement par carte n’est pas encore ouvert. Réglez par WeChat ou par virement.',
      zh: '银行卡支付尚未开放，请使用微信支付或银行转账。',
    },
    timeZone: 'UTC',
    settings: STRIPE_SETTINGS,
    configOf: stripeConfig,
    load: () => import('./stripe/stripe-channel.ts'),
  },
  bank_transfer: {
    invoiceName: 'virement / bank transfer',
    ledgerName: 'Virement',
    closedReason: {
      en: 'Bank transfer is not open for this edition. Pay by WeChat.',
      fr: 'Le virement n’est pas ouvert pour cette édition. Réglez par WeChat.',
      zh: '本届尚未开放银行转账，请使用微信支付。',
    },
    timeZone: 'Europe/Paris',
    settings: {},
    configOf: () => ({}),
    load: () => import('./bank/bank-channel.ts'),
  },
}
