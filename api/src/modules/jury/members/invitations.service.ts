import type { Answer, Parsed, juryCodes, jurySeat } from '@awards/shared/contract'
import { INVITATION_DAYS, homeRoute, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { perNetwork } from '../../../http/limits.ts'
import { formatDateTime, maskEmail, named, translated } from '../../../lib/localised.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { leaveStudios } from '../../studios/studio.service.ts'
import { usersRepository } from '../../accounts/users.repository.ts'
import { codeRow, codeNotFound, randomCode } from './codes.service.ts'
import { codesRepository, type StoredCode, invitationsRepository } from './codes.repository.ts'
import { phasesService } from '../publication/phases.service.ts'
import { DAY_MS } from '../../../lib/time.ts'

type Invite = Parsed<typeof juryCodes.inviteJuror>
type Invitation = Answer<typeof jurySeat.invitation>
type InvitedLevel = Invitation['level']

const CODE_LENGTH = 26
const PREVIEWS_PER_IP = { points: 60, seconds: 3_600 }
const TRIES_PER_USER = { points: 20, seconds: 3_600 }

/** Jury invitations: single-use codes bound to one address. Only the `accept` call redeems them. */
export function invitationsService(context: AppContext) {
  const { config, db, clock, limits, mail } = context
  const previewLimit = perNetwork(PREVIEWS_PER_IP, config.mode)
  const newExpiry = () => new Date(clock().getTime() + INVITATION_DAYS * DAY_MS)

  return {
    /** The offered seat. Read-only: a mail scanner that opens the link changes nothing. */
    async preview(code: string, language: Language, ip: string): Promise<Invitation> {
      await limits.take('invitation_ip', ip, previewLimit)
      const invitation = requireOpen(await codesRepository(db).find(code), clock())
      const repository = invitationsRepository(db)
      const edition = invitation.edition_id && (await repository.editionName(invitation.edition_id))
      return {
        programme: translated(await repository.programmeName(), language),
        edition: edition ? translated(edition.name, language) : null,
        level: levelOf(invitation),
        categories: (await repository.categoriesByCode(invitation.categories)).map((row) =>
          named(row.id, row.code, row.name, language),
        ),
        email: maskEmail(invitation.bound_email ?? ''),
        valid_until: invitation.valid_until?.toISOString() ?? null,
      }
    },

    /** Redeems the code and creates the seat. Throws 404, 409, 410 or 422 by the state of code and account. */
    async accept(actor: Actor, code: string): Promise<Answer<typeof jurySeat.acceptInvitation>> {
      await limits.take('invitation_user', actor.id, TRIES_PER_USER)
      return db.transaction().execute(async (trx) => {
        const codes = codesRepository(trx)
        const invitation = requireOpen(await codes.findForUpdate(code), clock())
        if (actor.email.toLowerCase() !== invitation.bound_email?.toLowerCase()) {
          throw new BusinessError(422, {
            email: [
              'This invitation is for another address. Sign in with the account of the invited address.',
            ],
          })
        }
        const user = await usersRepository(trx).lock(actor.id)
        if (!user || user.identity !== 0 || actor.juror) throw hasSeat()
        const repository = invitationsRepository(trx)
        const entries = await repository.liveEntries(actor.id)
        if (entries.has_submitted) throw hasEntries()
        if (entries.has_drafts) throw hasDrafts()
        const level = levelOf(invitation)
        const { id: code_id, categories } = invitation
        const seat = { user_id: actor.id, level, category_codes: categories }
        const jurorId = await repository.createSeat(seat)
        await leaveStudios({ db: trx, mail }, actor, actor.id, clock())
        await codes.redeem(code_id, actor.id, clock())
        await auditRepository(trx).record(actor, 'invitation.accepted', jurorId, {
          after: { level, categories, code_id },
        })
        return { identity: level, home_route: homeRoute(level) }
      })
    },

    /** Creates a code for an address and mails it. Throws 409 if the address has a seat or an open invitation. */
    async invite(actor: Actor, input: Invite): Promise<Answer<typeof juryCodes.inviteJuror>> {
      const edition_id = await phasesService(context).reviewedEdition()
      return db.transaction().execute(async (trx) => {
        const repository = invitationsRepository(trx)
        const { email, level, language, label } = input
        await repository.lockAddress(email)
        const state = await repository.findState(email, clock())
        if (state.has_seat) throw hasSeat()
        if (state.is_invited) throw isInvited()
        const panel = actor.juror?.category_ids ?? []
        if (!input.category_ids.every((id) => panel.includes(id))) {
          throw new BusinessError(422, { category_ids: ['Choose categories of your own panel'] })
        }
        const categories = await repository.categoriesById(input.category_ids)
        const row = {
          code: randomCode('J-', CODE_LENGTH),
          kind: 'juror_invite',
          label,
          language,
          juror_level: level,
          bound_email: email,
          owner_id: actor.id,
          created_by: actor.id,
          edition_id: edition_id ?? null,
          categories: categories.map(({ code }) => code),
          valid_from: clock(),
          valid_until: newExpiry(),
          max_uses: 1,
        }
        const id = await codesRepository(trx).add(row)
        if (!id) throw new Error('A new invitation has the code of another')
        await sendInvitationMail(context, trx, row)
        await auditRepository(trx).record(actor, 'invitation.sent', id, {
          after: { level, categories: row.categories },
        })
        return codeRow(context, trx, actor, row.code)
      })
    },

    /** Extends an open invitation and mails it again. */
    resend: (actor: Actor, code: string): Promise<Answer<typeof juryCodes.resendInvitation>> =>
      db.transaction().execute(async (trx) => {
        const found = await codesRepository(trx).findForUpdate(code)
        if (!found) throw codeNotFound()
        if (found.kind !== 'juror_invite') throw notByMail()
        if (!found.is_active) throw invitationClosed()
        if (found.redeemed > 0) throw alreadyAccepted()
        const valid_until = newExpiry()
        await codesRepository(trx).extend(found.id, valid_until)
        await sendInvitationMail(context, trx, { ...found, valid_until })
        await auditRepository(trx).record(actor, 'invitation.sent', found.id)
        return codeRow(context, trx, actor, code)
      }),
  }
}

/** The invitation if it is open; throws 404 for codes of another kind, 410 for used or ended ones. */
function requireOpen(code: StoredCode | undefined, now: Date): StoredCode {
  if (code?.kind !== 'juror_invite') {
    throw new BusinessError(404, 'There is no such invitation. Check the link in the mail.')
  }
  if (code.redeemed > 0) throw alreadyAccepted()
  if (!code.is_active || (code.valid_until && code.valid_until <= now)) throw invitationClosed()
  return code
}

const levelOf = ({ juror_level: level }: StoredCode): InvitedLevel => (level === 3 ? 3 : 2)

type InvitationMail = Pick<StoredCode, 'code' | 'bound_email' | 'language' | 'valid_until'>

async function sendInvitationMail(
  { mail }: AppContext,
  trx: Db,
  { code, bound_email, language: wanted, valid_until }: InvitationMail,
) {
  const language = wanted === 'fr' || wanted === 'zh' ? wanted : 'en'
  const zone = await invitationsRepository(trx).timezone()
  await mail.enqueue(trx, {
    to: bound_email ?? '',
    template: 'juror_invitation',
    language,
    params: {
      invitation: code,
      until: valid_until ? formatDateTime(valid_until, language, zone) : '',
    },
  })
}

const hasSeat = () =>
  new BusinessError(
    409,
    'This person has a seat on the jury already. Change the seat instead of inviting again.',
    { reason: 'JUROR' },
  )

const isInvited = () =>
  new BusinessError(
    409,
    'An invitation to this address is open already. Send it again, or end it first.',
    { reason: 'INVITED' },
  )

const hasEntries = () =>
  new BusinessError(
    409,
    'You have entries in a season that is still being judged. Write to the organiser before you join the jury.',
    { reason: 'HAS_ENTRIES' },
  )

const hasDrafts = () =>
  new BusinessError(
    409,
    'You have drafts of entries, and jurors do not enter works. Delete the drafts in your account, then accept the invitation.',
    { reason: 'HAS_DRAFTS' },
  )

const notByMail = () =>
  new BusinessError(
    409,
    'Only invitations to the jury are sent by mail. Share the link of this code instead.',
    { reason: 'KIND' },
  )

const alreadyAccepted = () =>
  new BusinessError(410, 'This invitation has been accepted already. Sign in to see your list.', {
    reason: 'USED',
  })

const invitationClosed = () =>
  new BusinessError(410, 'This invitation is no longer open. Ask the organiser for a new one.', {
    reason: 'CLOSED',
  })
