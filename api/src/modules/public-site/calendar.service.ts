import type { Answer, AwardDate, entries, publicationAdded } from '@awards/shared/contract'
import {
  EDITION_STATUS,
  graceEnds,
  inLanguage,
  periodAt,
  PHASES,
  type Translated,
  type Language,
} from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import { translated } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { catalogueRepository } from './catalogue.repository.ts'

/** Keys and labels of the calendar's dates, by phase number. */
const PHASE_LABELS: Readonly<Record<number, { key: string; label: Translated }>> = {
  2: {
    key: 'admissibility',
    label: { en: 'Entries are checked', fr: 'Vérification des dossiers', zh: '资格审核' },
  },
  3: {
    key: 'first_level',
    label: { en: 'First level of judging', fr: 'Premier niveau de jugement', zh: '初评' },
  },
  4: { key: 'shortlist', label: { en: 'Shortlist', fr: 'Sélection', zh: '入围评定' } },
  5: {
    key: 'second_level',
    label: { en: 'Second level of judging', fr: 'Second niveau de jugement', zh: '复评' },
  },
  6: { key: 'deliberation', label: { en: 'Deliberation', fr: 'Délibération', zh: '评议' } },
}

const PERIOD_LABEL: Translated = {
  en: 'Call for entries, {{name}} fees',
  fr: 'Appel à candidatures, tarif {{name}}',
  zh: '作品征集（{{name}}）',
}

const RESULTS_LABEL: Translated = {
  en: 'Results are published',
  fr: 'Publication des résultats',
  zh: '公布结果',
}

type Edition = NonNullable<
  Awaited<ReturnType<ReturnType<typeof editionsRepository>['currentCall']>>
>

const noSeason = () => new BusinessError(404, 'No season is planned yet. Please come back later.')

