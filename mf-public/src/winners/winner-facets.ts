import type { Output, publicationAdded } from '@awards/shared/contract'
import type { WinnerFilterName } from './winner-search.ts'

export type WinnerFacets = Output<typeof publicationAdded.winnerFacets>
type Choice = { value: string; label: string }
type Group = { label: string; options: Choice[] }
type Counted = { code: string; name: string; total: number }

const choiceOf = ({ code, name, total }: Counted): Choice => ({
  value: code,
  label: `${name} (${total})`,
})

/** The categories under the names of their groups, in the order of the programme. */
export function categoryChoices(categories: WinnerFacets['categories']): (Choice | Group)[] {
  const groups = new Map<string, Group>()
  const choices: (Choice | Group)[] = []
  for (const category of categories) {
    if (!category.parent) {
      choices.push(choiceOf(category))
      continue
    }
    let group = groups.get(category.parent)
    if (!group) {
      group = { label: category.parent, options: [] }
      groups.set(category.parent, group)
      choices.push(group)
    }
    group.options.push(choiceOf(category))
  }
  return choices
}

export const plainChoices = (facets: readonly Counted[]): Choice[] => facets.map(choiceOf)

/** The countries of the winners by their names in the language on screen. */
export const countryChoices = (
  countries: WinnerFacets['countries'],
  nameOf: (code: string) => string,
  language: string,
): Choice[] =>
  countries
    .map((country) => ({ ...country, name: nameOf(country.code) }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
    .map(choiceOf)

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
