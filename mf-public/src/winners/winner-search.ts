import type { Output, publicationAdded } from '@awards/shared/contract'
import { pageOf } from '@awards/shared/list/list-query'

export type WinnerFacets = Output<typeof publicationAdded.winnerFacets>
type Choice = { value: string; label: string }
type Group = { label: string; options: Choice[] }
type Counted = { code: string; name: string; total: number }

/** The totals count the whole collection: beside another filter they would be wrong, and are left out. */
const choiceOf = ({ code, name, total }: Counted, hasTotals: boolean): Choice => ({
  value: code,
  label: hasTotals ? `${name} (${total})` : name,
})

/** The categories under the names of their groups, in the order of the programme. */
export function categoryChoices(
  categories: WinnerFacets['categories'],
  hasTotals: boolean,
): (Choice | Group)[] {
  const groups = new Map<string, Group>()
  const choices: (Choice | Group)[] = []
  for (const category of categories) {
    if (!category.parent) {
      choices.push(choiceOf(category, hasTotals))
      continue
    }
    let group = groups.get(category.parent)
    if (!group) {
      group = { label: category.parent, options: [] }
      groups.set(category.parent, group)
      choices.push(group)
    }
    group.options.push(choiceOf(category, hasTotals))
  }
  return choices
}

export const plainChoices = (facets: readonly Counted[], hasTotals: boolean): Choice[] =>
  facets.map((facet) => choiceOf(facet, hasTotals))

/** The countries of the winners by their names in the language on screen. */
export const countryChoices = (
  countries: WinnerFacets['countries'],
  nameOf: (code: string) => string,
  language: string,
  hasTotals: boolean,
): Choice[] =>
  countries
    .map((country) => ({ ...country, name: nameOf(country.code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
    .map((country) => choiceOf(country, hasTotals))

/** What a filter's value is called; the value itself where nothing carries it. */
export function nameOfChoice(
  facets: WinnerFacets | undefined,
  filter: WinnerFilterName,
  value: string,
  nameOfCountry: (code: string) => string,
): string {
  if (filter === 'keyword') return value
  if (filter === 'country') return nameOfCountry(value)
  const lists = {
    award: facets?.awards,
    edition: facets?.editions,
    category: facets?.categories,
    section: facets?.sections,
  }
  return lists[filter]?.find(({ code }) => code === value)?.name ?? value
}

/** Filters of the list of winners, by the names they have in the address and in the call. */
const WINNER_FILTERS = ['award', 'edition', 'category', 'section', 'country', 'keyword'] as const
export type WinnerFilterName = (typeof WINNER_FILTERS)[number]
export type WinnerFilters = Partial<Record<WinnerFilterName, string>>
export type WinnerSearch = WinnerFilters & { current: number }

/** As long as the call takes them; what is longer can only be a slip of the hand. */
export const KEYWORD_LENGTH = 80
const LENGTHS: Record<WinnerFilterName, number> = {
  award: 40,
  edition: 40,
  category: 10,
  section: 40,
  country: 2,
  keyword: KEYWORD_LENGTH,
}

/** Reads filters and page from an address; a page that is no number is the first. */
export function readWinnerSearch(query: URLSearchParams): WinnerSearch {
  const filters: WinnerFilters = {}
  for (const name of WINNER_FILTERS) {
    const value = query.get(name)?.replaceAll('\0', '').trim()
    if (!value) continue
    // A longer code names nothing; cut short it could name something else.
    filters[name] = name === 'keyword' ? cut(value) : value
  }
  return { ...filters, current: pageOf(query, 'current') }
}

/** The beginning of a keyword, without half a character at its end. */
const cut = (value: string) =>
  value
    .slice(0, LENGTHS.keyword)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

/** True where no work can match, so that nobody need ask the server. */
export const namesNothing = (search: WinnerFilters): boolean =>
  WINNER_FILTERS.some((name) => (search[name]?.length ?? 0) > LENGTHS[name]) ||
  (search.country !== undefined && !/^[A-Z]{2}$/.test(search.country))

/** The filters in a fixed order, for an address; page 1 is not written. */
export function winnerQuery(
  search: WinnerFilters & { current?: number },
): Record<string, string | number | undefined> {
  const named = WINNER_FILTERS.map((name) => [name, search[name] || undefined] as const)
  const page = search.current === 1 ? undefined : search.current
  return { ...Object.fromEntries(named), current: page }
}

/** The filters that narrow the list down, in their order. */
export const activeFilters = (search: WinnerFilters): readonly [WinnerFilterName, string][] =>
  WINNER_FILTERS.flatMap((name) => {
    const value = search[name]
    return value ? [[name, value] as [WinnerFilterName, string]] : []
  })

/** Whether the totals of a filter's choices are those of the list on screen: nothing else narrows it down. */
export const hasTotals = (search: WinnerFilters, filter: WinnerFilterName): boolean =>
  activeFilters(search).every(([name]) => name === filter)
