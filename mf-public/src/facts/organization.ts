import { siteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { absolute, pageAddress } from './address.ts'

/** Names the organiser wherever another fact speaks of it. */
export const organiserId = () => `${absolute(paths.home)}#organiser`

type About = { name: string; description?: string | undefined; social?: readonly string[] }

/** The organiser of the award in the terms of schema.org. */
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

/** The site itself, with its search of winners. */
export const webSite = (language: Language, name: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name,
  inLanguage: language,
  url: pageAddress(paths.home, language),
  publisher: { '@id': organiserId() },
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${pageAddress(paths.winners(), language)}?keyword={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
})
