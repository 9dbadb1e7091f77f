import { siteConfiguration } from '@awards/shared/client'
import { addressIn, type Language } from '@awards/shared/domain'

/** The whole address of a page in a language, as other sites are told it. */
export const absoluteAddress = (path: string, language: Language): string =>
  `${siteConfiguration().site_url}${addressIn(language, path)}`

/** The whole address of a file of this site; one that stands elsewhere is left as it is. */
export const absoluteFile = (url: string): string =>
  url.startsWith('/') ? `${siteConfiguration().site_url}${url}` : url
