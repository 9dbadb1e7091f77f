import type { Output, publication } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import type { PageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { breadcrumbs } from '../structured-data/schema-org.ts'
import { winnerCollection } from '../structured-data/winner-collection.ts'
import { useCountryName } from '../ui/use-country-name.ts'
import { nameOfChoice, type WinnerFacets } from './winner-facets.ts'
import { activeFilters, winnerQuery, type WinnerSearch } from './winner-search.ts'
import { LEAD_SIZES, TILE_SIZES } from './winner-sizes.ts'

export const PAGE_SIZE = 12

type WinnerPage = Output<typeof publication.winnerList>

/** What search engines are told of a page of the list; searches by word and empty pages are left out. */
export function useWinnerHead(
  search: WinnerSearch,
  facets: WinnerFacets | undefined,
  page: WinnerPage | undefined,
): PageHead {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const countryName = useCountryName()
  const active = activeFilters(search)
  const names = active.map(([name, value]) => nameOfChoice(facets, name, value, countryName))
  const narrowed =
    names.length > 0
      ? t('winners.titleOf', { filters: names.join(t('winners.and')) })
      : t('nav.winners')
  const title =
    search.current > 1 ? `${narrowed}, ${t('pages.page', { page: search.current })}` : narrowed
  const winners = page?.list ?? []
  const [first] = winners
  const path = paths.winners(winnerQuery(search))
  return {
    title,
    description: t('winners.description', { count: page?.total ?? facets?.total ?? 0 }),
    image: first?.cover ?? undefined,
    hero: first?.cover
      ? {
          picture: first.cover,
          sizes: active.length === 0 && search.current === 1 ? LEAD_SIZES : TILE_SIZES,
        }
      : undefined,
    index: active.length <= 1 && !search.keyword && winners.length > 0,
    facts: [
      winnerCollection(language, {
        name: title,
        path,
        winners,
        before: (search.current - 1) * PAGE_SIZE,
        total: page?.total ?? 0,
      }),
      breadcrumbs(
        language,
        t('nav.home'),
        { name: t('nav.winners'), path: paths.winners() },
        ...(active.length > 0 ? [{ name: narrowed, path }] : []),
      ),
    ],
  }
}
