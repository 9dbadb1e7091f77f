import { CHANNEL_FACTS, type Channel } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'

/** Names a payment channel in the reader's language. */
export function useChannelName() {
  const language = useLanguage()
  return (channel: Channel): string => CHANNEL_FACTS[channel].name[language]
}
