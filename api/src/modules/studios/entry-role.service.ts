import { ROLE_TOO_SMALL, roleMay, type EntryAct, type EntryRole } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { entryRoleRepository, type EntryPlace } from './studio-members.repository.ts'

/** 404 for missing and foreign entries alike, so that nobody can probe for ids. */
export const notYours = () =>
  new BusinessError(404, 'This entry does not exist, or is not yours. Go back to your account.')

/** 403: a member of the studio whose role does not include what was asked. */
const roleTooSmall = (role: EntryRole) =>
  new BusinessError(
    403,
    'Your role in this studio does not include this. Ask the owner of the work.',
    { reason: ROLE_TOO_SMALL, role },
  )

/** Those of several entries with which the actor may do something; if with none, refuses as for the first. */
export async function entriesInRole<E extends EntryPlace & { id: string }>(
  db: Db,
  actor: Actor,
  entries: readonly E[],
  act: EntryAct,
): Promise<E[]> {
  const ids = entries.map(({ id }) => id)
  const open = await entryRoleRepository(db).openOf(actor.id, act, ids)
  if (open.length === 0 || actor.identity !== 0) await requireEntryRole(db, actor, entries[0], act)
  return entries.filter(({ id }) => open.includes(id))
}

/**
 * The role of the actor in an entry, if it includes the act: 404 for strangers, 403 `ROLE_TOO_SMALL` for members whose role does
 * not. Members who joined the jury have no role any more. `isHeld` is for transactions that write.
 */
export async function requireEntryRole(
  db: Db,
  actor: Actor,
  entry: EntryPlace | undefined,
  act: EntryAct,
  isHeld = false,
): Promise<EntryRole> {
  if (!entry || actor.identity !== 0) throw notYours()
  const role =
    entry.user_id === actor.id
      ? 'owner'
      : await entryRoleRepository(db).ofMember(actor.id, entry, isHeld)
  if (!role) throw notYours()
  if (!roleMay(role, act)) throw roleTooSmall(role)
  return role
}
