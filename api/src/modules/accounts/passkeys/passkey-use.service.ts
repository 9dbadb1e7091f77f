import type { UsedCredential } from '@awards/shared/contract'
import { STEP_UP_HOURS } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { perNetwork, type LimitRule } from '../../../http/limits.ts'
import { HOUR_MS } from '../../../lib/durations.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { languageOf } from '../account.mapper.ts'
import type { SessionService } from '../session.service.ts'
import { sessionsRepository } from '../sessions.repository.ts'
import type { Origin } from '../session-token.ts'
import type { Browser } from '../sign-in-lock.ts'
import { usersRepository, type UserRow } from '../users.repository.ts'
import { passkeyChallenges, type Purpose } from './passkeys.service.ts'
import { passkeysRepository, type PasskeyRecord } from './passkeys.repository.ts'
import {
  clientDataOf,
  requestOptions,
  siteOf,
  userHandleOf,
  verifyUse,
  refuse,
} from './webauthn.ts'

/** Challenges for visitors, each a row for a day. */
const CHALLENGES_PER_NETWORK: LimitRule = { points: 100, seconds: 900 }
const CHALLENGES_PER_ACCOUNT: LimitRule = { points: 60, seconds: 3_600 }
/** Answers that were refused. */
const FAILURES_PER_NETWORK: LimitRule = { points: 100, seconds: 900 }
const FAILURES_PER_ACCOUNT: LimitRule = { points: 10, seconds: 900, block: 900 }

/** Sign-in with a passkey, and its use as the second factor. */
export function passkeyUseService(context: AppContext, sessions: SessionService) {
  const { config, db, clock, limits, log, mail } = context
  const challenges = passkeyChallenges(context)
  const site = siteOf(config)
  const challengesPerNetwork = perNetwork(CHALLENGES_PER_NETWORK, config.mode)
  const failuresPerNetwork = perNetwork(FAILURES_PER_NETWORK, config.mode)

  /** Stops a passkey whose counter went backwards: nobody can say which of the two devices is the owner's. */
  async function stop(passkey: PasskeyRecord, owner: UserRow, given: number) {
    const { id: passkey_id, name } = passkey
    const stored = Number(passkey.counter)
    log.warn('passkey.counter_backwards', { user_id: owner.id, passkey_id, stored, given })
    await db.transaction().execute(async (trx) => {
      if (!(await passkeysRepository(trx).stop(passkey_id, clock()))) return
      await auditRepository(trx).record(null, 'passkey.stopped', owner.id, {
        after: { passkey_id, stored, given },
      })
      await mail.enqueue(trx, {
        to: owner.email,
        template: 'passkey_stopped',
        language: languageOf(owner),
        params: { passkey: name },
      })
    })
  }

  /** The owner of the passkey that has signed the challenge; `userId` is who must own it, null for a visitor. */
  async function ownerOf(credential: UsedCredential, purpose: Purpose, userId: string | null) {
    const client = clientDataOf(credential)
    await challenges.use(client.challenge, purpose, userId)
    const id = Buffer.from(credential.id, 'base64url')
    const passkey = await passkeysRepository(db).findByCredential(id)
    const owner = passkey && (await usersRepository(db).find(passkey.user_id))
    if (!passkey || owner?.status !== 'active') throw refuse('PASSKEY_UNKNOWN')
    if (userId !== null && owner.id !== userId) throw refuse('PASSKEY_FOREIGN')
    // A visitor names no account, so the device has to.
    const { userHandle } = credential.response
    const mustName = userId === null || Boolean(userHandle)
    if (mustName && userHandle !== userHandleOf(owner.id)) throw refuse('PASSKEY_INVALID')
    const use = await verifyUse(credential, client, passkey, site)
    if (passkey.stopped_at) throw refuse('PASSKEY_STOPPED')
    if (!(await passkeysRepository(db).noteUse(passkey.id, { ...use, at: clock() }))) {
      await stop(passkey, owner, use.counter)
      throw refuse('PASSKEY_STOPPED')
    }
    return owner
  }

  return {
    async signInOptions(ip: string) {
      await limits.take('passkey_challenge', ip, challengesPerNetwork)
      return { options: requestOptions(site, await challenges.issue('sign_in', null)) }
    },

    /** Opens a session that needs no code: the passkey has proven device and person. */
    async signIn(credential: UsedCredential, origin: Origin, browser: Browser) {
      const { ip } = browser.request
      // Counted before the signature is verified, so that answers sent at once count as well.
      await limits.take('passkey_ip', ip, failuresPerNetwork)
      const owner = await ownerOf(credential, 'sign_in', null).catch(async (error: unknown) => {
        const reason = error instanceof BusinessError ? error.data?.reason : undefined
        await auditRepository(db).record(null, 'session.refused', 'passkey', { after: { reason } })
        throw error
      })
      await limits.refund('passkey_ip', ip, failuresPerNetwork)
      return sessions.enter(owner, { ...origin, proven_at: clock() }, browser, { by: 'passkey' })
    },

    async stepUpOptions(actor: Actor) {
      const owned = await passkeysRepository(db).ofUser(actor.id)
      const usable = owned.filter(({ stopped_at }) => stopped_at === null)
      if (usable.length === 0) return { options: null }
      await limits.take('passkey_account', actor.id, CHALLENGES_PER_ACCOUNT)
      const challenge = await challenges.issue('step_up', actor.id)
      return { options: requestOptions(site, challenge, usable) }
    },

    /** Stores the time of the proof in the current session. */
    async stepUp(actor: Actor, credential: UsedCredential, token: Buffer) {
      await limits.take('passkey_step_up', actor.id, FAILURES_PER_ACCOUNT)
      await ownerOf(credential, 'step_up', actor.id)
      await limits.clear('passkey_step_up', actor.id, FAILURES_PER_ACCOUNT)
      const now = clock()
      await db.transaction().execute(async (trx) => {
        await sessionsRepository(trx).noteProof(token, now)
        await auditRepository(trx).record(actor, 'session.proven', actor.id, {
          after: { by: 'passkey' },
        })
      })
      return { until: new Date(now.getTime() + STEP_UP_HOURS * HOUR_MS).toISOString() }
    },
  }
}
