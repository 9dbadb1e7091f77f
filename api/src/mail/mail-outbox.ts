import type { Transporter } from 'nodemailer'
import { inLanguage, LANGUAGES, type Language, type MailParts } from '@awards/shared/domain'
import type { Config } from '../start/config.ts'
import type { Log } from '../observability/log.ts'
import type { Db } from '../db/database.ts'
import type { JobPayload, Jobs } from '../jobs/jobs.ts'
import type { SiteIdentity } from '../modules/editions/editions.repository.ts'
import { returnAddress, isHardBounce } from './bounce-address.ts'
import {
  isMailTemplate,
  placeholdersOf,
  type Mail,
  type MailOutcome,
  type MailTemplate,
} from './mail-texts.ts'
import {
  MAX_ATTEMPTS,
  outboxRepository,
  type OutboxRow,
  writtenTexts,
} from './outbox.repository.ts'
import { renderMail } from './render-mail.ts'

const JOB = 'mail.send'
/** Pause of a mail that this process cannot write. */
const UNKNOWN_RETRY_SECONDS = 60
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
    /** Address that ends mails of this kind with one request (RFC 8058). */
    unsubscribe?: string
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
  const followers = new Map<string, Parameters<Mail['follow']>[1]>()

  /** Writes down what became of a mail, together with what follows from it. */
  const settle = ({ id, recipient, template }: OutboxRow, outcome: MailOutcome, reason = '') =>
    db.transaction().execute(async (trx) => {
      const outbox = outboxRepository(trx)
      if (outcome === 'sent') await outbox.sent(id, recipient, clock())
      else if (outcome === 'bounced') await outbox.bounced(id, recipient, clock(), reason)
      else await outbox.failed(id, reason)
      await followers.get(template)?.(trx, id, outcome)
    })

  const send = async ({ mail_id: id }: JobPayload) => {
    const row = await outboxRepository(db).find(String(id))
    if (!row || row.sent_at || row.bounced_at || row.attempts >= MAX_ATTEMPTS) return undefined
    if (!isMailTemplate(row.template)) {
      // During an upgrade processes of two releases claim jobs side by side: the newer one knows the template.
      log.warn('mail.unknown_template', {
        template: row.template,
        retry_in: UNKNOWN_RETRY_SECONDS,
      })
      return { retryInSeconds: UNKNOWN_RETRY_SECONDS }
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
      const { reply_to: replyTo, stop, draft } = paramsOf(row)
      // The draft of a text, which its author sends to nobody else.
      const written = draft
        ? (JSON.parse(draft) as MailParts)
        : await writtenTexts(db).of(row.template, language)
      const mail = renderMail(row.template, language, params, look, written)
      await mailTransport.send({
        to: row.recipient,
        id: row.id,
        sender,
        ...(replyTo && { replyTo }),
        ...(stop && { unsubscribe: siteUrl + stop }),
        ...mail,
      })
    } catch (error) {
      const reason = String(error).slice(0, 500)
      if (isHardBounce(error)) return settle(row, 'bounced', reason)
      if (row.attempts + 1 >= MAX_ATTEMPTS) return settle(row, 'lost', reason)
      await outboxRepository(db).failed(row.id, reason)
      throw error
    }
    return settle(row, 'sent')
  }
  jobs.handle(JOB, send, { lane: 'mail' })

  return {
    enqueue: (target, request) =>
      together(target, async (trx) => {
        const id = await outboxRepository(trx).add(request)
        if (id) await jobs.enqueue(trx, JOB, { mail_id: id })
      }),
    enqueueMany: (target, requests) =>
      together(target, async (trx) => {
        const ids = await outboxRepository(trx).addMany(requests)
        await jobs.enqueueMany(
          trx,
          JOB,
          ids.map((mail_id) => ({ mail_id })),
        )
      }),
    async cameBack(mailId, kind, reason) {
      const row = await outboxRepository(db).find(mailId)
      if (!row || row.bounced_at) return row !== undefined
      if (kind === 'soft') await outboxRepository(db).late(mailId, reason)
      else if (isMailTemplate(row.template)) await settle(row, 'bounced', reason)
      return true
    },
    follow: (template: MailTemplate, tell) => void followers.set(template, tell),
  }
}

/** Commits a mail with its job: a row without one would never be sent, and its `dedupeKey` would keep out the next try. */
const together = (target: Db, step: (trx: Db) => Promise<void>): Promise<void> =>
  target.isTransaction ? step(target) : target.transaction().execute(step)

const languageOf = (row: OutboxRow): Language =>
  LANGUAGES.find((language) => language === row.language) ?? 'en'

function paramsOf({ params }: OutboxRow): Record<string, string> {
  if (typeof params !== 'object' || params === null) return {}
  const entries = Object.entries(params).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(entries)
}

/**
 * A server that hangs is given up, and the mail is tried again. In the dialogue it has longer: one that reads a whole mail
 * before it takes it would get the mail twice. Parameters of `SMTP_URL` of these names go first.
 */
const SMTP_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 }

/** Sends mails through the server of `SMTP_URL`, signed where the settings have a DKIM key. */
export function smtpTransport(config: Config, smtpUrl: string): MailTransport {
  let transport: Promise<Transporter> | undefined
  const connect = async () =>
    (await import('nodemailer')).createTransport({ url: smtpUrl, ...SMTP_LIMITS })
  return {
    async send({ id, sender, unsubscribe, ...mail }) {
      transport ??= connect()
      const domain = new URL(config.siteUrl).hostname
      const from = config.mailFrom ?? { name: sender, address: `no-reply@${domain}` }
      const { bounces, secret } = config
      const oneClick = unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
      await (
        await transport
      ).sendMail({
        ...mail,
        from,
        // A notice of failed delivery goes to the envelope sender, which names the mail.
        ...(bounces && {
          envelope: { from: returnAddress(secret, bounces.address, id), to: mail.to },
        }),
        // Same Message-ID at each attempt, so that receivers can drop a mail sent twice.
        messageId: `<${id}@${domain}>`,
        ...(oneClick && { headers: oneClick }),
        ...(config.dkim && { dkim: config.dkim }),
      })
    },
  }
}
