import type { Channel, Language } from '@awards/shared/domain'

/** What is paid for, as papers and the pages of payment services call it. */
export const FEE_NAMES: Record<Language, { entry: string; winner: string }> = {
  en: { entry: 'Entry fee', winner: 'Winner package' },
  fr: { entry: 'Frais d’inscription', winner: 'Formule lauréat' },
  zh: { entry: '参赛费', winner: '获奖套餐' },
}

/** The ways to pay, as people choose them. */
export const CHANNEL_NAMES: Record<Language, Record<Channel, string>> = {
  en: { wechat_native: 'WeChat Pay', card: 'Bank card', bank_transfer: 'Bank transfer' },
  fr: { wechat_native: 'WeChat Pay', card: 'Carte bancaire', bank_transfer: 'Virement bancaire' },
  zh: { wechat_native: '微信支付', card: '银行卡', bank_transfer: '银行转账' },
}
