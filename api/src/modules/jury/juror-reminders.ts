import type { Answer, Parsed, juryDesk } from '@awards/shared/contract'
import { dayIn, homeRoute } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { dayText, momentText } from '../../app/moment.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { scopeOf } from './jury.policy.ts'
import { phasesService } from './phases.service.ts'
import { stopLink } from './stop-reminders.ts'
import { workloadRepository, type Debtor } from './workload.repository.ts'

type Sent = Answer<typeof juryDesk.remindJurors>
type Deadline = { readonly edition_id: string; readonly ends_at: Date; readonly timezone: string }

const HOUR = 3_600
const DAY_MS = 86_400_000
/** Calendar days before the end of a phase on which jurors hear of what is left, in the zone of the programme. */
const REMINDED_DAYS = [7, 3, 1]

/** Reminds jurors by themselves before their phase ends. */
export function jurorReminders(context: AppContext) {
  context.jobs.every('jury.reminders', HOUR, () => remindOfPhases(context))
}

/** A reminder that a chair asks for; each juror gets at most one a day, from whatever side. */
export async function remindJurors(
  context: AppContext,
  actor: Actor,
  input: Parsed<typeof juryDesk.remindJurors>,
): Promise<Sent> {
  const { db, clock } = context
  const scope = scopeOf(actor)
  const edition = input.edition_id ?? (await phasesService(context).reviewedEdition()) ?? '0'
  const deadline = await deadlineOf(db, edition, clock())
  return db.transaction().execute(async (trx) => {
    const debtors = await workloadRepository(trx).debtors(
      edition,
      undefined,
      input.juror_ids,
      scope,
    )
    const answer: Sent = { sent: [], skipped: [] }
    for (const one of debtors) {
      const reason = reasonAgainst(one, deadline.timezone, clock())
      if (reason) answer.skipped.push({ juror_id: one.juror_id, reason })
      else {
        await send(context, trx, one, deadline)
        answer.sent.push(one.juror_id)
      }
    }
    await auditRepository(trx).record(actor, 'jury.reminded', edition, { after: answer })
    return answer
  })
}

/** Looks at every edition of which jurors score; a moved end is a new one. */
export async function remindOfPhases(context: AppContext): Promise<void> {
  const { db, clock } = context
  const now = clock()
  for (const deadline of await workloadRepository(db).endingPhases(now)) {
    const { edition_id, ends_at, timezone } = deadline
    const left = daysBetween(dayIn(now, timezone), dayIn(ends_at, timezone))
    if (!REMINDED_DAYS.includes(left)) continue
    const { capabilities } = await editionsRepository(db).stageOf(edition_id, now)
    for (const level of [2, 3] as const) {
      if (!capabilities.can_score_levels.includes(level)) continue
      await db.transaction().execute(async (trx) => {
        const debtors = await workloadRepository(trx).debtors(edition_id, level, undefined)
        const due = debtors.filter((one) => !reasonAgainst(one, timezone, now))
        for (const one of due) await send(context, trx, one, deadline)
        if (due.length === 0) return
        await auditRepository(trx).record(null, 'jury.reminded', edition_id, {
          after: { days_left: left, sent: due.map(({ juror_id }) => juror_id) },
        })
      })
    }
  }
}

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

function reasonAgainst(one: Debtor, timezone: string, now: Date) {
  if (one.left === 0) return 'NOTHING_LEFT'
  if (!one.email) return 'NO_ADDRESS'
  if (!one.wants_reminders) return 'OPTED_OUT'
  const isToday = one.reminded_at && dayIn(one.reminded_at, timezone) === dayIn(now, timezone)
  return isToday ? 'TODAY' : undefined
}

async function send(context: AppContext, trx: Db, one: Debtor, { ends_at, timezone }: Deadline) {
  const { clock, mail, config } = context
  const { juror_id, language, email, left } = one
  await workloadRepository(trx).reminded(juror_id, clock())
  await mail.enqueue(trx, {
    to: email ?? '',
    template: 'jury_reminder',
    language,
    params: {
      count: left,
      day: dayText(ends_at, language, timezone),
      due: momentText(ends_at, language, timezone),
      home: homeRoute(one.level),
      stop: stopLink(config, juror_id),
    },
  })
}

async function deadlineOf(db: Db, edition_id: string, now: Date): Promise<Deadline> {
  const known = await workloadRepository(db).endingPhases(now)
  const found = known.find((one) => one.edition_id === edition_id)
  if (found) return found
  const edition = await editionsRepository(db).find(edition_id)
  return { edition_id, ends_at: now, timezone: edition?.timezone ?? 'UTC' }
}
