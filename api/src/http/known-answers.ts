import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Language } from '@awards/shared/domain'
import type { requestTeller } from './access-log.ts'
import { languageOf } from './actor.ts'
import type { AppContext } from '../start/app-context.ts'
import { leave, type WrittenAnswer } from './envelope.ts'
import { requestIds } from './request-id.ts'
import { stayWithTls } from './safe-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    knownAddresses: KnownAddresses
  }
}

/** Where the public cache keeps an answer, and of which call it is. */
type Known = { readonly key: string; readonly call: string }
/**
 * The answers that addresses led to, by the language they were asked for in. Kept apart by language, since
 * a text that is put together for a look into a map costs more than the look.
 */
export type KnownAddresses = Readonly<Record<Language, LRUCache<string, Known>>>

type Found = { readonly call: string; readonly written: WrittenAnswer }
type Listener = (request: IncomingMessage, response: ServerResponse) => void

const MOST_ADDRESSES = 10_000
const HEADER_LIMIT = 200
const languages = new Map<string, Language>()

/** None yet; what was asked for longest ago makes room. */
export const knownAddresses = (): KnownAddresses => {
  const none = () => new LRUCache<string, Known>({ max: MOST_ADDRESSES })
  return { en: none(), fr: none(), zh: none() }
}

/** `languageOf`, remembered: there are few headers, sent over and over. */
export function visitorLanguage(header: string | undefined): Language {
  if (header === undefined) return 'en'
  const known = languages.get(header)
  if (known) return known
  const language = languageOf(header)
  if (header.length <= HEADER_LIMIT && languages.size < 1_000) languages.set(header, language)
  return language
}

/** Somebody's own answer and a body that has to be read are left to the framework. */
const isPlain = (headers: IncomingHttpHeaders) =>
  headers['token'] === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/**
 * Answers what visitors have asked before, and what is still so, ahead of the framework, whose way to the same
 * bytes takes longer. All whose requests are read in one turn of the event loop are answered at its end:
 * to read and to write in turns costs half as much again (docs/adr/0041). Everything else goes on to the
 * framework, and so does all of it where requests are traced and while the server ends.
 */
export function knownAnswers(
  app: FastifyInstance,
  { publicCache, tracing, config }: AppContext,
  tell: ReturnType<typeof requestTeller>,
) {
  const { server, knownAddresses: addresses } = app
  const [framework] = server.listeners('request') as Listener[]
  if (!framework || tracing) return
  const idOf = requestIds(config.trustProxy)
  const always = stayWithTls(config)
  let isEnding = false
  app.addHook('preClose', (done) => {
    isEnding = true
    done()
  })

  function find({ method, headers, url = '' }: IncomingMessage): Found | undefined {
    if (method !== 'GET' || isEnding || !isPlain(headers)) return undefined
    const known = addresses[visitorLanguage(headers['accept-language'])].get(url)
    const written = known && publicCache.known<WrittenAnswer>(known.key)
    return written && { call: known.call, written }
  }

  server.removeListener('request', framework)
  server.on('request', (request, response) => {
    const begin = performance.now()
    const found = find(request)
    if (!found) return framework(request, response)
    setImmediate(() => {
      const trace_id = idOf(request)
      leave(response, request.headers['if-none-match'], trace_id, found.written, always)
      const { method = '', url = '' } = request
      const ms = performance.now() - begin
      tell({ method, url, status: response.statusCode, ms, cause: { trace_id, call: found.call } })
    })
  })
}
