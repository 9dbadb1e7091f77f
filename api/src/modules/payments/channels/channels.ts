import { z } from 'zod'
import type { Channel, Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import type { Providers } from './provider.ts'

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

const BankAccount = z.object({ holder: z.string(), iban: z.string(), bic: z.string() })
export type BankAccount = z.infer<typeof BankAccount>

type Texts = Record<'no_card' | 'no_wallet' | 'no_bank', string>
const TEXTS: Record<Language, Texts> = {
  en: {
    no_card: 'Card payment is not open yet. Pay by WeChat or by bank transfer.',
    no_wallet: 'WeChat Pay is not set up for this edition. Pay by bank transfer.',
    no_bank: 'Bank transfer is not open for this edition. Pay by WeChat.',
  },
  fr: {
    no_card: 'Le paiement par carte n’est pas encore ouvert. Réglez par WeChat ou par virement.',
    no_wallet: 'WeChat Pay n’est pas disponible pour cette édition. Réglez par virement.',
    no_bank: 'Le virement n’est pas ouvert pour cette édition. Réglez par WeChat.',
  },
  zh: {
    no_card: '银行卡支付尚未开放，请使用微信支付或银行转账。',
    no_wallet: '本届尚未开通微信支付，请使用银行转账。',
    no_bank: '本届尚未开放银行转账，请使用微信支付。',
  },
}

/** The organiser's account, where the programme names one. */
export async function bankAccount(db: Db): Promise<BankAccount | undefined> {
  return BankAccount.safeParse(await pricesRepository(db).document('bank')).data
}

/** Ways to pay; one that is not open says why and what to do instead. */
export async function paymentChannels(
  db: Db,
  providers: Providers,
  currency: string,
  language: Language,
) {
  const texts = TEXTS[language]
  const hasBank = (await bankAccount(db)) !== undefined
  const isOpen = (channel: Channel) => providers[channel]?.accepts(currency) === true
  const row = (channel: Channel, enabled: boolean, reason: string) => ({
    channel,
    name: CHANNEL_NAMES[language][channel],
    currency,
    enabled,
    reason: enabled ? null : reason,
  })
  return [
    row('wechat_native', isOpen('wechat_native'), texts.no_wallet),
    row('card', isOpen('card'), texts.no_card),
    row('bank_transfer', hasBank, texts.no_bank),
  ]
}

/** Refuses a channel that is not open, in the field where it was chosen. */
export async function requireChannel(
  db: Db,
  providers: Providers,
  { channel, currency }: { channel: Channel; currency: string },
  language: Language,
) {
  const channels = await paymentChannels(db, providers, currency, language)
  const found = channels.find((one) => one.channel === channel)
  if (!found?.enabled) throw new BusinessError(422, { channel: [found?.reason ?? ''] })
}
