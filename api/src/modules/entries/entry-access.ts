import type { Selectable } from 'kysely'
import {
  PHASES,
  changesTogether,
  maySubmit,
  ENTRY_STATUS,
  isChangeable,
  submitUntil,
  type Stage,
  type EntryAct,
  type Language,
  type EntryStatus,
  type EntryTimes,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDay, formatDateTime } from '../../lib/localised.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { notYours, requireEntryRole } from '../studios/studio.service.ts'
import type { Window } from './entries.policy.ts'
import { entriesRepository, type EntryInRole, type EntryRecord } from './entries.repository.ts'
import { openCategories, sectionCode } from './entry-questions.repository.ts'

type DeadlineTexts = {
  closed: string
  inGrace: string
  kept: string
  nextCall: string
  noNextCall: string
  opens: string
  correctionOver: string
}

/** Error texts that contain dates, so the server translates them and not the browser's catalogue. */
const DEADLINE_TEXTS: Readonly<Record<Language, DeadlineTexts>> = {
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
  parts: readonly (keyof DeadlineTexts)[],
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
async function windowClosed(
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

/** The entry, if the actor's role in it includes the act; else 404 or 403 (`requireEntryRole`). */
export async function entryFor(
  db: Db,
  actor: Actor,
  id: string,
  act: EntryAct,
): Promise<EntryInRole> {
  return inRole(db, actor, id, act, false)
}

/** The same for a transaction that writes: a member's removal waits until it has ended. */
export const heldEntryFor = (trx: Db, actor: Actor, id: string, act: EntryAct) =>
  inRole(trx, actor, id, act, true)

/** The same with the row lock that payments take, so that no payment begins or ends meanwhile. */
export async function lockedEntryFor(
  trx: Db,
  actor: Actor,
  id: string,
  act: EntryAct,
): Promise<EntryInRole> {
  // Lock order: membership, then entry.
  await heldEntryFor(trx, actor, id, act)
  await entriesRepository(trx).lock(id)
  return heldEntryFor(trx, actor, id, act)
}

async function inRole(
  db: Db,
  actor: Actor,
  id: string,
  act: EntryAct,
  isHeld: boolean,
): Promise<EntryInRole> {
  const entry = await entriesRepository(db).find(id)
  const role = await requireEntryRole(db, actor, entry, act, isHeld)
  if (!entry) throw notYours()
  return { ...entry, role }
}

type OfEdition = { edition_id: string; edition_closes_at: Date }

/** Whether the calendar of the entry's edition allows editing now. */
export async function windowOf(db: Db, entry: OfEdition, now: Date): Promise<Window> {
  const stage = await editionsRepository(db).stageOf(entry.edition_id, now)
  return windowAt(stage, entry.edition_closes_at, now)
}

/** The same for the editions of several entries, by edition id, in one query. */
export async function windowsOf(
  db: Db,
  entries: readonly OfEdition[],
  now: Date,
): Promise<Map<string, Window>> {
  const closes = new Map(entries.map((entry) => [entry.edition_id, entry.edition_closes_at]))
  const stages = await editionsRepository(db).stagesOf([...closes.keys()], now)
  return new Map(
    [...closes].map(([id, closesAt]) => {
      const stage = stages.get(id)
      if (!stage) throw new Error(`No calendar was read for edition ${id}`)
      return [id, windowAt(stage, closesAt, now)]
    }),
  )
}

const windowAt = ({ phase, capabilities }: Stage, closesAt: Date, now: Date): Window => ({
  canEdit: capabilities.entrants_can_edit && phase === PHASES.call_open && now <= closesAt,
  isJudged: phase >= PHASES.first_level_scoring,
  closesAt,
  now,
})

/** The edition whose call is open; else 423 with the dates of the last close and the next opening. */
export async function openEdition(db: Db, now: Date, language: Language) {
  const editions = editionsRepository(db)
  const edition = await editions.currentCall(now)
  const isWithinDates = edition && edition.opens_at <= now && now <= edition.closes_at
  if (isWithinDates && (await editions.phaseOf(edition.id, now)) === PHASES.call_open)
    return edition
  // A call that was closed by hand before its date has no closing date to show, and that of the last call is not its.
  const last = isWithinDates ? undefined : await editions.closedBefore(now)
  const timezone = last?.timezone ?? edition?.timezone ?? 'UTC'
  throw await windowClosed(db, { closesAt: last?.closes_at ?? null, timezone }, now, language)
}

type CategoryChoice = { section_id: string; category_ids: readonly string[] }

export const isOpenTo = (
  section: string,
  { sections_allowed: allowed }: { sections_allowed: string[] },
) => allowed.length === 0 || allowed.includes(section)

/** The chosen categories in the given order, or 422 if one is unknown or not open to the section. */
export async function chosenCategories(db: Db, command: CategoryChoice) {
  const section = await sectionCode(db, command.section_id)
  if (section === undefined)
    throw new BusinessError(422, { section_id: ['Choose a section from the list'] })
  const ids = [...new Set(command.category_ids)]
  const categories = await openCategories(db).where('id', 'in', ids).execute()
  if (categories.length < ids.length) {
    throw new BusinessError(422, { category_ids: ['Choose categories from the list'] })
  }
  if (!categories.every((category) => isOpenTo(section, category))) {
    throw new BusinessError(422, {
      category_ids: ['A category you chose is not open to this section. Choose another one.'],
    })
  }
  return ids.flatMap((id) => categories.filter((category) => category.id === id))
}

/**
 * Locks the entries of a project until the transaction ends. They share their text: `affected` are `current`
 * and those in the same state, which a save writes too.
 */
export async function lockedProject(
  db: Db,
  entry: EntryRecord,
  window: Window,
): Promise<{ current: Selectable<ApplyOrders>; affected: Selectable<ApplyOrders>[] }> {
  const rows = await entriesRepository(db).lockProject(entry.project_id)
  const current = rows.find(({ id }) => id === entry.id)
  // `lockProject` leaves out withdrawn and disqualified entries.
  if (!current) throw entryLocked()
  // Handed over between the check of the role and the lock.
  if (current.user_id !== entry.user_id) throw notYours()
  const isAffected = (row: Selectable<ApplyOrders>) =>
    row.edition_id === current.edition_id &&
    changesTogether(row.entry_status, current.entry_status) &&
    maySubmit(row, window)
  return { current, affected: rows.filter((row) => row.id === entry.id || isAffected(row)) }
}
