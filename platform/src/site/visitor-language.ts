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
import { spelledPath } from './match-route.ts'

const chosenLanguage = (request: FastifyRequest): Language | undefined =>
  LANGUAGES.find((one) => one === readCookie(request, 'language'))

/** What the visitor chose on this device, else what their browser asks for; crawlers get English. */
export const visitorLanguage = (request: FastifyRequest): Language =>
  chosenLanguage(request) ?? languageOf(request.headers['accept-language'])

/** The language of the public page whose link led to a page that has one address for all languages. */
function languageBefore({ headers }: FastifyRequest): Language | undefined {
  const { referer = '', host } = headers
  if (!URL.canParse(referer)) return undefined
  const before = new URL(referer)
  const { language, path } = readAddress(before.pathname)
  return before.host === host && isPublicPage(path) ? (language ?? DEFAULT_LANGUAGE) : undefined
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
  if (language) return { path, query, language }
  if (!isPublicPage(path)) {
    const spoken = chosenLanguage(request) ?? languageBefore(request) ?? visitorLanguage(request)
    return { path, query, language: spoken }
  }
  const wanted = visitorLanguage(request)
  if (wanted === DEFAULT_LANGUAGE) return { path, query, language: wanted }
  return { status: 302, to: addressIn(wanted, path) + search }
}
