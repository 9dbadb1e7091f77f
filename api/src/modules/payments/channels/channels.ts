import { z } from 'zod'
import { CHANNEL_FACTS, CHANNELS, type Channel, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import type { Providers } from './provider.ts'
import { SERVER_CHANNELS } from './server-channels.ts'

const BankAccount = z.object({ holder: z.string(), iban: z.string(), bic: z.string() })
export type BankAccount = z.infer<typeof BankAccount>

/** The organiser's bank account; undefined if the programme has none. */
export async function bankAccount(db: Db): Promise<BankAccount | undefined> {
  return BankAccount.safeParse(await pricesRepository(db).document('bank')).data
}

/** Every channel; one that cannot be chosen gives the reason and an alternative. */
async function paymentChannels(db: Db, providers: Providers, currency: string, language: Language) {
  const hasBank = (await bankAccount(db)) !== undefined
  return CHANNELS.map((channel) => {
    const { name, isManual } = CHANNEL_FACTS[channel]
    const enabled = isManual ? hasBank : providers[channel]?.accepts(currency) === true
    const reason = enabled ? null : SERVER_CHANNELS[channel].closedReason[language]
    return { channel, name: name[language], currency, enabled, reason }
  })
}

/** The offer at checkout: the channels, with the rate where the payer is charged in another currency. */
export async function offeredChannels(
  db: Db,
  providers: Providers,
  currency: string,
  language: Language,
) {
  const channels = await paymentChannels(db, providers, currency, language)
  return Promise.all(
    channels.map(async (one) => ({
      ...one,
      payer_rate: (one.enabled && (await providers[one.channel]?.payerRate?.(currency))) || null,
    })),
  )
}

/** Refuses a channel that cannot be chosen with a 422 on its field. */
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
