import type { WinnerCard } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress, organiser } from './schema-org.ts'

type WinnerPage = {
  name: string
  path: string
  winners: readonly WinnerCard[]
  /** How many works come before the first of this page. */
  before: number
  total: number
}

/** A page of the list of winners in the terms of schema.org. */
export const winnerCollection = (
  language: Language,
  { name, path, winners, before, total }: WinnerPage,
) => ({
  '@context': 'https://schema.org',
  '@type': 'CollectionPage',
  name,
  url: pageAddress(path, language),
  inLanguage: language,
  publisher: organiser(language),
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: winners.map((winner, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      url: pageAddress(paths.winner(winner.apply_order_id), language),
      name: winner.title,
    })),
  },
})
