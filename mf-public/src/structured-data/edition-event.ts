import type { AwardDate, Output, publicationAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { absolute, pageAddress, organiserId } from './schema-org.ts'

type Edition = {
  programme: string
  table: Output<typeof publicationAdded.feeTable>
  dates: readonly AwardDate[]
  image?: string | undefined
}

const minorUnits = (currency: string) =>
  10 **
  (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2)

/** The open edition as a schema.org Event, from its first date to its last, with prices as offers. */
export function editionEvent(language: Language, { programme, table, dates, image }: Edition) {
  const moments = dates.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at ?? starts_at])
  const [start] = [...moments, ...table.periods.map(({ starts_at }) => starts_at)].sort()
  const end = [...moments, ...table.periods.map(({ ends_at }) => ends_at)].sort().at(-1)
  if (!start || !end) return undefined
  const address = pageAddress(paths.calendar, language)
  const firsts = table.prices.filter(({ kind }) => kind === 'first')
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: `${programme}, ${table.edition.name}`,
    startDate: start,
    endDate: end,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: address },
    organizer: { '@id': organiserId() },
    url: address,
    ...(image && { image: absolute(image) }),
    offers: table.periods.flatMap(({ code, name, starts_at, ends_at }) => {
      const prices = firsts
        .filter(({ period }) => period === code)
        .map(({ amount_minor }) => amount_minor)
      if (prices.length === 0) return []
      return {
        '@type': 'Offer',
        name,
        price: Math.min(...prices) / minorUnits(table.currency),
        priceCurrency: table.currency,
        validFrom: starts_at,
        availabilityEnds: ends_at,
        url: pageAddress(paths.fees, language),
      }
    }),
  }
}
