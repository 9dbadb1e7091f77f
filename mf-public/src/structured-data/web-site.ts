import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress, organiserId } from './schema-org.ts'

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
