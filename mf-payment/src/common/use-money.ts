import type { Money, PayerRate } from '@awards/shared/contract'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { CHANNEL_FACTS, minorUnits, payerAmount, type Channel } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'

/** Writes amounts of one currency. */
export function useMoney(currency: string) {
  const format = useFormat()
  return (amount_minor: number) => format.money({ amount_minor, currency })
}

/** Says what a price is in the payer's currency, and by which rate; undefined where it is charged as it is. */
export function usePayerPrice() {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (price: Money, given: PayerRate | null | undefined): string | undefined => {
    if (!given) return undefined
    const { currency, rate, day } = given
    const one = { amount_minor: minorUnits(1, price.currency), currency: price.currency }
    return t('payerPrice', {
      amount: format.money(payerAmount(price, currency, rate)),
      one: format.money(one),
      rate: `${format.number(rate, { maximumFractionDigits: 4 })} ${currency}`,
      date: format.date(day, 'short'),
    })
  }
}

/** Names a payment channel in the reader's language. */
export function useChannelName() {
  const language = useLanguage()
  return (channel: Channel): string => CHANNEL_FACTS[channel].name[language]
}
