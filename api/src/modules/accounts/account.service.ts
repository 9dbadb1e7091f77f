import type { account, Parsed, Profile } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { errorCode } from '../../lib/errors.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { consentsRepository, POLICY, usersRepository, type UserRow } from './users.repository.ts'
import { devicesRepository, sessionsRepository } from './sessions.repository.ts'
import { emailCodeService } from './email-code.service.ts'
import { requireOwnPassword, sessionEnded } from './sign-in-lock.ts'
import { toProfile, toSessionRow } from './account.mapper.ts'

const UNIQUE_VIOLATION = '23505'

/** Profile, e-mail address and sessions of the signed-in user. */
export function accountService(context: AppContext) {
  const { db, clock, mail } = context
  const codes = emailCodeService(context)

  async function profile(actor: Actor): Promise<Profile> {
    const user = await usersRepository(db).find(actor.id)
    if (!user) throw sessionEnded()
    return toProfile(user, await consentsRepository(db).newest(actor.id))
  }

  return {
    profile,

    async updateProfile(actor: Actor, input: Parsed<typeof account.updateProfile>) {
      const { billing, newsletter, ...person } = input
      await db.transaction().execute(async (trx) => {
        const users = usersRepository(trx)
        const user = await users.lock(actor.id)
        if (!user) throw sessionEnded()
        requireOrganisation(user, input)
        const wanted = user.newsletter_opt_in_at !== null
        const now = clock()
        await users.change(actor.id, {
          ...person,
          company: person.company || null,
          school: person.school || null,
          job_title: person.job_title || null,
          area_code: person.area_code || null,
          phone: person.phone || null,
          ...(newsletter !== wanted && { newsletter_opt_in_at: newsletter ? now : null }),
          ...(billing !== undefined && { billing: billing && JSON.stringify(billing) }),
        })
        if (newsletter === wanted) return
        const version = await users.policyVersion(POLICY.privacy, now)
        await consentsRepository(trx).add(actor.id, [
          { kind: 'newsletter', given: newsletter, version, at: now },
        ])
      })
      return profile(actor)
    },

    async changeEmail(
      actor: Actor,
      { email, code, password }: Parsed<typeof account.changeEmail>,
      { token, ip }: { token: Buffer; ip: string },
    ) {
      const own = await requireOwnPassword(context, actor, { password })
      const proof = await codes.prove(email, 'change_email', code, ip)
      // Checked after the code: only the owner of the address may learn that it has an account.
      const owner = await usersRepository(db).findByEmail(email)
      if (owner) throw owner.id === actor.id ? alreadyYours() : addressTaken()
      await db
        .transaction()
        .execute(async (trx) => {
          await own.lock(trx)
          await proof.use(trx)
          await usersRepository(trx).change(actor.id, {
            email,
            email_verified_at: clock(),
            email_corrected_at: null,
          })
          await sessionsRepository(trx).revokeOthers(actor.id, token, clock())
          await auditRepository(trx).record(actor, 'email.changed', actor.id)
          const { language } = actor
          for (const to of [actor.email, email]) {
            await mail.enqueue(trx, { to, template: 'email_changed', language, params: { email } })
          }
        })
        .catch((error: unknown) => {
          throw errorCode(error) === UNIQUE_VIOLATION ? addressTaken() : error
        })
      return { email }
    },

    async sessions(actor: Actor, token: Buffer) {
      const rows = await sessionsRepository(db).live(actor.id, clock())
      return rows.map((row) => toSessionRow(row, token))
    },

    async endSessions(actor: Actor, id: string | undefined, token: Buffer, device?: Buffer) {
      const sessions = sessionsRepository(db)
      if (id === undefined) {
        // Revokes trusted devices as well, since one of them may be lost.
        await devicesRepository(db).forgetOthers(actor.id, device)
        return { ended: await sessions.revokeOthers(actor.id, token, clock()) }
      }
      const ended = await sessions.revokeOne(actor.id, id, clock())
      if (ended === 0) {
        throw new BusinessError(404, 'This session has ended already. Reload the list to see.')
      }
      return { ended }
    },
  }
}

/** Companies need a name and students a school: invoices and the reduced price depend on them. */
function requireOrganisation(user: UserRow, input: { company: string; school: string }) {
  if (user.account_type === 2 && !input.company) {
    throw new BusinessError(422, { company: ['Give the name of the company'] })
  }
  if (user.account_type === 3 && !input.school) {
    throw new BusinessError(422, { school: ['Give the name of the school'] })
  }
}

const addressTaken = () =>
  new BusinessError(422, {
    email: [
      'Another account uses this address. Choose another address, or sign in to that account.',
    ],
  })

const alreadyYours = () =>
  new BusinessError(422, { email: ['This is the address of your account already.'] })
