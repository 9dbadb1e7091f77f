import { DAY_MS } from '@awards/shared/domain'
import type { ArticleDocument, ProgrammeDocument, SeasonDocument } from '@awards/shared/contract'

/** A date of the files, so many days later; its time stays as it is on the clock of the programme. */
function shifted(text: string, days: number): string {
  const day = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * DAY_MS)
  return day.toISOString().slice(0, 10) + text.slice(10)
}

/** Fifty-two weeks: the same days of the week in the next year. */
const NEXT_YEAR_DAYS = 364

const moved = <S extends { starts_at: string; ends_at: string }>(span: S, days: number): S => ({
  ...span,
  starts_at: shifted(span.starts_at, days),
  ends_at: shifted(span.ends_at, days),
})

/** The season after one: the same phases, prices and days of the week, a year later. */
export function nextSeason(last: SeasonDocument): SeasonDocument {
  const year = last.year + 1
  const inYear = (text: string) =>
    text
      .replaceAll(String(last.year), String(year))
      .replaceAll(String(last.year).slice(2), String(year).slice(2))
  const days = NEXT_YEAR_DAYS
  return {
    ...last,
    code: inYear(last.code),
    name: {
      en: inYear(last.name.en),
      ...(last.name.fr && { fr: inYear(last.name.fr) }),
      ...(last.name.zh && { zh: inYear(last.name.zh) }),
    },
    year,
    status: 'preparing',
    opens_at: shifted(last.opens_at, days),
    closes_at: shifted(last.closes_at, days),
    results_at: shifted(last.results_at, days),
    phases: last.phases.map((phase) => moved(phase, days)),
    fee_periods: last.fee_periods.map((period) => moved(period, days)),
  }
}

/**
 * The season with a later close: the call, its phase and the last fee period end so many days later, and a phase that
 * would begin before that end begins later too. A phase that is too short for it is named when the season is saved.
 */
export function extendCall(season: SeasonDocument, days: number): SeasonDocument {
  const closes_at = shifted(season.closes_at, days)
  const last = season.fee_periods
    .toSorted((one, other) => one.ends_at.localeCompare(other.ends_at))
    .at(-1)
  const call = season.phases.find(({ code }) => code === 'call_open')
  const end = call ? shifted(call.ends_at, days) : closes_at
  return {
    ...season,
    closes_at,
    phases: season.phases.map((phase) => {
      if (phase === call) return { ...phase, ends_at: end }
      const isNext = call && phase.starts_at >= call.ends_at && phase.starts_at < end
      return isNext ? { ...phase, starts_at: shifted(phase.starts_at, days) } : phase
    }),
    fee_periods: season.fee_periods.map((period) =>
      period === last ? { ...period, ends_at: shifted(period.ends_at, days) } : period,
    ),
  }
}

/** An empty article that appears at a moment on the clock of the programme (`2027-01-31 18:00`). */
export const newArticle = (published_at: string): ArticleDocument => ({
  slug: '',
  type: 'news',
  published_at,
  cover: '',
  alt: { en: '' },
  tags: [],
  title: { en: '' },
  excerpt: { en: '' },
  text: { en: '' },
})

/** Words as a code of small letters, digits and _, for instance `how_is_it_repaired`; empty for words without any. */
export const codeFrom = (words: string): string =>
  words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/_+$/, '')

/**
 * The document without what was left empty: texts in French or Chinese, where English stands, optional texts, dates,
 * pictures and numbers.
 */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => inner !== null && inner !== undefined && !isLeftOut(key, inner))
      .map(([key, inner]) => [key, withoutEmpty(inner)]),
  )
}

const OPTIONAL = [
  'alt',
  'bio',
  'company',
  'ends_at',
  'help',
  'image',
  'link_label',
  'mobile_image',
  'pdf',
  'photo',
  'starts_at',
]

function isLeftOut(key: string, value: unknown): boolean {
  if (key === 'fr' || key === 'zh') return !value
  if (!OPTIONAL.includes(key)) return false
  return typeof value === 'object'
    ? Object.values(value as object).every((text) => !text)
    : value === ''
}

/** The next version of regulations or of a policy: the same texts, under a version and from a day to be named. */
export const nextVersion = (last: ProgrammeDocument): ProgrammeDocument => ({
  ...last,
  version: '',
  effective_at: '',
})

/** A code that is not among the codes, for instance `group-3`. */
export function freeCode(word: string, codes: readonly string[]): string {
  let number = codes.length + 1
  while (codes.includes(`${word}-${number}`)) number += 1
  return `${word}-${number}`
}

type Placed = { sort?: number; position?: string }

/**
 * The document with the places of its records counted anew where they would lead to another order than that of its
 * list. Banners and blocks have a place within their position; records elsewhere need none.
 */
export function placed(document: ProgrammeDocument): ProgrammeDocument {
  const { list } = document
  if (!Array.isArray(list)) return document
  const groups = Map.groupBy(list as Placed[], ({ position = '' }) => position)
  return {
    ...document,
    list: (list as Placed[]).map((record) => {
      const { position, sort: _sort, ...rest } = record
      const group = groups.get(position ?? '') ?? []
      if (isAscending(group)) return record
      return position ? { ...rest, position, sort: group.indexOf(record) + 1 } : rest
    }),
  }
}

const isAscending = (group: readonly Placed[]) =>
  group.every(({ sort = NaN }, index) => (group[index - 1]?.sort ?? -1) < sort)
