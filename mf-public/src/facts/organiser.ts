import { programmeName, siteConfiguration } from '@awards/shared/client'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { absoluteAddress } from './absolute.ts'

/** Who stands behind the site, for use inside other facts. */
export const organiser = (language: Language) => ({
  '@type': 'Organization',
  name: siteConfiguration().organiser || programmeName(language),
  url: absoluteAddress(paths.home, language),
})
