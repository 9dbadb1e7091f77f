import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LANGUAGES, inLanguage, type Language } from '@awards/shared/domain'
import { BusinessError } from '../http/business-error.ts'
import { escapeHtml } from '../lib/markup.ts'
import type { AppContext } from '../start/app-context.ts'
import { mailSamples, renderMail, type RenderedMail } from './render-mail.ts'
import { MAIL_TEMPLATES, isMailTemplate, type MailTemplate } from './mail-texts.ts'

const STYLE =
  ':root{color-scheme:light dark}*{box-sizing:border-box}' +
  'body{margin:0;font:1rem/1.5 system-ui,sans-serif;display:grid;grid-template-columns:16rem minmax(0,1fr)}' +
  'nav{padding:1.5rem;border-right:1px solid #8884}nav ul{list-style:none;margin:0 0 1.5rem;padding:0}' +
  'a{color:inherit}nav a{display:block;padding:.25rem .5rem;text-decoration:none}' +
  'nav a:hover{text-decoration:underline}[aria-current]{font-weight:700;background:#8882}' +
  'main{padding:1.5rem;display:grid;gap:1rem;align-content:start}h1,h2{margin:0;font-size:1.125rem}' +
  '.views{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}' +
  'iframe{width:100%;height:52rem;border:1px solid #8884;background:#fff}' +
  'pre{margin:0;padding:1rem;border:1px solid #8884;white-space:pre-wrap;overflow-wrap:anywhere}' +
  '@media (max-width:48rem){body{display:block}nav{border:0}}'

type Page = {
  readonly path: string
  readonly template: MailTemplate
  readonly language: Language
  readonly nonce: string
  readonly mail: RenderedMail
}

/** The list of mails, and one of them as HTML and as text. */
function mailPreviewPage({ path, template, language, nonce, mail }: Page): string {
  const link = (to: MailTemplate, as: Language, label: string, isHere: boolean) =>
    `<li><a href="${path}?mail=${to}&amp;language=${as}"${isHere ? ' aria-current="page"' : ''}>${label}</a></li>`
  const languages = LANGUAGES.map((one) => link(template, one, one, one === language))
  const templates = MAIL_TEMPLATES.map((one) => link(one, language, one, one === template))
  const html = mail.html
    ? `<section><h2>HTML</h2><iframe title="HTML" sandbox="allow-popups" src="${path}/${template}/${language}"></iframe></section>`
    : ''
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>Mails: ${template}, ${language}</title>` +
    `<style nonce="${nonce}">${STYLE}</style></head><body>` +
    `<nav aria-label="Mails"><ul>${languages.join('')}</ul><ul>${templates.join('')}</ul></nav>` +
    `<main><h1>${escapeHtml(mail.subject)}</h1><div class="views">${html}` +
    `<section><h2>Text</h2><pre lang="${language}">${escapeHtml(mail.text)}</pre></section>` +
    `</div></main></body></html>`
  )
}

const PATH = '/dev/mails'
const SAFE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

type Choice = { mail?: string; language?: string }

/** Mounts a preview of every mail with sample values; in the demo only. */
export function mailPreviewRoutes(app: FastifyInstance, { config, identity }: AppContext) {
  if (config.mode !== 'demo') return

  async function sample(template: MailTemplate, language: Language) {
    const { programme_name, organiser, primary_colour: colour } = await identity()
    const programme = inLanguage(programme_name, language)
    const params = mailSamples(language, config.siteUrl, programme)
    return renderMail(template, language, params, { programme, organiser, colour })
  }

  app.get<{ Querystring: Choice }>(PATH, async ({ query }, reply) => {
    const template = templateOf(query.mail ?? MAIL_TEMPLATES[0])
    const language = languageOf(query.language ?? 'en')
    const nonce = randomBytes(18).toString('base64')
    const mail = await sample(template, language)
    return reply
      .headers({
        ...SAFE,
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      })
      .type('text/html; charset=utf-8')
      .send(mailPreviewPage({ path: PATH, template, language, nonce, mail }))
  })

  app.get<{ Params: Required<Choice> }>(`${PATH}/:mail/:language`, async ({ params }, reply) => {
    const { html } = await sample(templateOf(params.mail), languageOf(params.language))
    return reply
      .headers({
        ...SAFE,
        // Like a mail client: inline styles only, no scripts and no requests.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

const missing = () =>
  new BusinessError(404, `There is no such mail. Choose one of the list at ${PATH}.`)

function templateOf(name: string | undefined): MailTemplate {
  if (name === undefined || !isMailTemplate(name)) throw missing()
  return name
}

function languageOf(name: string): Language {
  const language = LANGUAGES.find((one) => one === name)
  if (!language) throw missing()
  return language
}
