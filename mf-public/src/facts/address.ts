import { siteConfiguration } from '@awards/shared/client'
import { addressIn, type Language } from '@awards/shared/rules'

/** The absolute address of a file or a page that is the same in every language. */
export const absolute = (path: string): string =>
  /^[a-z]+:/i.test(path) ? path : siteConfiguration().site_url + path

/** The absolute address of a page in a language. */
export const pageAddress = (path: string, language: Language): string =>
  absolute(addressIn(language, path))
