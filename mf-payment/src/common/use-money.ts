import { useFormat, useLanguage } from '@awards/shared/i18n'
import { CHANNEL_FACTS, type Channel } from '@awards/shared/domain'

/** Writes amounts of one currency. */
export function useMoney(currency: string) {
  const format = useFormat()
  return (amount_minor: number) => format.money({ amount_minor, currency })
}

/** Names a payment channel in the reader's language. */
export function useChannelName() {
  const language = useLanguage()
  return (channel: Channel): string => CHANNEL_FACTS[channel].name[language]
}