/** Dates and prices of the edition whose call is open or comes next. */
export const calendarService = (context: AppContext) => {
  const catalogue = catalogueRepository(context.db)

  async function requireEdition(): Promise<Edition> {
    const edition = await editionsRepository(context.db).currentCall(context.clock())
    if (!edition) throw noSeason()
    return edition
  }

  const periodsOf = async (edition: Edition) =>
    (await catalogue.periods(edition.id)).map(({ starts_at, ends_at, ...period }) => ({
      ...period,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
    }))

  /** By status, dates and phase: a chair may close the call by hand before its date. Without phases by the dates alone. */
  async function isOpen({ id, status, opens_at, closes_at }: Edition, now: Date): Promise<boolean> {
    if (status !== EDITION_STATUS.open || now < opens_at || closes_at < now) return false
    if ((await catalogue.phases(id)).length === 0) return true
    return (await editionsRepository(context.db).phaseOf(id, now)) === PHASES.call_open
  }

  /** Map of period code to the lowest price (minor units) of a first category. */
  async function fromPrices(edition: Edition): Promise<Map<string, number>> {
    const prices = (await catalogue.prices(edition.id)).filter(({ kind }) => kind === 'first')
    return new Map(
      [...Map.groupBy(prices, ({ period }) => period)].map(([period, rows]) => [
        period,
        Math.min(...rows.map(({ amount_minor }) => amount_minor)),
      ]),
    )
  }

  return {
    /** Whether the call is open, and its lowest current price. */
    async offer(): Promise<{
      isOpen: boolean
      price: { amount_minor: number; currency: string } | null
    }> {
      const now = context.clock()
      const edition = await editionsRepository(context.db).currentCall(now)
      if (!edition || !(await isOpen(edition, now))) return { isOpen: false, price: null }
      const period = periodAt(await periodsOf(edition), now)
      const amount = period && (await fromPrices(edition)).get(period.code)
      const { currency } = edition
      return {
        isOpen: true,
        price: amount === undefined ? null : { amount_minor: amount, currency },
      }
    },

    async dates(language: Language): Promise<AwardDate[]> {
      const now = context.clock()
      const edition = await requireEdition()
      const isWithinDates = edition.opens_at <= now && now <= edition.closes_at
      const isClosedEarly = isWithinDates && !(await isOpen(edition, now))
      const reached = isClosedEarly
        ? await editionsRepository(context.db).phaseOf(edition.id, now)
        : undefined
      const dated = (key: string, label: string, from: Date, until: Date | null): AwardDate => ({
        key,
        label,
        starts_at: from.toISOString(),
        ends_at: until?.toISOString() ?? null,
        state: now < from ? 'future' : until === null || now <= until ? 'current' : 'past',
      })
      // Of a call that the chair has closed early, the prices to come are none.
      const known = (await catalogue.periods(edition.id)).filter(
        ({ starts_at }) => !isClosedEarly || starts_at <= now,
      )
      const periods = known.map(({ code, name, starts_at, ends_at }) => {
        const lower = translated(name, language).toLowerCase()
        const label = inLanguage(PERIOD_LABEL, language).replace('{{name}}', lower)
        const date = dated(code, label, starts_at, ends_at)
        return isClosedEarly ? { ...date, state: 'past' as const } : date
      })
      const phases = (await catalogue.phases(edition.id)).flatMap(
        ({ phase, starts_at, ends_at }) => {
          const named = PHASE_LABELS[phase]
          if (!named) return []
          const date = dated(named.key, inLanguage(named.label, language), starts_at, ends_at)
          return [phase === reached ? { ...date, state: 'current' as const } : date]
        },
      )
      const { results_published_at, results_at } = edition
      const results = results_published_at ?? results_at
      if (!results) return [...periods, ...phases]
      const last = dated('results', inLanguage(RESULTS_LABEL, language), results, null)
      // The date is a promise; the chair publishes by hand.
      return [...periods, ...phases, results_published_at ? last : { ...last, state: 'future' }]
    },

    async registration(language: Language): Promise<Answer<typeof entries.registrationTime>> {
      const now = context.clock()
      const edition = await requireEdition()
      const { id, code, timezone, currency, opens_at, closes_at, results_at } = edition
      const periods = await periodsOf(edition)
      const lowest = await fromPrices(edition)
      const phases = await catalogue.phases(id)
      const check = phases.find(({ phase }) => phase === PHASES.admissibility)
      const first = phases.find(({ phase }) => phase === PHASES.first_level_scoring)
      const last = phases.find(({ phase }) => phase === PHASES.deliberation)
      const changes = [
        opens_at.toISOString(),
        closes_at.toISOString(),
        ...periods.map(({ starts_at }) => starts_at),
      ]
      return {
        edition: { id, code, name: translated(edition.name, language), timezone },
        server_now: now.toISOString(),
        is_open: await isOpen(edition, now),
        opens_at: opens_at.toISOString(),
        closes_at: closes_at.toISOString(),
        current_period: periodAt(periods, now)?.code ?? null,
        periods: periods.map(({ code: period, name, starts_at, ends_at }) => {
          const amount = lowest.get(period)
          return {
            code: period,
            name: translated(name, language),
            starts_at,
            ends_at,
            from_price: amount === undefined ? null : { amount_minor: amount, currency },
          }
        }),
        next_change_at: changes.filter((change) => new Date(change) > now).sort()[0] ?? null,
        check: check
          ? { starts_at: check.starts_at.toISOString(), ends_at: check.ends_at.toISOString() }
          : null,
        judging: {
          starts_at: first?.starts_at.toISOString() ?? null,
          ends_at: last?.ends_at.toISOString() ?? null,
        },
        results_at: results_at?.toISOString() ?? null,
        grace_ends_at: graceEnds(closes_at).toISOString(),
        next_opens_at: (await catalogue.nextOpening(closes_at))?.toISOString() ?? null,
      }
    },

    async feeTable(language: Language): Promise<Answer<typeof publicationAdded.feeTable>> {
      const now = context.clock()
      const edition = await requireEdition()
      const periods = await periodsOf(edition)
      const prices = await catalogue.prices(edition.id)
      const packages = await catalogue.packages(edition.id)
      return {
        edition: { code: edition.code, name: translated(edition.name, language) },
        currency: edition.currency,
        is_open: await isOpen(edition, now),
        current_period: periodAt(periods, now)?.code ?? null,
        periods: periods.map(({ code, name, starts_at, ends_at }) => ({
          code,
          starts_at,
          ends_at,
          name: translated(name, language),
        })),
        prices: prices.map(({ kind, ...price }) => ({
          ...price,
          kind: kind === 'additional' ? 'additional' : 'first',
        })),
        packages: packages.map(({ name, description, ...offer }) => ({
          ...offer,
          name: translated(name, language),
          description: translated(description, language),
        })),
        student_package_percent: edition.student_package_percent,
      }
    },
  }
}
