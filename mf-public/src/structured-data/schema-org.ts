import { siteConfiguration, programmeName } from '@awards/shared/client'
import { addressIn } from '@awards/shared/rules'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import type { Picture } from '@awards/shared/contract'
import { useLanguage, LANGUAGE_TAGS, majorUnits } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import type { FeeTable } from '../fees/plan.ts'

/** The absolute address of a file or a page that is the same in every language. */
export const absolute = (path: string): string =>
  /^[a-z]+:/i.test(path) ? path : siteConfiguration().site_url + path

/** The absolute address of a page in a language. */
export const pageAddress = (path: string, language: Language): string =>
  absolute(addressIn(language, path))

/** The `@id` by which other nodes refer to the organiser. */
export const organiserId = () => `${absolute(paths.home)}#organiser`

/** The organiser as the publisher or provider of another node. */
export const organiser = (language: Language) => ({
  '@type': 'Organization',
  '@id': organiserId(),
  name: siteConfiguration().organiser || programmeName(language),
  url: pageAddress(paths.home, language),
})

/** A picture as a schema.org ImageObject. */
export const imageObject = (picture: Picture, credit?: string | null) => ({
  '@type': 'ImageObject',
  contentUrl: absolute(picture.url),
  width: picture.width,
  height: picture.height,
  ...(picture.alt && { caption: picture.alt }),
  ...(credit && { creditText: credit }),
})

type Step = { name: string; path: string }

/** A page's position in the site as a BreadcrumbList: the home page first, the page itself last. */
export const breadcrumbs = (language: Language, home: string, ...steps: readonly Step[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: home, path: paths.home }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: pageAddress(path, language),
  })),
})

/** The breadcrumbs of a page in the current language. */
export function useBreadcrumbs(...steps: readonly { name: string; path: string }[]): object {
  const { t } = useTranslation('public')
  return breadcrumbs(useLanguage(), t('nav.home'), ...steps)
}

type About = { name: string; description?: string | undefined; social?: readonly string[] }

/** The organiser of the award as a schema.org Organization. */
export const organization = (language: Language, { name, description, social = [] }: About) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': organiserId(),
  name,
  ...(siteConfiguration().organiser && { legalName: siteConfiguration().organiser }),
  ...(description && { description }),
  ...(social.length > 0 && { sameAs: social }),
  url: pageAddress(paths.home, language),
})

type WrittenText = { title: string; path: string; version: string; effective_at: string }

/** A versioned text of the organiser, such as the regulations or a policy, as a schema.org WebPage. */
export const writtenText = (
  { title, path, version, effective_at }: WrittenText,
  language: Language,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebPage',
  name: title,
  url: pageAddress(path, language),
  inLanguage: LANGUAGE_TAGS[language],
  version,
  datePublished: effective_at,
  publisher: organiser(language),
})

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
