import {
  ENTRY_STATUS,
  isChangeable,
  submitUntil,
  type Language,
  type EntryStatus,
  type EntryTimes,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDay, formatDateTime } from '../../lib/format.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import type { Window } from './entries.policy.ts'

type Texts = {
  closed: string
  inGrace: string
  kept: string
  nextCall: string
  noNextCall: string
  opens: string
  correctionOver: string
}

/** Error texts that contain dates, so the server translates them and not the browser's catalogue. */
const DEADLINE_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    closed: 'Entries closed on {{date}}.',
    inGrace: 'You can still hand this entry in until {{until}}; your last changes go with it.',
    kept: 'What you wrote is kept in your account.',
    nextCall: 'The next call opens on {{next}}.',
    noNextCall: 'The date of the next call will be announced on this site.',
    opens: 'No call for entries is open at the moment.',
    correctionOver:
      'The time to correct this entry ended on {{date}}. What you handed in is kept; contact us if you still need to change it.',
  },
  fr: {
    closed: 'Les inscriptions ont été closes le {{date}}.',
    inGrace:
      'Vous pouvez encore déposer cette candidature jusqu’au {{until}} ; vos dernières modifications seront prises en compte.',
    kept: 'Ce que vous avez écrit est conservé dans votre compte.',
    nextCall: 'Le prochain appel à candidatures ouvre le {{next}}.',
    noNextCall: 'La date du prochain appel sera annoncée sur ce site.',
    opens: 'Aucun appel à candidatures n’est ouvert en ce moment.',
    correctionOver:
      'Le délai pour corriger cette candidature a pris fin le {{date}}. Ce que vous avez déposé est conservé ; écrivez-nous si une modification reste nécessaire.',
  },
  zh: {
    closed: '报名已于{{date}}截止。',
    inGrace: '您仍可在{{until}}之前提交此作品，最后的修改将一并提交。',
    kept: '您填写的内容已保存在您的账户中。',
    nextCall: '下一届征集将于{{next}}开放。',
    noNextCall: '下一届征集的日期将在本网站公布。',
    opens: '目前没有开放的作品征集。',
    correctionOver:
      '此作品的更正期限已于{{date}}结束。您已提交的内容仍然保留；如仍需修改，请与我们联系。',
  },
}

/** Joins sentences with a space (Chinese: without one) and fills in the placeholders. */
function sentences(
  language: Language,
  parts: readonly (keyof Texts)[],
  values: Readonly<Record<string, string>>,
): string {
  const texts = DEADLINE_TEXTS[language]
  return parts
    .map((part) => texts[part].replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? ''))
    .join(language === 'zh' ? '' : ' ')
}

type Versioned = { version: number; updated_at: Date }

/** 409: a concurrent write came first and nothing was stored. `data` has the version to merge with. */
export const stale = (current?: Versioned) =>
  new BusinessError(
    409,
    'This entry was changed in another window. Reload it and put your changes in again.',
    {
      reason: 'VERSION',
      ...(current && { version: current.version, saved_at: current.updated_at.toISOString() }),
    },
  )

/** 423: the entry has a status in which its text is read-only. */
export const entryLocked = () =>
  new BusinessError(
    423,
    'This entry has been handed in and can no longer be changed. Contact us if something is wrong.',
    { reason: 'ENTRY_LOCKED' },
  )

/** 423: section and category of a submitted entry are fixed, since its fee depends on them. */
export const placeFixed = () =>
  new BusinessError(
    423,
    'Section and category are fixed once the entry is handed in, since they decide its fee. You can enter the work in a further category.',
    { reason: 'PLACE_FIXED' },
  )

type Closed = { closesAt: Date | null; timezone: string; submitUntil?: Date | null }

/** 423 with the date of the close, the end of the grace period for drafts, and the opening of the next call. */
export async function windowClosed(
  db: Db,
  { closesAt, timezone, submitUntil: until = null }: Closed,
  now: Date,
  language: Language,
): Promise<BusinessError> {
  const next = await editionsRepository(db).opensAfter(now)
  const msg = sentences(
    language,
    [
      closesAt ? 'closed' : 'opens',
      ...(closesAt ? [until ? ('inGrace' as const) : ('kept' as const)] : []),
      next ? 'nextCall' : 'noNextCall',
    ],
    {
      date: closesAt ? formatDateTime(closesAt, language, timezone) : '',
      until: until ? formatDateTime(until, language, timezone) : '',
      next: next ? formatDay(next.opens_at, language, next.timezone) : '',
    },
  )
  return new BusinessError(423, msg, {
    reason: 'WINDOW_CLOSED',
    closed_at: closesAt?.toISOString() ?? null,
    submit_until: until?.toISOString() ?? null,
    next_opens_at: next?.opens_at.toISOString() ?? null,
  })
}

const correctionOver = (dueAt: Date, timezone: string, language: Language) =>
  new BusinessError(
    423,
    sentences(language, ['correctionOver'], { date: formatDateTime(dueAt, language, timezone) }),
    { reason: 'CORRECTION_OVER', due_at: dueAt.toISOString() },
  )

/** Chooses the error for an entry that cannot be edited: correction overdue, read-only, or call closed. */
export async function notEditable(
  db: Db,
  entry: EntryTimes & { edition_timezone: string },
  window: Window,
  language: Language,
): Promise<BusinessError> {
  const { edition_timezone: timezone, correction_due_at: dueAt } = entry
  const status = entry.entry_status as EntryStatus
  if (status === ENTRY_STATUS.correction_requested && dueAt) {
    return correctionOver(dueAt, timezone, language)
  }
  if (!isChangeable(status)) return entryLocked()
  // A call that was closed by hand before its date has no closing date to show.
  const closesAt = window.closesAt < window.now ? window.closesAt : null
  const closed = { closesAt, timezone, submitUntil: submitUntil(entry, window) }
  return windowClosed(db, closed, window.now, language)
}
