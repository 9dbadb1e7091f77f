import { PHASES, type Language, type NextAction } from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import { formatDay, displayedDeadline, formatDateTime, formatMoney } from '../lib/localised.ts'
import { MAIL_TEXTS } from '../mail/mail-texts.ts'
import { editionsRepository } from '../modules/editions/editions.repository.ts'
import { nextOf } from '../modules/entries/entries.policy.ts'
import { entriesRepository } from '../modules/entries/entries.repository.ts'
import { windowOf } from '../modules/entries/entry-access.ts'
import { remindersRepository } from './jobs.repository.ts'
import { DAY_MS } from '../lib/time.ts'

const HOUR = 3_600
/** Days before the close on which entrants are reminded. */
const REMINDER_DAYS = [7, 2] as const

/** Hourly job: reminds entrants of drafts and unpaid entries, once per reminder day and deadline. */
export function deadlineReminders(context: AppContext) {
  context.jobs.every('deadline.reminders', HOUR, () => remindOfDeadlines(context))
}

/** Sends the reminders that are due now. A moved deadline counts as a new one, so entrants are reminded again. */
export async function remindOfDeadlines(context: AppContext): Promise<void> {
  const now = context.clock()
  const editions = await remindersRepository(context.db).openEditions(now)
  for (const { id, closes_at } of editions) {
    const days = REMINDER_DAYS.find((before) => isWithin(now, closes_at, before))
    if (days === undefined) continue
    // A call closed by hand before its date has no deadline any more.
    const phase = await editionsRepository(context.db).phaseOf(id, now)
    if (phase !== PHASES.call_open) continue
    const found = await unfinished(context, id, now)
    for (const [userId, own] of Map.groupBy(found, ({ user_id }) => user_id)) {
      await sendReminder(context, own, `deadline:${userId}:${closes_at.toISOString()}:${days}`)
    }
  }
}

type Unfinished = Awaited<ReturnType<typeof unfinished>>[number]

/** Entries with a next step for the entrant; not those that wait for the bank. */
async function unfinished({ db }: AppContext, editionId: string, now: Date) {
  const rows = await entriesRepository(db).unfinished(editionId)
  const [first] = rows
  if (!first) return []
  const window = await windowOf(db, first, now)
  return rows.flatMap((row) => {
    const next = nextOf(row, window)
    return next && next.action !== 'await_payment' ? [{ ...row, next }] : []
  })
}

/** True during the 24 hours that begin `days` days before the close. */
function isWithin(now: Date, closesAt: Date, days: number): boolean {
  const left = closesAt.getTime() - now.getTime()
  return left <= days * DAY_MS && left > (days - 1) * DAY_MS
}

async function sendReminder(
  { db, mail }: AppContext,
  own: readonly Unfinished[],
  dedupeKey: string,
) {
  const [first] = own
  if (!first) return
  const { email, edition_timezone: timezone } = first
  const closes = displayedDeadline(first.edition_closes_at, timezone)
  const language = first.language as Language
  await mail.enqueue(db, {
    to: email,
    template: 'deadline_reminder',
    language,
    dedupeKey,
    params: {
      day: formatDay(closes, language, timezone),
      closes: formatDateTime(closes, language, timezone),
      drafts: own
        .map(({ entry_no, title, next }) =>
          [entry_no, oneLine(title), nextStepText(next, language)].join('\t'),
        )
        .join('\n'),
    },
  })
}

/** The next step in the words of the account page. */
function nextStepText({ action, order }: NextAction, language: Language): string {
  const { words } = MAIL_TEXTS[language]
  if (action === 'hand_in') return words.to_submit
  if (action !== 'transfer' || !order) return words.to_pay
  // Each entry of the list has its own part of a transfer for several.
  const amount = formatMoney(order.line_minor, order.currency, language)
  return words.to_transfer.replace('{{amount}}', amount)
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
