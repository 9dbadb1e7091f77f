import type { Language } from '@awards/shared/domain'
import { majorUnits } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import type { FeeTable } from '../fees/plan.ts'
import { organiser, pageAddress } from './schema-org.ts'

/** Entry fees as schema.org offers. */
export function entryOffers(
  table: FeeTable,
  title: string,
  sectionName: (code: string) => string,
  language: Language,
): object {
  const { currency, periods, prices, edition } = table
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: `${title}, ${edition.name}`,
    provider: organiser(language),
    offers: prices
      .filter(({ kind }) => kind === 'first')
      .map(({ section, period, amount_minor }) => {
        const span = periods.find(({ code }) => code === period)
        return {
          '@type': 'Offer',
          name: [sectionName(section), span?.name].filter(Boolean).join(', '),
          url: pageAddress(paths.fees, language),
          availabilityStarts: span?.starts_at,
          availabilityEnds: span?.ends_at,
          priceSpecification: {
            '@type': 'PriceSpecification',
            price: majorUnits({ amount_minor, currency }),
            priceCurrency: currency,
            valueAddedTaxIncluded: false,
          },
        }
      }),
  }
}
