import {
  type SkipReason,
  fillVariables,
  FORMAT_LOCALES,
  inLanguage,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { MINUTE_MS } from '../../lib/time.ts'
import type { AppContext } from '../../start/app-context.ts'
import {
  audienceRepository,
  type Reader,
  type AudienceOf,
  broadcastsRepository,
  type BroadcastRecord,
} from './broadcasts.repository.ts'
import type { FastifyInstance } from 'fastify'
import { stopLink, stopPage, type StopTexts } from '../../http/stop-page.ts'
import type { Config } from '../../start/config.ts'
import type { BroadcastTexts } from '@awards/shared/contract'
import { displayedDeadline, formatDateTime } from '../../lib/localised.ts'
import { MAIL_TEXTS, type MailRequest } from '../../mail/mail-texts.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { scoreDeadlines } from '../jury/assignment/workload.service.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'identity'>

/** Where the button of the mail leads. */
const PAGES: Record<AudienceOf['audience'], string> = {
  drafts: '/account',
  unpaid: '/account',
  corrections: '/account',
  no_package: '/account?tab=awards',
  jurors: '/juryreview',
}
const TITLES_SHOWN = 3

/** Writes the mails of a broadcast: its text in the language of the reader, with the reader's own values. */
export async function broadcastMails(context: Context, db: Db, target: AudienceOf) {
  const { identity, config, clock } = context
  const edition = await editionsRepository(db).find(target.edition_id)
  const ofJurors = await scoreDeadlines(db, target.edition_id, clock())
  const { programme_name } = await identity()

  const deadlineOf = ({ deadline, level }: Reader): Date | undefined =>
    level ? ofJurors[level] : (deadline ?? edition?.closes_at)
  const dateOf = (reader: Reader, language: Language) => {
    const deadline = deadlineOf(reader)
    const { words } = MAIL_TEXTS[language]
    if (!deadline || !edition) return words.no_deadline
    return formatDateTime(displayedDeadline(deadline, edition.timezone), language, edition.timezone)
  }
  const valuesOf = (reader: Reader, language: Language) => ({
    name: reader.name,
    entry: titlesIn(reader.titles, language),
    count: String(reader.count),
    deadline: dateOf(reader, language),
    edition: edition ? inLanguage(edition.name as { en: string }, language) : '',
    programme: inLanguage(programme_name, language),
  })

  /** The mail of a reader; a language without a text has the English one. */
  function mailOf(texts: BroadcastTexts, reader: Reader, wanted: Language = reader.language) {
    const language = texts[wanted].subject ? wanted : 'en'
    const values = valuesOf(reader, language)
    return {
      template: 'broadcast',
      language,
      params: {
        subject: fillVariables(texts[language].subject, values),
        body: fillVariables(texts[language].body, values),
        action: MAIL_TEXTS[language].words[`broadcast_${target.audience}`],
        page: PAGES[target.audience],
        stop: stopMailsLink(config, reader.user_id),
      },
    } as const satisfies Omit<MailRequest, 'to'>
  }

  return {
    mailOf,
    /** What the reader would see. Without the stop link: anybody who has it can end the mails of that account. */
    async preview(texts: BroadcastTexts, reader: Reader, shown: Language) {
      const { template, language, params } = mailOf(texts, reader, shown)
      const { organiser, primary_colour: colour } = await identity()
      const programme = inLanguage(programme_name, language)
      const values = { ...params, stop: '', site: config.siteUrl, programme }
      const look = { programme, organiser, colour }
      const { subject, text } = renderMail(template, language, values, look)
      return { subject, text }
    },
  }
}

/** Titles as one enumeration; of many the first, and how many more there are. */
function titlesIn(titles: readonly string[], language: Language): string {
  const { untitled, and_more } = MAIL_TEXTS[language].words
  const shown = titles.slice(0, TITLES_SHOWN).map((title) => title.trim() || untitled)
  const more = titles.length - shown.length
  const parts = more > 0 ? [...shown, and_more.replace('{{count}}', String(more))] : shown
  return new Intl.ListFormat(FORMAT_LOCALES[language], { type: 'conjunction' }).format(parts)
}

const TEXTS: StopTexts = {
  en: {
    title: 'Mails to your account',
    confirm:
      'You will get no more mails of this kind. Those that your entries need still reach you: receipts, corrections, results.',
    button: 'Stop these mails',
    stopped: 'You will get no more mails of this kind. What your entries need still reaches you.',
    unknown: 'This link is not complete. Open it again from the last mail.',
  },
  fr: {
    title: 'Messages à votre compte',
    confirm:
      'Vous ne recevrez plus de messages de ce genre. Ceux dont vos candidatures ont besoin vous parviendront toujours\u00A0: reçus, corrections, résultats.',
    button: 'Arrêter ces messages',
    stopped:
      'Vous ne recevrez plus de messages de ce genre. Ce dont vos candidatures ont besoin vous parviendra toujours.',
    unknown: 'Ce lien est incomplet. Ouvrez-le de nouveau depuis le dernier message.',
  },
  zh: {
    title: '发送到您账户的邮件',
    confirm: '您将不再收到此类邮件。与您的参赛作品有关的邮件仍会发送：收据、修改通知、评审结果。',
    button: '停止接收此类邮件',
    stopped: '您将不再收到此类邮件。与您的参赛作品有关的邮件仍会发送。',
    unknown: '此链接不完整。请从最近一封邮件中重新打开。',
  },
}

const LINK = { path: '/api/mails/stop', purpose: 'mails' } as const

/** Signed link that ends mails to an account that the contract does not need. */
const stopMailsLink = (config: Config, userId: string): string => stopLink(config, LINK, userId)

/** The page that the link opens, and what a mail client posts to when its own button is pressed (RFC 8058). */
export function stopMailsRoutes(app: FastifyInstance, { config, db, clock }: AppContext) {
  const stop = (userId: string) => broadcastsRepository(db).stopMails(userId, clock())
  stopPage(app, config, { ...LINK, texts: TEXTS, stop })
}

const TICK_SECONDS = 3
/** People in one transaction: a kill takes back at most so many, none of whom has a mail then. */
const CHUNK = 100

/** Registers the job that sends broadcasts, and the notes of what became of their mails. */
export function broadcastJobs(context: AppContext) {
  const { jobs, mail } = context
  mail.follow('broadcast', (trx, id, outcome) => broadcastsRepository(trx).settle(id, outcome))
  jobs.every('mails.broadcasts', TICK_SECONDS, () => sendBroadcasts(context))
}

/**
 * Puts due mails of broadcasts into the outbox, as many as the rate of a minute leaves; one that began first is ended
 * first. The person's row and the mail are written in one transaction, so a kill between two mails repeats none.
 */
export async function sendBroadcasts(context: AppContext): Promise<void> {
  const { db, clock, config } = context
  const repository = broadcastsRepository(db)
  const { queued, unsent } = await repository.pace(new Date(clock().getTime() - MINUTE_MS))
  // A mail server that is down is not met by all mails at once when it is back.
  let budget = config.broadcastsPerMinute - Math.max(queued, unsent)
  for (const id of await repository.due(clock())) {
    for (let isGoingOn = true; isGoingOn;) {
      const step = await db.transaction().execute((trx) => sendSome(context, trx, id, budget))
      budget -= step.queued
      isGoingOn = step.isGoingOn && budget > 0
    }
    if (budget <= 0) return
  }
}

const OVER = { queued: 0, isGoingOn: false }

/** One chunk. The broadcast is locked meanwhile: who stops it waits, and nothing leaves after that. */
async function sendSome(context: AppContext, trx: Db, id: string, budget: number) {
  const repository = broadcastsRepository(trx)
  const broadcast = await repository.lock(id)
  if (!broadcast || !['scheduled', 'sending'].includes(broadcast.state)) return OVER
  if (broadcast.state === 'scheduled') {
    await audienceRepository(trx, context.clock()).writeDown(id, broadcast)
    await repository.setState(id, { state: 'sending' })
  }
  const people = await repository.waiting(id, Math.min(CHUNK, budget))
  if (people.length === 0 && budget > 0) {
    await repository.setState(id, { state: 'done', done_at: context.clock() })
    return OVER
  }
  return { queued: await sendTo(context, trx, broadcast, people), isGoingOn: true }
}

/** Writes to those who are still to be written to, and notes why the others are not. */
async function sendTo(
  context: AppContext,
  trx: Db,
  { id, texts, ...target }: BroadcastRecord,
  people: readonly string[],
): Promise<number> {
  const repository = broadcastsRepository(trx)
  const found = await audienceRepository(trx, context.clock()).readers(target, people)
  const readers = new Map(found.map((reader) => [reader.user_id, reader]))
  const skipped = new Map(
    people.flatMap((one) => {
      const reason = skipReason(readers.get(one))
      return reason ? [[one, reason] as const] : []
    }),
  )
  if (skipped.size > 0) await repository.skip(id, skipped)
  const written = found.filter(({ user_id }) => !skipped.has(user_id))
  if (written.length === 0) return 0
  const { mailOf } = await broadcastMails(context, trx, target)
  await context.mail.enqueueMany(
    trx,
    written.map((reader) => ({
      ...mailOf(texts, reader),
      to: reader.email,
      dedupeKey: `broadcast:${id}:${reader.user_id}`,
    })),
  )
  const reached = written.map(({ user_id }) => user_id)
  await repository.queued(id, reached, context.clock())
  return written.length
}

function skipReason(reader: Reader | undefined): SkipReason | undefined {
  if (!reader) return 'left'
  if (reader.is_stopped) return 'opted_out'
  return reader.is_bounced ? 'bounced' : undefined
}
