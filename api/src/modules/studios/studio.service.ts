import type { Answer, Parsed, studio as calls } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { type Mail, MAIL_TEXTS } from '../../mail/mail-texts.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import {
  studioInvitationsRepository,
  handOversRepository,
} from './studio-invitations.repository.ts'
import {
  studioMembersRepository,
  type MembershipRow,
  type WorkRow,
  entryRoleRepository,
  type EntryPlace,
} from './studio-members.repository.ts'
import {
  fillVariables,
  type Language,
  type MemberRole,
  ROLE_TOO_SMALL,
  roleMay,
  type EntryAct,
  type EntryRole,
} from '@awards/shared/domain'

/** The members of a studio and the studios of a member: who they are, what role they have, and its end. */
export function studioService({ db, clock, mail }: AppContext) {
  return {
    async overview(actor: Actor): Promise<Answer<typeof calls.overview>> {
      const members = studioMembersRepository(db)
      const handOvers = handOversRepository(db)
      const now = clock()
      const [name, works, team, invitations, memberships, offered, received] = await Promise.all([
        members.name(actor.id),
        members.works(actor.id),
        members.members(actor.id),
        studioInvitationsRepository(db).open(actor.id),
        members.memberships(actor.id),
        handOvers.of(actor.id, now),
        handOvers.to(actor.id, now),
      ])
      return {
        name,
        works,
        members: team.map(({ id, since, ...row }) => ({
          ...row,
          member_id: id,
          since: since.toISOString(),
        })),
        invitations: invitations.map(({ id, sent_at, expires_at, ...row }) => ({
          ...row,
          invitation_id: id,
          sent_at: sent_at.toISOString(),
          expires_at: expires_at.toISOString(),
          is_over: expires_at <= now,
        })),
        memberships: memberships.map(({ id, owner_id, studio, since, ...row }) => ({
          ...row,
          member_id: id,
          studio: { id: owner_id, name: studio },
          since: since.toISOString(),
        })),
        offered: offered.map(toOffer),
        received: received.map(toOffer),
      }
    },

    changeRole: (actor: Actor, { member_id, role }: Parsed<typeof calls.changeRole>) =>
      db.transaction().execute(async (trx) => {
        const member = await ownMember(trx, actor, member_id)
        if (member.role === role) return { changed: false }
        await studioMembersRepository(trx).changeRole(member_id, role)
        await auditRepository(trx).record(actor, 'studio.role_changed', member.member_id, {
          before: scopeOf(member),
          after: { ...scopeOf(member), role },
        })
        return { changed: true }
      }),

    /**
     * Ends a membership. The lock of its row waits for what the member has begun; what the member asks for afterwards,
     * in any window, is refused, since every call reads the role.
     */
    remove: (actor: Actor, { member_id }: Parsed<typeof calls.removeMember>) =>
      db.transaction().execute(async (trx) => {
        const member = await ownMember(trx, actor, member_id)
        await end(trx, member)
        await auditRepository(trx).record(actor, 'studio.member_removed', member.member_id, {
          before: scopeOf(member),
        })
        const person = await usersRepository(trx).find(member.member_id)
        if (person?.status === 'active') {
          await mail.enqueue(trx, {
            to: person.email,
            template: 'studio_removed',
            language: languageOf(person),
            params: { studio: await studioMembersRepository(trx).name(actor.id) },
          })
        }
        return { changed: true }
      }),

    leave: (actor: Actor, { member_id }: Parsed<typeof calls.leave>) =>
      db.transaction().execute(async (trx) => {
        const members = studioMembersRepository(trx)
        const known = await members.find(member_id)
        if (known?.member_id !== actor.id) throw noMember()
        await members.lock(known.owner_id)
        const member = await members.hold(member_id)
        if (!member) throw noMember()
        await end(trx, member)
        await auditRepository(trx).record(actor, 'studio.left', member.owner_id, {
          before: scopeOf(member),
        })
        await sendLeftMail({ db: trx, mail }, member)
        return { changed: true }
      }),
  }

  /** Offers to hand works over to somebody end with the membership. */
  async function end(trx: Db, member: MembershipRow) {
    await studioMembersRepository(trx).end(member.id, clock())
    await handOversRepository(trx).removeTo(member.owner_id, member.member_id)
  }
}

/** A transaction, and the outbox for what it reports; null where nobody sends mails. */
export type MemberContext = { readonly db: Db; readonly mail: Mail | null }

/**
 * Ends every membership of an account that takes another part in the programme: on its jury or at its desk. What was
 * stays a conflict of interest.
 */
export async function leaveStudios(
  context: MemberContext,
  actor: Actor | null,
  userId: string,
  at: Date,
): Promise<void> {
  const { db: trx } = context
  await handOversRepository(trx).removeAllTo(userId)
  const owners = await studioMembersRepository(trx).endAll(userId, at)
  for (const owner_id of new Set(owners)) {
    const after = { member_id: userId }
    await auditRepository(trx).record(actor, 'studio.left', owner_id, { after })
    await sendLeftMail(context, { owner_id, member_id: userId })
  }
}

/** Names who has left, and not why: a seat on the jury is no entrant's business before the jury is announced. */
async function sendLeftMail(
  { db: trx, mail }: MemberContext,
  { owner_id, member_id }: Pick<MembershipRow, 'owner_id' | 'member_id'>,
) {
  const users = usersRepository(trx)
  const [owner, member] = [await users.find(owner_id), await users.find(member_id)]
  if (!mail || owner?.status !== 'active' || !member) return
  await mail.enqueue(trx, {
    to: owner.email,
    template: 'studio_left',
    language: languageOf(owner),
    params: { name: `${member.first_name} ${member.last_name}`, email: member.email },
  })
}

/** A member of the actor's own studio, locked; 404 for others. */
export async function ownMember(trx: Db, actor: Actor, id: string): Promise<MembershipRow> {
  const members = studioMembersRepository(trx)
  await members.lock(actor.id)
  const member = await members.hold(id)
  if (member?.owner_id !== actor.id) throw noMember()
  return member
}

/** The role and the place of a membership, for the audit log. */
export const scopeOf = ({ role, project_id }: Pick<MembershipRow, 'role' | 'project_id'>) => ({
  role,
  project_id,
})

const noMember = () =>
  new BusinessError(404, 'This person is not a member any more. Reload the page.')

type OfferRow = { id: string; name: string; work: WorkRow | null; expires_at: Date }

const toOffer = ({ id, expires_at, ...row }: OfferRow) => ({
  ...row,
  hand_over_id: id,
  expires_at: expires_at.toISOString(),
})

/** A role in words, in the language of a mail. */
export const roleWord = (role: MemberRole, language: Language): string =>
  MAIL_TEXTS[language].words[`role_${role}`]

/** What a role or an offer is about, in words: one work by its title, or all of them. */
export function placeWords(work: WorkRow | null, language: Language): string {
  const { words } = MAIL_TEXTS[language]
  if (!work) return words.all_works
  return work.title ? fillVariables(words.one_work, { title: work.title }) : words.untitled
}

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
