import { randomBytes } from 'node:crypto'
import type { Answer, Parsed, studio as calls } from '@awards/shared/contract'
import { inLanguage, MOST_MEMBERS, STUDIO_OFFER_DAYS, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import { DAY_MS } from '../../lib/time.ts'
import { formatDateTime, maskEmail } from '../../lib/localised.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import type { AppContext } from '../../start/app-context.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { scopeOf, placeWords, roleWord, notYours } from './studio.service.ts'
import { studioInvitationsRepository, type InvitationRow } from './studio-invitations.repository.ts'
import { studioMembersRepository } from './studio-members.repository.ts'

/** Mails of invitations that one account may have sent in a day. */
const MAILS_PER_DAY = { points: 30, seconds: 86_400 }
const PREVIEWS_PER_IP = { points: 60, seconds: 3_600 }
const TRIES_PER_USER = { points: 20, seconds: 3_600 }

/** Invitations to a studio: single-use links bound to one address. Only `accept` redeems them. */
export function studioInvitationsService(context: AppContext) {
  const { config, db, clock, limits, mail, identity } = context
  const previewLimit = perNetwork(PREVIEWS_PER_IP, config.mode)

  /** A new link, its digest and its time. */
  function newLink() {
    const token = randomBytes(24).toString('base64url')
    const sent_at = clock()
    const expires_at = new Date(sent_at.getTime() + STUDIO_OFFER_DAYS * DAY_MS)
    return { token, row: { token_hash: tokenDigest(token), sent_at, expires_at } }
  }

  async function send(trx: Db, id: string, token: string) {
    const invitation = await studioInvitationsRepository(trx).find(id)
    if (!invitation) throw new Error(`Invitation ${id} is gone`)
    const facts = await studioInvitationsRepository(trx).facts(id)
    const language = facts.language as Language
    const { timezone } = await programmeOf(trx)
    await mail.enqueue(trx, {
      to: invitation.email,
      template: 'studio_invitation',
      language,
      params: {
        name: facts.name,
        studio: facts.studio,
        works: placeWords(facts.work, language),
        role: roleWord(invitation.role, language),
        invitation: token,
        until: formatDateTime(invitation.expires_at, language, timezone),
      },
    })
  }

  return {
    async invite(
      actor: Actor,
      { email, role, project_id = null }: Parsed<typeof calls.invite>,
    ): Promise<Answer<typeof calls.invite>> {
      if (email === actor.email.toLowerCase()) {
        throw new BusinessError(422, { email: ['This is your own address'] })
      }
      await limits.take('studio_invitations', actor.id, MAILS_PER_DAY)
      return db.transaction().execute(async (trx) => {
        const members = studioMembersRepository(trx)
        const invitations = studioInvitationsRepository(trx)
        await members.lock(actor.id)
        if (project_id && !(await members.ownsWork(actor.id, project_id))) throw notYours()
        if (await members.isMember(actor.id, email, project_id)) throw isMember()
        if (await invitations.isOpen(actor.id, email, project_id)) throw isInvited()
        const waiting = await invitations.open(actor.id)
        if ((await members.count(actor.id)) + waiting.length >= MOST_MEMBERS) throw isFull()
        const { token, row } = newLink()
        const { expires_at } = row
        const id = await invitations.add({ owner_id: actor.id, project_id, email, role, ...row })
        await send(trx, id, token)
        await auditRepository(trx).record(actor, 'studio.invited', id, {
          after: { role, project_id },
        })
        return { invitation_id: id, expires_at: expires_at.toISOString() }
      })
    },

    async resend(actor: Actor, id: string): Promise<Answer<typeof calls.resendInvitation>> {
      await limits.take('studio_invitations', actor.id, MAILS_PER_DAY)
      return db.transaction().execute(async (trx) => {
        const invitation = await ownInvitation(trx, actor, id)
        if (!isOpen(invitation)) throw isClosed()
        const { token, row } = newLink()
        await studioInvitationsRepository(trx).renew(id, row)
        await send(trx, id, token)
        await auditRepository(trx).record(actor, 'studio.invited', id, {
          after: scopeOf(invitation),
        })
        return { expires_at: row.expires_at.toISOString() }
      })
    },

    withdraw: (actor: Actor, id: string): Promise<Answer<typeof calls.withdrawInvitation>> =>
      db.transaction().execute(async (trx) => {
        const invitation = await ownInvitation(trx, actor, id)
        if (!isOpen(invitation)) return { changed: false }
        await studioInvitationsRepository(trx).close(id, { withdrawn_at: clock() })
        await auditRepository(trx).record(actor, 'studio.invitation_withdrawn', id, {
          before: scopeOf(invitation),
        })
        return { changed: true }
      }),

    /** What is offered. Read-only: a mail scanner that opens the link changes nothing. */
    async preview(
      token: string,
      language: Language,
      ip: string,
    ): Promise<Answer<typeof calls.invitation>> {
      await limits.take('invitation_ip', ip, previewLimit)
      const found = await studioInvitationsRepository(db).byDigest(tokenDigest(token))
      const invitation = requireOpen(found, clock())
      const facts = await studioInvitationsRepository(db).facts(invitation.id)
      if (facts.status !== 'active') throw isClosed()
      const { programme_name } = await identity()
      return {
        programme: inLanguage(programme_name, language),
        studio: facts.studio,
        invited_by: facts.name,
        role: invitation.role,
        work: facts.work && placeWords(facts.work, language),
        email: maskEmail(invitation.email),
        expires_at: invitation.expires_at.toISOString(),
      }
    },

    /** Makes the actor a member. Throws 404, 409, 410 or 422 by the state of the link and the account. */
    async accept(actor: Actor, token: string): Promise<Answer<typeof calls.acceptInvitation>> {
      await limits.take('invitation_user', actor.id, TRIES_PER_USER)
      return db.transaction().execute(async (trx) => {
        const invitations = studioInvitationsRepository(trx)
        const known = requireOpen(await invitations.byDigest(tokenDigest(token)), clock())
        await studioMembersRepository(trx).lock(known.owner_id)
        // Withdrawn, accepted, or sent anew meanwhile.
        const invitation = requireOpen(await invitations.byDigest(tokenDigest(token)), clock())
        if (actor.email.toLowerCase() !== invitation.email) throw isForAnother()
        await requireFree(trx, actor)
        if (!(await usersRepository(trx).lockEntrant(invitation.owner_id))) throw isClosed()
        await join(trx, actor, invitation)
        const { studio } = await tellOwner(trx, actor, invitation)
        await auditRepository(trx).record(actor, 'studio.joined', invitation.owner_id, {
          after: scopeOf(invitation),
        })
        return { studio }
      })
    },
  }

  async function join(trx: Db, actor: Actor, invitation: InvitationRow) {
    const { owner_id, project_id, role } = invitation
    // The owner's address changed to the invited one, or the studio was handed over to the invited person.
    if (owner_id === actor.id) throw isClosed()
    const members = studioMembersRepository(trx)
    const now = clock()
    await studioInvitationsRepository(trx).close(invitation.id, { accepted_at: now })
    if (await members.isMember(owner_id, invitation.email, project_id)) return
    await members.add({
      owner_id,
      member_id: actor.id,
      project_id,
      role,
      since: now,
    })
  }

  async function tellOwner(trx: Db, actor: Actor, { id, role }: InvitationRow) {
    const facts = await studioInvitationsRepository(trx).facts(id)
    const language = facts.language as Language
    await mail.enqueue(trx, {
      to: facts.email,
      template: 'studio_joined',
      language,
      params: {
        name: actor.display_name,
        email: actor.email,
        works: placeWords(facts.work, language),
        role: roleWord(role, language),
      },
    })
    return facts
  }
}

/** An invitation of the actor's own studio; 404 for others. */
async function ownInvitation(trx: Db, actor: Actor, id: string): Promise<InvitationRow> {
  await studioMembersRepository(trx).lock(actor.id)
  const invitation = await studioInvitationsRepository(trx).find(id)
  if (invitation?.owner_id !== actor.id) {
    throw new BusinessError(404, 'There is no such invitation. Reload the page.')
  }
  return invitation
}

/**
 * Locks the account as an entrant's: it can neither join the jury nor take a right on meanwhile. Jurors and organisers
 * have no part in a work of the programme.
 */
async function requireFree(trx: Db, actor: Actor) {
  const users = usersRepository(trx)
  if (!(await users.lockEntrant(actor.id))) {
    throw new BusinessError(
      409,
      'You are a member of the jury, and jurors have no part in entries. Ask the owner to invite another address.',
      { reason: 'JUROR' },
    )
  }
  if ((await users.rightsOf(actor.id)).length > 0) {
    throw new BusinessError(
      409,
      'Those who organise the programme have no part in entries. Ask the owner to invite another address.',
      { reason: 'ORGANISER' },
    )
  }
}

const isOpen = ({ accepted_at, withdrawn_at }: InvitationRow) => !accepted_at && !withdrawn_at

function requireOpen(invitation: InvitationRow | undefined, now: Date): InvitationRow {
  if (!invitation) {
    throw new BusinessError(404, 'There is no such invitation. Check the link in the mail.')
  }
  if (invitation.accepted_at) {
    throw new BusinessError(
      410,
      'This invitation has been accepted already. Sign in to see the works in your account.',
      { reason: 'USED' },
    )
  }
  if (!isOpen(invitation) || invitation.expires_at <= now) throw isClosed()
  return invitation
}

const isClosed = () =>
  new BusinessError(410, 'This invitation is no longer open. Ask the studio for a new one.', {
    reason: 'CLOSED',
  })

const isForAnother = () =>
  new BusinessError(422, {
    email: [
      'This invitation is for another address. Sign in with the account of the invited address.',
    ],
  })

const isMember = () =>
  new BusinessError(
    409,
    'This person is a member already. Change the role instead of inviting again.',
    { reason: 'MEMBER' },
  )

const isInvited = () =>
  new BusinessError(
    409,
    'An invitation to this address is open already. Send it again, or withdraw it first.',
    { reason: 'INVITED' },
  )

const isFull = () =>
  new BusinessError(
    409,
    'This studio is full, open invitations included. Remove a member or withdraw an invitation first.',
    { reason: 'FULL' },
  )
