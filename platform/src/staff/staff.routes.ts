import { brandOf, LANGUAGE_TAGS, PAGES, type Language } from '@awards/shared/domain'
import { escapeHtml } from '../../../api/src/lib/markup.ts'
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { READ_ONLY, registryPaths } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { languageOf } from '../../../api/src/http/actor.ts'
import { registerJsonErrors } from './json-errors.ts'
import type { StaffLink } from '../registry/authorization.repository.ts'
import { setDeployCookie, setStaffCookie, staffService } from './staff.service.ts'
import { inlinePageHeaders } from '../../../api/src/http/safe-headers.ts'

type Texts = {
  title: string
  look: string
  change: (owner: string, what: string) => string
  all: string
  once: string
  button: string
  expired: string
  next: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Releases, for staff',
    look: 'This browser will be able to open previews and to see the releases of this site for eight hours.',
    change: (owner, what) =>
      `In the name of ${owner} this browser will be able to change ${what} for eight hours.`,
    all: 'the releases of every part of this site',
    once: 'The link works once.',
    button: 'Continue in this browser',
    expired: 'This link has been used, or its ten minutes are over.',
    next: 'Ask for a new one and open it here.',
  },
  fr: {
    title: 'Versions du site, pour l’équipe',
    look: 'Ce navigateur pourra ouvrir les aperçus et consulter les versions de ce site pendant huit heures.',
    change: (owner, what) =>
      `Au nom de ${owner}, ce navigateur pourra modifier ${what} pendant huit heures.`,
    all: 'les versions de toutes les parties de ce site',
    once: 'Le lien fonctionne une seule fois.',
    button: 'Continuer dans ce navigateur',
    expired: 'Ce lien a déjà été utilisé, ou ses dix minutes sont écoulées.',
    next: 'Demandez-en un nouveau et ouvrez-le ici.',
  },
  zh: {
    title: '网站版本（工作人员）',
    look: '此浏览器将在八小时内可以打开预览并查看本站的版本。',
    change: (owner, what) => `此浏览器将在八小时内可以以 ${owner} 的名义更改 ${what}。`,
    all: '本站所有部分的版本',
    once: '链接只能使用一次。',
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
  /** The secret of the link, and what it gives; undefined if it is used or over. */
  readonly offer: (StaffLink & { readonly link: string }) | undefined
}

/** A page with one button that POSTs: a GET by a mail scanner does not use the link up. */
function staffPage({ language, nonce, offer }: Page): string {
  const texts = TEXTS[language]
  const body = offer
    ? `<p>${escapeHtml(offerText(texts, offer))} ${texts.once}</p>` +
      `<form method="post"><input type="hidden" name="link" value="${escapeHtml(offer.link)}">` +
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

const offerText = ({ look, change, all }: Texts, { owner, scope }: StaffLink) =>
  scope === READ_ONLY ? look : change(owner, scope === '*' ? all : scope)

const ATTEMPTS = { points: 20, seconds: 60 }
/** An empty pin opens the panel of releases. */
const PANEL = '/home?mfe='

type StaffRequest = FastifyRequest<{ Querystring: { link?: string | string[] } }>

/** GET shows the page of a staff link; POST redeems the link and sets the staff cookie. */
export function staffRoutes(app: FastifyInstance, context: AppContext) {
  const { config, limits, log } = context
  const staff = staffService(context)

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, link: string) => {
    const nonce = randomBytes(18).toString('base64')
    const language = languageOf(request.headers['accept-language'])
    const found = await staff.find(link)
    const offer = found && { ...found, link }
    return reply
      .code(offer ? 200 : 410)
      .headers(inlinePageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(staffPage({ language, nonce, offer }))
  }

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/x-www-form-urlencoded'] })

    scope.get(registryPaths.staff, (request: StaffRequest, reply) =>
      sendPage(request, reply, String(request.query.link ?? '')),
    )

    scope.post(registryPaths.staff, { bodyLimit: 1_024 }, async (request, reply) => {
      await limits.take('staff_ip', request.ip, perNetwork(ATTEMPTS, config.mode))
      const link = new URLSearchParams(String(request.body ?? '')).get('link') ?? ''
      const opened = await staff.redeem(link)
      if (!opened) return sendPage(request, reply, link)
      setStaffCookie(reply, config, opened.tokenId)
      setDeployCookie(reply, config, opened.token)
      const hasPanel = config.pins !== 'off' && opened.scope === READ_ONLY
      const next = hasPanel ? PANEL : PAGES.releases.path
      return reply.header('cache-control', 'no-store').redirect(next, 303)
    })
  })
}
