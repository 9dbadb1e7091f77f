import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { inLanguage, LANGUAGES, type Language } from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import { BusinessError } from '../http/business-error.ts'
import { mailPreviewPage } from './mail-preview-page.ts'
import { mailSamples } from './mail-samples.ts'
import { isMailTemplate, MAIL_TEMPLATES } from './mail-texts.ts'
import type { MailTemplate } from './mail-texts.ts'
import { renderMail } from './render-mail.ts'

const PATH = '/dev/mails'
const SAFE = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}

type Choice = { mail?: string; language?: string }

/** Every mail with invented values, for those who write them. Only the demo has this page. */
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
        // As in a program that reads mail: its own style and nothing that runs or is fetched.
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
