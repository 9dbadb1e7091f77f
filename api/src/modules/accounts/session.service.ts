import type { Parsed, session } from '@awards/shared/contract'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import { BusinessError } from '../../http/business-error.ts'
import { deviceOf, openSession, type Origin } from './session-token.ts'
import { devicesRepository, sessionsRepository } from './sessions.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { isDemoPassword } from '../../demo/demo-accounts.ts'
import { rememberBrowser, requireOwnPassword, signInLock, type Browser } from './sign-in-lock.ts'
import { hashPassword, passwordMatches, requireGoodPassword } from './password.ts'
import { toCurrentUser } from './account.mapper.ts'
import { stepUpService, type Admission } from './step-up.service.ts'
import { usersRepository, type UserRow, findAccount } from './users.repository.ts'
import { refuse as refuseOrganisation } from './oidc/openid.ts'
import { refuse as refusePasskey } from './passkeys/webauthn.ts'

/** Rate limit: the strength check is expensive, also for passwords that are refused. */
const NEW_PASSWORDS = { points: 20, seconds: 3_600 }

/** Sign-in, sign-out and change of password. */
export function sessionService(context: AppContext) {
  const { config, db, clock, limits } = context
  const lock = signInLock(context)
  const stepUp = stepUpService(context)

  /** Opens a session. `user` is the account as it was when the sign-in was proven. */
  async function enter(user: UserRow, origin: Origin, browser: Browser, how: SignIn = {}) {
    const { by, settle } = how
    const opened = await db.transaction().execute(async (trx) => {
      await requireUnchanged(trx, user, by)
      await settle?.(trx)
      const now = clock()
      await usersRepository(trx).change(user.id, { last_login_at: now })
      await auditRepository(trx).record(user, 'session.opened', user.id, by && { after: { by } })
      return openSession(trx, user.id, now, origin)
    })
    const found = await findAccount(db, tokenDigest(opened.token), clock())
    if (!found) throw new Error('A session that was just opened cannot be found')
    rememberBrowser(browser, config, user)
    return { ...opened, user: toCurrentUser(found) }
  }

  return {
    enter,

    async login(input: Parsed<typeof session.login>, origin: Origin, browser: Browser) {
      const { email, password } = input
      const user = await usersRepository(db).findByEmail(email)
      const attempt = await lock.attempt(email, user, browser)
      const matches = await passwordMatches(user?.password_hash, password)
      const isDemo = config.mode === 'production' && (await isDemoPassword(password))
      if (!user || !matches || isDemo || user.status !== 'active') {
        await auditRepository(db).record(null, 'session.refused', user?.id ?? 'unknown')
        throw wrongLogin()
      }
      await attempt.succeeded()
      const { proven_at, settle } = await stepUp.admit(user, input, browser)
      return enter(user, { ...origin, proven_at }, browser, { settle })
    },

    async logout(actor: Actor, token: string) {
      await db.transaction().execute(async (trx) => {
        await sessionsRepository(trx).revoke(tokenDigest(token), clock())
        const audit = auditRepository(trx)
        if (actor.seen_by) await audit.record(actor.seen_by, 'person.seen_ended', actor.id)
        else await audit.record(actor, 'session.ended', actor.id)
      })
      return { signed_out: true as const }
    },

    async changePassword(
      actor: Actor,
      { old_password: old, password }: Parsed<typeof session.changePassword>,
      origin: Origin,
      browser: Browser,
    ) {
      const own = await requireOwnPassword(context, actor, { old_password: old })
      await limits.take('new_password', actor.id, NEW_PASSWORDS)
      await requireGoodPassword(context, password, [actor.email, actor.display_name])
      const hash = await hashPassword(password)
      const device = deviceOf(browser.request, config, actor.id)
      const opened = await db.transaction().execute(async (trx) => {
        await own.lock(trx)
        await usersRepository(trx).change(actor.id, { password_hash: hash, has_password: true })
        await sessionsRepository(trx).revokeAll(actor.id, clock())
        await auditRepository(trx).record(actor, 'password.changed', actor.id)
        await devicesRepository(trx).forgetOthers(actor.id, device)
        await context.mail.enqueue(trx, {
          to: actor.email,
          template: 'password_changed',
          language: actor.language,
          params: {},
        })
        return openSession(trx, actor.id, clock(), origin)
      })
      rememberBrowser(browser, config, { id: actor.id, password_hash: hash })
      return opened
    },

    /** Lifts the sign-in lock after the owner has verified the address. */
    unlock: lock.lift,
  }
}

/** `by` says how a sign-in was proven, unless by the password; `settle` stores what it has proven besides. */
type SignIn = { readonly by?: 'passkey' | 'organisation'; readonly settle?: Admission['settle'] }

/**
 * Locks the account of a sign-in, and refuses one whose proof no longer holds. Sessions are revoked in the transaction
 * that changes the account, so a session that opens after it would outlive the change.
 */
async function requireUnchanged(trx: Db, proven: UserRow, by: SignIn['by']) {
  const present = await usersRepository(trx).lockForSignIn(proven.id)
  // A new password leaves the other ways to sign in; a corrected address takes them away.
  const isSamePassword = by !== undefined || present?.password_hash === proven.password_hash
  if (present?.email === proven.email && isSamePassword) return
  if (by === 'passkey') throw refusePasskey('PASSKEY_UNKNOWN')
  throw by === 'organisation' ? refuseOrganisation('OIDC_UNKNOWN') : wrongLogin()
}

export type SessionService = ReturnType<typeof sessionService>

// One error for an unknown address and a wrong password.
const wrongLogin = () =>
  new BusinessError(422, {
    email: ['This e-mail address and this password do not belong together.'],
  })
