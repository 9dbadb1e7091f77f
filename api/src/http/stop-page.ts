import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, LANGUAGE_TAGS, type Language } from '@awards/shared/domain'
import { isSigned, signatureOf, type Purpose } from '../lib/signed-token.ts'
import type { Config } from '../start/config.ts'
import { languageOf } from './actor.ts'
import { inlinePageHeaders } from './safe-headers.ts'

type State = 'confirm' | 'stopped' | 'unknown'
/** What a page that ends mails says: what will come no more, and what still does. */
export type StopTexts = Readonly<Record<Language, Record<State | 'title' | 'button', string>>>

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fff;color:#1a1a1a;' +
  'font:1rem/1.5 system-ui,sans-serif}main{max-width:26rem;padding:2rem}h1{font-size:1.5rem}' +
  `button{font:inherit;padding:.75rem 1.25rem;border:0;background:${brandOf('').action};color:#fff;cursor:pointer}` +
  'button:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}'

function pageOf(texts: StopTexts, language: Language, nonce: string, state: State): string {
  const { title, button, [state]: sentence } = texts[language]
  const form = state === 'confirm' ? `<form method="post"><button>${button}</button></form>` : ''
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title>` +
    `<style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${sentence}</p>${form}</main></body></html>`
  )
}

type StopPage = {
  readonly path: string
  readonly purpose: Purpose
  readonly texts: StopTexts
  /** Ends the mails to whom the link was for; false if there is nobody of this id any more. */
  readonly stop: (id: string) => Promise<boolean>
}

/** Signed link that ends mails to one person and does nothing else; it needs no session. */
export const stopLink = (
  { secret }: Config,
  { path, purpose }: Pick<StopPage, 'path' | 'purpose'>,
  id: string,
): string => `${path}?t=${id}.${signatureOf(secret, purpose, id)}`

type StopRequest = FastifyRequest<{ Querystring: { t?: string | string[] } }>

/** GET shows a page with one button, POST ends the mails: a mail scanner that fetches the link changes nothing. */
export function stopPage(
  app: FastifyInstance,
  { acceptedSecrets }: Config,
  { path, purpose, texts, stop }: StopPage,
) {
  const idOf = ({ query }: StopRequest): string | undefined => {
    const [id = '', signature = ''] = String(query.t).split('.')
    return isSigned(acceptedSecrets, purpose, id, signature) ? id : undefined
  }
  const answer = (request: StopRequest, reply: FastifyReply, state: State) => {
    const nonce = randomBytes(18).toString('base64')
    const language = languageOf(request.headers['accept-language'])
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .headers(inlinePageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(pageOf(texts, language, nonce, state))
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, undefined),
    )
    scope.get(path, async (request: StopRequest, reply) =>
      answer(request, reply, idOf(request) ? 'confirm' : 'unknown'),
    )
    scope.post(path, async (request: StopRequest, reply) => {
      const id = idOf(request)
      const isDone = id !== undefined && (await stop(id))
      return answer(request, reply, isDone ? 'stopped' : 'unknown')
    })
  })
}
