import { z } from 'zod'
import { CHANNELS, type Channel, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { CHANNEL_FACTS } from './channel-facts.ts'
import type { Providers } from './provider.ts'

/** What is paid for, as papers and the pages of payment services call it. */
export const FEE_NAMES: Record<Language, { entry: string; winner: string }> = {
  en: { entry: 'Entry fee', winner: 'Winner package' },
  fr: { entry: 'Frais d’inscription', winner: 'Formule lauréat' },
  zh: { entry: '参赛费', winner: '获奖套餐' },
}

const BankAccount = z.object({ holder: z.string(), iban: z.string(), bic: z.string() })
export type BankAccount = z.infer<typeof BankAccount>

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
  const hasBank = (await bankAccount(db)) !== undefined
  return CHANNELS.map((channel) => {
    const { name, isManual, closedReason } = CHANNEL_FACTS[channel]
    const enabled = isManual ? hasBank : providers[channel]?.accepts(currency) === true
    const reason = enabled ? null : closedReason[language]
    return { channel, name: name[language], currency, enabled, reason }
  })
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
