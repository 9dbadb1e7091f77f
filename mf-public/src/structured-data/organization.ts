import { siteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress, organiserId } from './schema-org.ts'

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
