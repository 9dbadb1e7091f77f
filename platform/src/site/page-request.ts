import type { FastifyRequest } from 'fastify'
import {
  addressIn,
  DEFAULT_LANGUAGE,
  isPublicPage,
  LANGUAGES,
  readAddress,
  type Language,
} from '@awards/shared/domain'
import { languageOf } from '../../../api/src/http/actor.ts'
import { readCookie } from '../../../api/src/http/cookies.ts'
import { canonicalPath } from './match-route.ts'

const chosenLanguage = (request: FastifyRequest): Language | undefined =>
  LANGUAGES.find((one) => one === readCookie(request, 'language'))

/** Language of the cookie, else of Accept-Language, else English (crawlers). */
export const visitorLanguage = (request: FastifyRequest): Language =>
  chosenLanguage(request) ?? languageOf(request.headers['accept-language'])

/** Language of the referring public page of this site, for pages with one URL for all languages. */
function refererLanguage({ headers }: FastifyRequest): Language | undefined {
  const { referer = '', host } = headers
  if (!URL.canParse(referer)) return undefined
  const before = new URL(referer)
  const { language, path } = readAddress(before.pathname)
  return before.host === host && isPublicPage(path) ? (language ?? DEFAULT_LANGUAGE) : undefined
}

/** A parsed URL: page path without language prefix, query, and the language to answer in. */
export type PageRequest = {
  readonly path: string
  readonly query: URLSearchParams
  readonly language: Language
}

/** Redirect to the canonical or the localised URL. */
export type AddressRedirect = { readonly status: 301 | 302; readonly to: string }

/** The page that a form was sent from, in its own language: the answer to a form is never redirected. */
export function formPageRequest({ url }: FastifyRequest, language: Language): PageRequest {
  const [pathname = '/', search = ''] = url.split('?', 2)
  const { path } = readAddress(pathname)
  return { path: canonicalPath(path), query: new URLSearchParams(search), language }
}

/**
 * Parses the URL of a document. Public pages are answered in the language of their URL. Redirects 301 to the canonical
 * spelling, and 302 from the plain URL to the visitor's language if that is not English.
 */
export function parsePageRequest(request: FastifyRequest): PageRequest | AddressRedirect {
  const [pathname = '/', ...rest] = request.url.split('?')
  const search = rest.length > 0 ? `?${rest.join('?')}` : ''
  const { language, path: requestedPath } = readAddress(pathname)
  const path = canonicalPath(requestedPath)
  const query = new URLSearchParams(search)
  if (language === DEFAULT_LANGUAGE) return { status: 301, to: path + search }
  if (path !== requestedPath) {
    return { status: 301, to: addressIn(language ?? DEFAULT_LANGUAGE, path) + search }
  }
  if (language) return { path, query, language }
  if (!isPublicPage(path)) {
    const pageLanguage =
      chosenLanguage(request) ?? refererLanguage(request) ?? visitorLanguage(request)
    return { path, query, language: pageLanguage }
  }
  const wanted = visitorLanguage(request)
  if (wanted === DEFAULT_LANGUAGE) return { path, query, language: wanted }
  return { status: 302, to: addressIn(wanted, path) + search }
}
