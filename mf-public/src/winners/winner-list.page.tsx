import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publication, publicationAdded } from '@awards/shared/calls'
import {
  EmptyState,
  from,
  Page,
  PageHeader,
  SectionHeading,
  usePageHead,
  VisuallyHidden,
  type PageHead,
} from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigationType, useNavigate, useSearchParams } from 'react-router-dom'
import { QueryState } from '../ui/query-state.tsx'
import { PageLinks } from '@awards/shared/list/page-links'
import { ActiveFilters, AwardLinks, WinnerFilters } from './winner-filters.tsx'
import { paths } from '@awards/shared/paths'
import { ActionLink } from '../ui/links.tsx'
import styles from './winner-list.module.css'
import type { WinnerCard } from '@awards/shared/contract'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { breadcrumbs, pageAddress, organiser } from '../structured-data/schema-org.ts'
import type { Language } from '@awards/shared/domain'
import {
  nameOfChoice,
  type WinnerFacets,
  activeFilters,
  winnerQuery,
  type WinnerSearch,
  readWinnerSearch,
  type WinnerFilters as Filters,
  namesNothing,
} from './winner-search.ts'
import { useEffect, useRef } from 'react'
import { WinnerTile } from '../ui/winner-tile.tsx'
import gridStyles from './winner-grid.module.css'

/** How wide a work stands in the grid of winners: the one that leads it, and the others. */
const LEAD_SIZES = `${from('desktop')} 64vw, 100vw`
const TILE_SIZES = `${from('desktop')} 32vw, ${from('small-tablet')} 50vw, 100vw`

type WinnerGridProps = {
  winners: readonly WinnerCard[]
  /** Shows the first work large. */
  leads: boolean
  /** The query of the list they are from. */
  list?: string
  level?: 2 | 3
}

/** Awarded works in a grid whose pictures keep their place. */
const WinnerGrid = ({ winners, leads, list, level = 2 }: WinnerGridProps) => (
  <ul role="list" className={`${gridStyles.grid} ${leads ? gridStyles.leads : ''}`}>
    {winners.map((winner, index) => (
      <li key={winner.apply_order_id}>
        <WinnerTile
          winner={winner}
          level={level}
          list={list}
          size={leads && index === 0 ? 'large' : 'small'}
          eager={level === 2 && index === 0}
          sizes={leads && index === 0 ? LEAD_SIZES : TILE_SIZES}
        />
      </li>
    ))}
  </ul>
)

const SKELETON_TILES = Array.from({ length: 9 }, (_, index) => index)

