import { brandOf, LANGUAGE_TAGS, type Language } from '@awards/shared/domain'
import { escapeHtml } from '../../../api/src/lib/markup.ts'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registryPaths } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { languageOf } from '../../../api/src/http/actor.ts'
import { registerJsonErrors, sendJsonError } from './json-errors.ts'
import { setStaffCookie, staffService } from './staff.service.ts'
import { inlinePageHeaders } from '../../../api/src/http/safe-headers.ts'

type Texts = { title: string; ask: string; button: string; expired: string; next: string }

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Previews for staff',
    ask: 'This browser will be able to open previews of this site for eight hours. The link works once.',
    button: 'Continue in this browser',
    expired: 'This link has been used, or its ten minutes are over.',
    next: 'Ask for a new one and open it here.',
  },
  fr: {
    title: 'Aperçus pour l’équipe',
    ask: 'Ce navigateur pourra ouvrir les aperçus de ce site pendant huit heures. Le lien fonctionne une seule fois.',
    button: 'Continuer dans ce navigateur',
    expired: 'Ce lien a déjà été utilisé, ou ses dix minutes sont écoulées.',
    next: 'Demandez-en un nouveau et ouvrez-le ici.',
  },
  zh: {
    title: '工作人员预览',
    ask: '此浏览器将在八小时内可以打开本站的预览版本。链接只能使用一次。',
    button: '在此浏览器中继续',
    expired: '此链接已被使用，或已超过十分钟的有效期。',
    next: '请索取新的链接并在此打开。',
  },
}

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#fff;color:#1a1a1a;' +
  'font:1rem/1.5 system-ui,sans-serif}main{max-width:26rem;padding:2rem}h1{font-size:1.5rem}' +
  `button{font:inherit;padding:.75rem 1.25rem;border:0;background:${brandOf('').action};color:#fff;cursor:pointer}` +
  'button:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}'

type Page = {
  readonly language: Language
  readonly nonce: string
  readonly link: string | undefined
}

/** A page with one button that POSTs: a GET by a mail scanner does not use the link up. */
export function staffPage({ language, nonce, link }: Page): string {
  const texts = TEXTS[language]
  const body = link
    ? `<p>${texts.ask}</p><form method="post"><input type="hidden" name="link" value="${escapeHtml(link)}">` +
      `<button>${texts.button}</button></form>`
    : `<p>${texts.expired} ${texts.next}</p>`
  return (
    `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${texts.title}</title>` +
    `<style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>${texts.title}</h1>${body}</main></body></html>`
  )
}

const ATTEMPTS = { points: 20, seconds: 60 }
/** An empty pin opens the panel of releases if the site has one. */
const HOME = '/home?mfe='

type StaffRequest = FastifyRequest<{ Querystring: { link?: string | string[] } }>

/** GET shows the page of a staff link; POST redeems the link and sets the staff cookie. */
export function staffRoutes(app: FastifyInstance, context: AppContext) {
  const { config, limits, log, clock } = context
  const staff = staffService(context)

  const sendPage = (request: FastifyRequest, reply: FastifyReply, link: string | undefined) => {
    const nonce = randomBytes(18).toString('base64')
    const language = languageOf(request.headers['accept-language'])
    return reply
      .code(link ? 200 : 410)
      .headers(inlinePageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(staffPage({ language, nonce, link }))
  }

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/x-www-form-urlencoded'] })
    scope.addHook('onRequest', async (_request, reply) => {
      if (config.pins !== 'off') return
      return sendJsonError(reply, 404, 'not_found', 'This site gives no previews.')
    })

    scope.get(registryPaths.staff, async (request: StaffRequest, reply) => {
      const link = String(request.query.link ?? '')
      return sendPage(request, reply, (await staff.isValid(link)) ? link : undefined)
    })

    scope.post(registryPaths.staff, { bodyLimit: 1_024 }, async (request, reply) => {
      await limits.take('staff_ip', request.ip, perNetwork(ATTEMPTS, config.mode))
      const link = new URLSearchParams(String(request.body ?? '')).get('link') ?? ''
      const owner = await staff.redeem(link)
      if (!owner) return sendPage(request, reply, undefined)
      setStaffCookie(reply, config, owner, clock())
      return reply.header('cache-control', 'no-store').redirect(HOME, 303)
    })
  })
}
