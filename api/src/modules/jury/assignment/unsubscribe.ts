import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandOf, LANGUAGE_TAGS, type Language } from '@awards/shared/domain'
import { languageOf } from '../../../http/actor.ts'
import { isSigned, signatureOf } from '../../../lib/signed-token.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Config } from '../../../start/config.ts'
import { workloadRepository } from './workload.repository.ts'
import { inlinePageHeaders } from '../../../http/safe-headers.ts'

type State = 'confirm' | 'stopped' | 'unknown'
type Texts = Record<State | 'title' | 'button', string>

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Reminders to the jury',
    confirm:
      'You will get no more reminders of entries that are left to review. Other mails still reach you.',
    button: 'Stop the reminders',
    stopped: 'You will get no more reminders. Your list of entries stays as it is.',
    unknown: 'This link is not complete. Open it again from the last reminder.',
  },
  fr: {
    title: 'Rappels au jury',
    confirm:
      'Vous ne recevrez plus de rappels des candidatures à évaluer. Les autres messages vous parviendront toujours.',
    button: 'Arrêter les rappels',
    stopped: 'Vous ne recevrez plus de rappels. Votre liste de candidatures reste inchangée.',
    unknown: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le dernier rappel.',
  },
  zh: {
    title: '评审提醒',
    confirm: '您将不再收到待评审作品的提醒，其他邮件仍会正常发送。',
    button: '停止提醒',
    stopped: '您将不再收到提醒。您的作品列表保持不变。',
    unknown: '此链接不完整。请从最近一封提醒邮件中重新打开。',
  },
}

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fff;color:#1a1a1a;' +
  'font:1rem/1.5 system-ui,sans-serif}main{max-width:26rem;padding:2rem}h1{font-size:1.5rem}' +
  `button{font:inherit;padding:.75rem 1.25rem;border:0;background:${brandOf('').action};color:#fff;cursor:pointer}` +
  'button:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}'

/** HTML of the page that the link opens. */
function unsubscribePage(language: Language, nonce: string, state: State): string {
  const texts = TEXTS[language]
  const form =
    state === 'confirm' ? `<form method="post"><button>${texts.button}</button></form>` : ''
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${texts.title}</title>` +
    `<style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>${texts.title}</h1><p>${texts[state]}</p>${form}</main></body></html>`
  )
}

const PATH = '/api/jury/reminders'

/** Signed link that stops a juror's reminders and nothing else; it needs no session. */
export const unsubscribeLink = ({ secret }: Config, jurorId: string): string =>
  `${PATH}?t=${jurorId}.${signatureOf(secret, 'jury-reminders', jurorId)}`

function jurorIdOf({ acceptedSecrets }: Config, text: string): string | undefined {
  const [jurorId = '', signature = ''] = text.split('.')
  return isSigned(acceptedSecrets, 'jury-reminders', jurorId, signature) ? jurorId : undefined
}

type UnsubscribeRequest = FastifyRequest<{ Querystring: { t?: string | string[] } }>

/** GET shows a page with one button, POST unsubscribes: a mail scanner that fetches the link changes nothing. */
export function unsubscribeRoutes(app: FastifyInstance, { config, db }: AppContext) {
  const answer = (
    request: UnsubscribeRequest,
    reply: FastifyReply,
    state: 'confirm' | 'stopped' | 'unknown',
  ) => {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .headers(inlinePageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(unsubscribePage(languageOf(request.headers['accept-language']), nonce, state))
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, undefined),
    )
    scope.get(PATH, async (request: UnsubscribeRequest, reply) =>
      answer(request, reply, jurorIdOf(config, String(request.query.t)) ? 'confirm' : 'unknown'),
    )
    scope.post(PATH, async (request: UnsubscribeRequest, reply) => {
      const juror = jurorIdOf(config, String(request.query.t))
      const isDone = juror !== undefined && (await workloadRepository(db).stopReminders(juror))
      return answer(request, reply, isDone ? 'stopped' : 'unknown')
    })
  })
}
