import type { FastifyRequest } from 'fastify'
import {
  addressIn,
  DEFAULT_LANGUAGE,
  isPublicPage,
  LANGUAGES,
  readAddress,
  type Language,
} from '@awards/shared/domain'
import { languageOf } from '../app/actor.ts'
import { readCookie } from '../app/cookies.ts'
import { spelledPath } from './match-route.ts'

/** What the visitor chose on this device, else what their browser asks for; crawlers get English. */
export function visitorLanguage(request: FastifyRequest): Language {
  const chosen = LANGUAGES.find((one) => one === readCookie(request, 'language'))
  return chosen ?? languageOf(request.headers['accept-language'])
}

/** An address taken apart: the page, the language in which it is answered, and the query. */
export type AskedPage = {
  readonly path: string
  readonly query: URLSearchParams
  readonly language: Language
}

/** Where an address leads instead. */
export type AddressRedirect = { readonly status: 301 | 302; readonly to: string }

/**
 * Reads the address of a document. A page that stands in every language is answered in that of its
 * address; whoever asks for the plain address and reads another language is sent there, and whoever
 * writes it in another way to the one address that it has.
 */
export function readPage(request: FastifyRequest): AskedPage | AddressRedirect {
  const [pathname = '/', ...rest] = request.url.split('?')
  const search = rest.length > 0 ? `?${rest.join('?')}` : ''
  const { language, path: asked } = readAddress(pathname)
  const path = spelledPath(asked)
  const query = new URLSearchParams(search)
  if (language === DEFAULT_LANGUAGE) return { status: 301, to: path + search }
  if (path !== asked) {
    return { status: 301, to: addressIn(language ?? DEFAULT_LANGUAGE, path) + search }
  }
  if (language || !isPublicPage(path)) {
    return { path, query, language: language ?? visitorLanguage(request) }
  }
  const wanted = visitorLanguage(request)
  if (wanted === DEFAULT_LANGUAGE) return { path, query, language: wanted }
  return { status: 302, to: addressIn(wanted, path) + search }
}
