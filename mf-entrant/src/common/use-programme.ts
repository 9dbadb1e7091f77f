import { useApiQuery } from '@awards/shared/client'
import { publication, publicationAdded, type Category } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { useState } from 'react'

export type EntryPrice = { first: number; additional: number }
export type PriceList = {
  currency: string
  /** The prices of a section today; undefined where the list names none. */
  of: (section: string | undefined) => EntryPrice | undefined
  /** When the prices change, and to what. */
  next:
    | { starts_at: string; of: (section: string | undefined) => EntryPrice | undefined }
    | undefined
}

/** The programme's prices before VAT, of the present period and of the next one. */
export function usePriceList(): PriceList | undefined {
  const { data } = useApiQuery(publicationAdded.feeTable, {}, { skipErrorHandler: false })
  if (!data) return undefined
  const { currency, current_period, periods, prices } = data
  const inPeriod = (period: string | null) => (section: string | undefined) => {
    const amount = (kind: 'first' | 'additional') =>
      prices.find((one) => one.section === section && one.period === period && one.kind === kind)
        ?.amount_minor
    const [first, additional] = [amount('first'), amount('additional')]
    return first === undefined || additional === undefined ? undefined : { first, additional }
  }
  const place = periods.findIndex(({ code }) => code === current_period)
  const next = place < 0 ? undefined : periods[place + 1]
  return {
    currency,
    of: inPeriod(current_period),
    next: next && { starts_at: next.starts_at, of: inPeriod(next.code) },
  }
}

/** What so many entries of one work cost together: the first in full, the others at the reduced price. */
export const totalOf = ({ first, additional }: EntryPrice, count: number): number =>
  count === 0 ? 0 : first + additional * (count - 1)

/**
 * The categories that the loader of a page has brought along, in the language on screen: no loader runs when the
 * language changes. Until they are there, and where they do not come, the page keeps those that it has.
 */
export function useCategories(loaded: Category[]): Category[] {
  const language = useLanguage()
  const [loadedIn] = useState(language)
  const isSwitched = language !== loadedIn
  const { data } = useApiQuery(publication.category, {}, { skip: !isSwitched })
  return (isSwitched && data) || loaded
}