/** The grid before its works are there: as high as it will be. */
function WinnerGridSkeleton({ leads }: { leads: boolean }) {
  const { t } = useTranslation('shared')
  return (
    <div role="status" data-loader>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <ul
        role="list"
        className={`${gridStyles.grid} ${leads ? gridStyles.leads : ''}`}
        aria-hidden="true"
      >
        {SKELETON_TILES.map((index) => (
          <li key={index} className={gridStyles.skeletonTile}>
            <span className={gridStyles.skeletonFrame} />
            <span className={gridStyles.skeletonTitle} />
            <span className={gridStyles.skeletonLine} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Filters and page number of the list, read from and written to the address. */
function useWinnerSearch() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const search = readWinnerSearch(query)
  // A second choice may be made before the first one has rendered: both build on this value.
  const chosen = useRef(search)
  useEffect(() => {
    chosen.current = readWinnerSearch(query)
  }, [query])
  /** Shows the first page of another choice; `replace` leaves no entry in the history. */
  const narrow = (filters: Filters, { replace = false } = {}) => {
    chosen.current = { ...chosen.current, ...filters, current: 1 }
    const next = paths.winners(winnerQuery(chosen.current))
    void navigate(next, { replace, preventScrollReset: true })
  }
  return { search, narrow }
}

/**
 * Scrolls to the count of works and focuses it when the page number changes, so that the new page
 * is read from its top. A change of filters keeps the focus; going back in the history keeps the
 * scroll position that the browser restores.
 */
function useResultFocus(search: WinnerSearch) {
  const result = useRef<HTMLParagraphElement>(null)
  const { current } = search
  const filters = JSON.stringify(activeFilters(search))
  const last = useRef({ current, filters })
  const isReturn = useNavigationType() === 'POP'
  useEffect(() => {
    const before = last.current
    last.current = { current, filters }
    if (before.current === current || before.filters !== filters || isReturn) return
    result.current?.scrollIntoView({ block: 'start' })
    result.current?.focus({ preventScroll: true })
  }, [current, filters, isReturn])
  return { result, focusResult: () => result.current?.focus({ preventScroll: true }) }
}

/** Takes empty filters out of the address: a form that the browser sends itself names every field. */
function useTidyAddress(query: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const named = [...new URLSearchParams(query)]
    const given = named.filter(([, value]) => value !== '')
    if (given.length === named.length) return
    const search = new URLSearchParams(given).toString()
    void navigate({ search }, { replace: true, preventScrollReset: true })
  }, [navigate, query])
}

type Collection = {
  name: string
  path: string
  winners: readonly WinnerCard[]
  /** How many works come before the first of this page. */
  before: number
  total: number
}

/** A page of the list of winners as a schema.org CollectionPage. */
const winnerCollection = (
  language: Language,
  { name, path, winners, before, total }: Collection,
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

const PAGE_SIZE = 12

type WinnerPage = OutputOf<typeof publication.winnerList>

/** Head of a page of the list; keyword searches, combined filters and empty pages are not indexed. */
function useWinnerHead(
  search: WinnerSearch,
  facets: WinnerFacets | undefined,
  page: WinnerPage | undefined,
): PageHead {
  const { t } = useTranslation(['public', 'shared'])
  const language = useLanguage()
  const { countryName } = useFormat()
  const active = activeFilters(search)
  const names = active.map(([name, value]) => nameOfChoice(facets, name, value, countryName))
  const narrowed =
    names.length > 0
      ? t('winners.titleOf', { filters: names.join(t('winners.and')) })
      : t('nav.winners')
  const title =
    search.current > 1
      ? `${narrowed}, ${t('shared:pages.page', { page: search.current })}`
      : narrowed
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

const SUGGESTED = 3

/** Empty state: a link to all winners, and a few featured works. */
function NoWinners() {
  const { t } = useTranslation('public')
  const { data } = useApiQuery(publication.indexWinnerList, { current: 1, pageSize: SUGGESTED })
  return (
    <>
      <EmptyState
        title={t('winners.none')}
        action={
          <ActionLink to={paths.winners()} tone="outline">
            {t('winners.all')}
          </ActionLink>
        }
      >
        {t('winners.noneText')}
      </EmptyState>
      {data && data.list.length > 0 && (
        <section className={styles.suggested} aria-labelledby="suggested-title">
          <SectionHeading id="suggested-title">{t('winners.suggested')}</SectionHeading>
          <WinnerGrid winners={data.list} leads={false} level={3} />
        </section>
      )}
    </>
  )
}

export function Component() {
  const { t } = useTranslation('public')
  const { search, narrow } = useWinnerSearch()
  const { data: banners } = useApiQuery(publication.banner, { position: 'winners_top' })
  const { data: facets } = useApiQuery(publicationAdded.winnerFacets)
  const isHopeless = namesNothing(search)
  const winners = useApiQuery(
    publication.winnerList,
    { ...search, pageSize: PAGE_SIZE },
    { skip: isHopeless },
  )
  const leads = activeFilters(search).length === 0 && search.current === 1
  const { search: query } = useLocation()
  useTidyAddress(query)
  const { result, focusResult } = useResultFocus(search)
  usePageHead(useWinnerHead(search, facets, isHopeless ? undefined : winners.currentData))
  const total = isHopeless ? 0 : winners.currentData?.total
  return (
    <Page width="wide">
      <PageHeader
        size="display"
        title={t('nav.winners')}
        lead={banners?.[0]?.subtitle ?? t('winners.lead')}
      />
      <AwardLinks search={search} facets={facets} />
      <WinnerFilters search={search} facets={facets} narrow={narrow} />
      <div className={styles.state}>
        <p className={styles.count} role="status" tabIndex={-1} ref={result}>
          {total !== undefined && t('winners.count', { count: total })}
        </p>
        <ActiveFilters search={search} facets={facets} onRemoved={focusResult} />
      </div>
      {isHopeless ? (
        <NoWinners />
      ) : (
        <QueryState
          query={winners}
          skeleton={<WinnerGridSkeleton leads={leads} />}
          keepsPrevious
          refused={<NoWinners />}
        >
          {({ list, total: found, current, pageSize }) => (
            <>
              {list.length === 0 ? (
                <NoWinners />
              ) : (
                <WinnerGrid winners={list} leads={leads} list={query} />
              )}
              <PageLinks name="current" current={current} pageSize={pageSize} total={found} />
            </>
          )}
        </QueryState>
      )}
    </Page>
  )
}
