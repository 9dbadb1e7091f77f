import { useFormat } from '@awards/shared/i18n'

/** Writes amounts of one currency. */
export function useMoney(currency: string) {
  const format = useFormat()
  return (amount_minor: number) => format.money({ amount_minor, currency })
}
