import { PHASES, type Language, type NextAction } from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import { formatDay, displayedDeadline, formatDateTime, formatMoney } from '../lib/format.ts'
import { MAIL_TEXTS } from '../mail/mail-texts.ts'
import { editionsRepository } from '../modules/editions/editions.repository.ts'
import { nextOf } from '../modules/entries/entries.policy.ts'
import { entriesRepository } from '../modules/entries/entries.repository.ts'
import { windowOf } from '../modules/entries/entry-access.ts'
import { remindersRepository } from './jobs.repository.ts'

const HOUR = 3_600
const DAY_MS = 86_400_000
/** Days before the close on which people hear of what they have not finished. */
const REMINDED_DAYS = [7, 2] as const

/** Tells people of drafts and unpaid entries before the call closes, once for each day and deadline. */
export function deadlineReminders(context: AppContext) {
  context.jobs.every('deadline.reminders', HOUR, () => remindOfDeadlines(context))
}

/** Looks at every open call; a deadline that was moved is a new one, of which people hear anew. */
export async function remindOfDeadlines(context: AppContext): Promise<void> {
  const now = context.clock()
  const editions = await remindersRepository(context.db).openEditions(now)
  for (const { id, closes_at } of editions) {
    const days = REMINDED_DAYS.find((before) => isWithin(now, closes_at, before))
    if (days === undefined) continue
    // Shut by hand before its date, a call has no deadline any more.
    const phase = await editionsRepository(context.db).phaseOf(id, now)
    if (phase !== PHASES.call_open) continue
    const found = await unfinished(context, id, now)
    for (const [userId, own] of Map.groupBy(found, ({ user_id }) => user_id)) {
      await remind(context, own, `deadline:${userId}:${closes_at.toISOString()}:${days}`)
    }
  }
}

type Unfinished = Awaited<ReturnType<typeof unfinished>>[number]

/** Entries that wait for their entrant; one whose bank is at work waits for nobody. */
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

/** True for the day that begins so many days before the close. */
function isWithin(now: Date, closesAt: Date, days: number): boolean {
  const left = closesAt.getTime() - now.getTime()
  return left <= days * DAY_MS && left > (days - 1) * DAY_MS
}

async function remind({ db, mail }: AppContext, own: readonly Unfinished[], dedupeKey: string) {
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
          [entry_no, oneLine(title), nextWords(next, language)].join('\t'),
        )
        .join('\n'),
    },
  })
}

/** What the account says too, in a few words. */
function nextWords({ action, order }: NextAction, language: Language): string {
  const { words } = MAIL_TEXTS[language]
  if (action === 'hand_in') return words.to_submit
  if (action !== 'transfer' || !order) return words.to_pay
  const amount = formatMoney(order.amount_minor, order.currency, language)
  return words.to_transfer.replace('{{amount}}', amount)
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
