import { PHASES } from '@awards/shared/domain'
import type { AppContext } from '../app/app-context.ts'
import { dayText, lastMomentOf, momentText } from '../app/moment.ts'
import { MAIL_TEXTS } from '../mail/mail-texts.ts'
import { editionsRepository } from '../modules/editions/editions.repository.ts'
import { remindersRepository, type OpenDraft } from './reminders.repository.ts'

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
    const drafts = await remindersRepository(context.db).openDrafts(id)
    for (const [userId, own] of Map.groupBy(drafts, ({ user_id }) => user_id)) {
      await remind(context, own, `deadline:${userId}:${closes_at.toISOString()}:${days}`)
    }
  }
}

/** True for the day that begins so many days before the close. */
function isWithin(now: Date, closesAt: Date, days: number): boolean {
  const left = closesAt.getTime() - now.getTime()
  return left <= days * DAY_MS && left > (days - 1) * DAY_MS
}

async function remind({ db, mail }: AppContext, own: readonly OpenDraft[], dedupeKey: string) {
  const [first] = own
  if (!first) return
  const { email, language, timezone } = first
  const closes = lastMomentOf(first.closes_at, timezone)
  const { words } = MAIL_TEXTS[language]
  await mail.enqueue(db, {
    to: email,
    template: 'deadline_reminder',
    language,
    dedupeKey,
    params: {
      day: dayText(closes, language, timezone),
      closes: momentText(closes, language, timezone),
      drafts: own
        .map(({ entry_no, title, is_draft }) =>
          [entry_no, oneLine(title), is_draft ? words.to_submit : words.to_pay].join('\t'),
        )
        .join('\n'),
    },
  })
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
