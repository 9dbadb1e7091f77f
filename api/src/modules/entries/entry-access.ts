import type { Selectable } from 'kysely'
import { PHASES, changesTogether, maySubmit, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import type { AppContext } from '../../start/app-context.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { owns, type Window } from './entries.policy.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { notYours, windowClosed, entryLocked } from './entry-refusals.ts'

/** Entries that one account begins in an hour: more than an agency types, fewer than a program would. */
const BEGUN = { points: 120, seconds: 3_600 }

/** Counts entries that an account is about to begin, or throws 429. */
export const countBegun = (
  { config, limits }: AppContext,
  actor: Actor,
  entries: number,
): Promise<void> =>
  // A demo's accounts are used by everybody at once, as its address is.
  limits.take('entries_begun', actor.id, perNetwork(BEGUN, config.mode), entries)

/**
 * Holds the account as that of an entrant to the end of the transaction: an invitation to the jury is accepted
 * before it or after it, and whoever sits on the jury begins no entry.
 */
export async function requireEntrant(trx: Db, actor: Actor): Promise<void> {
  if (await usersRepository(trx).holdEntrant(actor.id)) return
  throw new BusinessError(403, 'You are a member of the jury now. Jurors do not enter works.')
}

export { entryLocked, notYours, stale } from './entry-refusals.ts'

/** An entry of the actor's own, or 404. */
export async function ownEntry(db: Db, actor: Actor, id: string): Promise<EntryRecord> {
  const entry = await entriesRepository(db).find(id)
  if (!entry || !owns(actor, entry)) throw notYours()
  return entry
}

/** The same, locked as every movement of its money locks it: no payment begins or ends meanwhile. */
export async function lockedOwnEntry(trx: Db, actor: Actor, id: string): Promise<EntryRecord> {
  await entriesRepository(trx).lock(id)
  return ownEntry(trx, actor, id)
}

type OfEdition = { edition_id: string; edition_closes_at: Date }

/** What the calendar of the entry's edition allows now. */
export async function windowOf(db: Db, entry: OfEdition, now: Date): Promise<Window> {
  const { phase, capabilities } = await editionsRepository(db).stageOf(entry.edition_id, now)
  const isCall = phase === PHASES.call_open && now <= entry.edition_closes_at
  return {
    canEdit: capabilities.entrants_can_edit && isCall,
    isJudged: phase >= PHASES.first_level_scoring,
    closesAt: entry.edition_closes_at,
    now,
  }
}

/** The edition that takes entries now; else a refusal that says when the last call closed and the next opens. */
export async function openEdition(db: Db, now: Date, language: Language) {
  const editions = editionsRepository(db)
  const edition = await editions.calling(now)
  if (edition && edition.opens_at <= now && now <= edition.closes_at) {
    if ((await editions.phaseOf(edition.id, now)) === PHASES.call_open) return edition
  }
  const last = await editions.closedBefore(now)
  const timezone = last?.timezone ?? edition?.timezone ?? 'UTC'
  throw await windowClosed(db, { closesAt: last?.closes_at ?? null, timezone }, now, language)
}

type CategoryChoice = { section_id: string; category_ids: readonly string[] }

export const isOpenTo = (
  section: string,
  { sections_allowed: allowed }: { sections_allowed: string[] },
) => allowed.length === 0 || allowed.includes(section)

/** The chosen categories in the order of the command, where each is open to the section; else 422. */
export async function chosenCategories(db: Db, command: CategoryChoice) {
  const section = await db
    .selectFrom('sections')
    .select('code')
    .where('id', '=', command.section_id)
    .executeTakeFirst()
  if (!section) throw new BusinessError(422, { section_id: ['Choose a section from the list'] })
  const ids = [...new Set(command.category_ids)]
  const categories = await openCategories(db).where('id', 'in', ids).execute()
  if (categories.length < ids.length) {
    throw new BusinessError(422, { category_ids: ['Choose categories from the list'] })
  }
  if (!categories.every((category) => isOpenTo(section.code, category))) {
    throw new BusinessError(422, {
      category_ids: ['A category you chose is not open to this section. Choose another one.'],
    })
  }
  return ids.flatMap((id) => categories.filter((category) => category.id === id))
}

/** Categories that can be entered: those below a group. */
export const openCategories = (db: Db) =>
  db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'code', 'name', 'sections_allowed'])
    .where('is_active', '=', true)
    .where('parent_id', 'is not', null)
    .orderBy('sort')
    .orderBy('code')

/**
 * The entries of a project share their text: `together` are those a save reaches, which are as far as
 * `current` is and as open to change. Locked to the end of the transaction.
 */
export async function lockedProject(
  db: Db,
  entry: EntryRecord,
  window: Window,
): Promise<{ current: Selectable<ApplyOrders>; together: Selectable<ApplyOrders>[] }> {
  const rows = await entriesRepository(db).lockProject(entry.project_id)
  const current = rows.find(({ id }) => id === entry.id)
  // Withdrawn meanwhile, or long ago.
  if (!current) throw entryLocked()
  const isWith = (row: Selectable<ApplyOrders>) =>
    row.edition_id === current.edition_id &&
    changesTogether(row.entry_status, current.entry_status) &&
    maySubmit(row, window)
  return { current, together: rows.filter((row) => row.id === entry.id || isWith(row)) }
}
