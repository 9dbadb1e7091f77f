import type { Selectable } from 'kysely'
import {
  PHASES,
  type Stage,
  changesTogether,
  maySubmit,
  type EntryAct,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { notYours, requireEntryRole } from '../studios/studio.service.ts'
import type { Window } from './entries.policy.ts'
import { entriesRepository, type EntryInRole, type EntryRecord } from './entries.repository.ts'
import { openCategories, sectionCode } from './entry-questions.repository.ts'
import { windowClosed, entryLocked } from './entry-refusals.ts'

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
