import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Language } from '@awards/shared/domain'
import type { requestTeller } from './access-log.ts'
import { languageOf } from './actor.ts'
import type { AppContext } from './app-context.ts'
import { leave, type WrittenAnswer } from './envelope.ts'
import { requestIds } from './request-id.ts'
import { stayWithTls } from './safe-headers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The names of the calls that answer everybody alike, by their paths. */
    knownCalls: Map<string, string>
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const HEADER_LIMIT = 200
const languages = new Map<string, Language>()

/** Under what an answer is remembered that was asked for at `url` in this language. */
export const addressKey = (language: Language, url: string) => `${language} ${url}`

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
 * bytes takes longer (docs/adr/0036). Everything else goes on to it, and so does all of it where
 * requests are traced and while the server ends.
 */
export function knownAnswers(
  app: FastifyInstance,
  { publicCache, tracing, config }: AppContext,
  tell: ReturnType<typeof requestTeller>,
) {
  const { server, knownCalls } = app
  const [framework] = server.listeners('request') as Listener[]
  if (!framework || tracing) return
  const idOf = requestIds(config.trustProxy)
  const always = stayWithTls(config)
  let isEnding = false
  app.addHook('preClose', (done) => {
    isEnding = true
    done()
  })

  function find({ method, headers, url = '' }: IncomingMessage) {
    if (method !== 'GET' || isEnding || !isPlain(headers)) return undefined
    const end = url.indexOf('?')
    const call = knownCalls.get(end < 0 ? url : url.slice(0, end))
    if (call === undefined) return undefined
    const key = addressKey(visitorLanguage(headers['accept-language']), url)
    const written = publicCache.known<WrittenAnswer>(key)
    return written && { call, written }
  }

  server.removeListener('request', framework)
  server.on('request', (request, response) => {
    const begin = performance.now()
    const found = find(request)
    if (!found) return framework(request, response)
    const trace_id = idOf(request)
    leave(response, request.headers['if-none-match'], trace_id, found.written, always)
    const { method = '', url = '' } = request
    const ms = performance.now() - begin
    tell({ method, url, status: response.statusCode, ms, cause: { trace_id, call: found.call } })
  })
}
