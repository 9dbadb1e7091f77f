import { programmeName, siteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress } from './address.ts'
import { organiserId } from './organization.ts'

/** The organiser in short, where another fact names it as its publisher or provider. */
export const organiser = (language: Language) => ({
  '@type': 'Organization',
  '@id': organiserId(),
  name: siteConfiguration().organiser || programmeName(language),
  url: pageAddress(paths.home, language),
})
