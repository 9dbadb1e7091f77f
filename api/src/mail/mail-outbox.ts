import type { Transporter } from 'nodemailer'
import { inLanguage, LANGUAGES, type Language } from '@awards/shared/domain'
import type { Config } from '../start/config.ts'
import type { Log } from '../observability/log.ts'
import type { Db } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SiteIdentity } from '../modules/editions/site-identity.repository.ts'
import { isMailTemplate, placeholdersOf, type Mail } from './mail-texts.ts'
import { outboxRepository, type OutboxRow } from './outbox.repository.ts'
import { renderMail } from './render-mail.ts'

const JOB = 'mail.send'
/** Attempts after which a mail counts as lost. */
export const MAX_ATTEMPTS = 200

/** Sends a mail; nodemailer in the server. */
export type MailTransport = {
  send(mail: {
    to: string
    subject: string
    text: string
    html: string
    id: string
    /** Reply-To address, if replies should not go to the site. */
    replyTo?: string
    /** Name of the programme in the language of the mail. */
    sender: string
  }): Promise<void>
}

type Options = {
  db: Db
  jobs: Jobs
  clock: () => Date
  log: Log
  siteUrl: string
  mailTransport: MailTransport
  identity: () => Promise<SiteIdentity>
}

/**
 * Transactional outbox: the row commits with the change that it reports, and a job sends it. An outage of the mail
 * server delays mails and loses none; `attempts` and `last_error` show the reason.
 */
export function mailOutbox({
  db,
  jobs,
  clock,
  log,
  siteUrl,
  mailTransport,
  identity,
}: Options): Mail {
  jobs.handle(JOB, async ({ mail_id: id }) => {
    const row = await outboxRepository(db).find(String(id))
    if (!row || row.sent_at || row.attempts >= MAX_ATTEMPTS) return
    if (!isMailTemplate(row.template)) {
      log.error('mail.unknown_template', { template: row.template })
      return
    }
    try {
      const language = languageOf(row)
      const { programme_name, organiser, primary_colour: colour } = await identity()
      const sender = inLanguage(programme_name, language)
      const params = { ...paramsOf(row), site: siteUrl, programme: sender }
      const missing = [...placeholdersOf(row.template)].filter(
        (name) => !Object.hasOwn(params, name),
      )
      if (missing.length > 0) log.error('mail.values_missing', { template: row.template, missing })
      const look = { programme: sender, organiser, colour }
      const mail = renderMail(row.template, language, params, look)
      const { reply_to } = paramsOf(row)
      const answer = reply_to === undefined ? {} : { replyTo: String(reply_to) }
      await mailTransport.send({ to: row.recipient, id: row.id, sender, ...answer, ...mail })
      await outboxRepository(db).sent(row.id, clock())
    } catch (error) {
      await outboxRepository(db).failed(row.id, String(error).slice(0, 500))
      throw error
    }
  })

  return {
    async enqueue(target, request) {
      const id = await outboxRepository(target).add(request)
      if (id) await jobs.enqueue(target, JOB, { mail_id: id })
    },
    async enqueueMany(target, requests) {
      const ids = await outboxRepository(target).addMany(requests)
      await jobs.enqueueMany(
        target,
        JOB,
        ids.map((mail_id) => ({ mail_id })),
      )
    },
  }
}

const languageOf = (row: OutboxRow): Language =>
  LANGUAGES.find((language) => language === row.language) ?? 'en'

function paramsOf({ params }: OutboxRow): Record<string, string | number> {
  if (typeof params !== 'object' || params === null) return {}
  const entries = Object.entries(params).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(entries)
}

/** Sends mails through the server of `SMTP_URL`. */
export function smtpTransport(config: Config, smtpUrl: string): MailTransport {
  let transport: Promise<Transporter> | undefined
  const connect = async () => (await import('nodemailer')).createTransport(smtpUrl)
  return {
    async send({ id, sender, ...mail }) {
      transport ??= connect()
      const domain = new URL(config.siteUrl).hostname
      // Same Message-ID at each attempt, so that receivers can drop a mail sent twice.
      const from = config.mailFrom ?? { name: sender, address: `no-reply@${domain}` }
      await (await transport).sendMail({ ...mail, from, messageId: `<${id}@${domain}>` })
    },
  }
}
