import type { Answer, Parsed, juryDesk } from '@awards/shared/contract'
import { dayIn, homeRoute, inLanguage, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { formatDay, displayedDeadline, formatDateTime } from '../../../lib/localised.ts'
import type { Db } from '../../../db/database.ts'
import { renderMail } from '../../../mail/render-mail.ts'
import { writtenTexts } from '../../../mail/outbox.repository.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { scopeOf } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { scoreDeadline, scoringPhaseOf } from './workload.service.ts'
import { workloadRepository, type PendingJuror } from './workload.repository.ts'
import { DAY_MS } from '../../../lib/time.ts'
import type { FastifyInstance } from 'fastify'
import { stopLink, stopPage, type StopTexts } from '../../../http/stop-page.ts'
import type { Config } from '../../../start/config.ts'

type Sent = Answer<typeof juryDesk.remindJurors>

const HOUR_SECONDS = 3_600
/** Calendar days before the deadline on which the job reminds jurors, in the time zone of the edition. */
const REMINDER_DAYS = [7, 3, 1]

/** Registers the hourly job that reminds jurors before their deadline. */
export function scheduleReminders(context: AppContext) {
  context.jobs.every('jury.reminders', HOUR_SECONDS, () => sendDueReminders(context))
}

/** Reminders requested by a chair. A juror gets at most one reminder a day, those of the job included. */
export async function remindJurors(
  context: AppContext,
  actor: Actor,
  input: Parsed<typeof juryDesk.remindJurors>,
  language: Language,
): Promise<Sent> {
  const { db, clock } = context
  const scope = scopeOf(actor)
  const edition = input.edition_id ?? (await phasesService(context).reviewedEdition()) ?? '0'
  const phases = await workloadRepository(db).phases(edition)
  const timezone = phases[0]?.timezone ?? 'UTC'
  return db.transaction().execute(async (trx) => {
    const debtors = await workloadRepository(trx).pendingJurors(
      edition,
      undefined,
      input.juror_ids,
      scope,
    )
    const answer: Sent = { mail: null, sent: [], skipped: [] }
    for (const one of debtors) {
      const phase = scoringPhaseOf(phases, one.level, clock())
      const reason = phase ? skipReason(one, timezone, clock()) : 'NOTHING_LEFT'
      if (reason) {
        answer.skipped.push({ juror_id: one.juror_id, reason })
        continue
      }
      const reminder = { one, ends_at: scoreDeadline(phases, one.level, clock()), timezone }
      if (!input.dry_run) await sendReminder(context, trx, reminder)
      else answer.mail ??= await previewOf(context, reminder, language)
      answer.sent.push(one.juror_id)
    }
    if (input.dry_run) return answer
    await auditRepository(trx).record(actor, 'jury.reminded', edition, { after: answer })
    return answer
  })
}

/** Reminds the jurors of every edition in scoring whose deadline is 7, 3 or 1 days ahead. */
export async function sendDueReminders(context: AppContext): Promise<void> {
  const { db, clock } = context
  const now = clock()
  const all = await workloadRepository(db).phases()
  for (const [edition_id, phases] of Map.groupBy(all, (one) => one.edition_id)) {
    const { capabilities } = await editionsRepository(db).stageOf(edition_id, now)
    for (const level of [2, 3] as const) {
      const ends_at = scoreDeadline(phases, level, now)
      if (!ends_at || !capabilities.can_score_levels.includes(level)) continue
      const timezone = phases[0]?.timezone ?? 'UTC'
      const due = displayedDeadline(ends_at, timezone)
      const left = daysBetween(dayIn(now, timezone), dayIn(due, timezone))
      if (!REMINDER_DAYS.includes(left)) continue
      await db.transaction().execute(async (trx) => {
        const debtors = await workloadRepository(trx).pendingJurors(edition_id, level, undefined)
        const reminded = debtors.filter((one) => !skipReason(one, timezone, now))
        for (const one of reminded) await sendReminder(context, trx, { one, ends_at, timezone })
        if (reminded.length === 0) return
        await auditRepository(trx).record(null, 'jury.reminded', edition_id, {
          after: { days_left: left, sent: reminded.map(({ juror_id }) => juror_id) },
        })
      })
    }
  }
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

function skipReason(one: PendingJuror, timezone: string, now: Date) {
  if (one.left === 0) return 'NOTHING_LEFT'
  if (!one.email) return 'NO_ADDRESS'
  if (!one.wants_reminders) return 'OPTED_OUT'
  const isToday = one.reminded_at && dayIn(one.reminded_at, timezone) === dayIn(now, timezone)
  return isToday ? 'TODAY' : undefined
}

type Reminder = {
  readonly one: PendingJuror
  /** Without it (a phase kept open beyond its date) the mail names no deadline. */
  readonly ends_at: Date | undefined
  readonly timezone: string
}

/** Template and values of a reminder; `stop` is the personal link that ends them. */
function mailOf({ one, ends_at, timezone }: Reminder, language: Language, stop: string) {
  const due = ends_at && displayedDeadline(ends_at, timezone)
  const params = { count: one.left, home: homeRoute(one.level), stop }
  if (!due) return { template: 'jury_reminder_open', params } as const
  const day = formatDay(due, language, timezone)
  return {
    template: 'jury_reminder',
    params: { ...params, day, due: formatDateTime(due, language, timezone) },
  } as const
}

async function sendReminder({ clock, mail, config }: AppContext, trx: Db, reminder: Reminder) {
  const { juror_id, language, email } = reminder.one
  await workloadRepository(trx).setRemindedAt(juror_id, clock())
  await mail.enqueue(trx, {
    to: email ?? '',
    language,
    ...mailOf(reminder, language, unsubscribeLink(config, juror_id)),
  })
}

/** What the juror would read. Without the link: anybody who has it can end the reminders of that juror. */
async function previewOf(context: AppContext, reminder: Reminder, language: Language) {
  const { programme_name, organiser, primary_colour: colour } = await context.identity()
  const programme = inLanguage(programme_name, language)
  const { template, params } = mailOf(reminder, language, '')
  const values = { ...params, site: context.config.siteUrl, programme }
  const look = { programme, organiser, colour }
  const written = await writtenTexts(context.db).of(template, language)
  const { subject, text } = renderMail(template, language, values, look, written)
  return { subject, text }
}

const TEXTS: StopTexts = {
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

const LINK = { path: '/api/jury/reminders', purpose: 'jury-reminders' } as const

/** Signed link that stops a juror's reminders and nothing else. */
export const unsubscribeLink = (config: Config, jurorId: string): string =>
  stopLink(config, LINK, jurorId)

/** The page that the link opens. */
export function unsubscribeRoutes(app: FastifyInstance, { config, db }: AppContext) {
  const stop = (jurorId: string) => workloadRepository(db).stopReminders(jurorId)
  stopPage(app, config, { ...LINK, texts: TEXTS, stop })
}
