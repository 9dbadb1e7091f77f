import { randomBytes } from 'node:crypto'
import type { Parsed, PasskeyRow, passkeys, UsedCredential } from '@awards/shared/contract'
import {
  inLanguage,
  LAST_PASSKEY,
  needsStepUp,
  PASSKEY_LIMIT,
  PASSKEY_MINUTES,
  STEP_UP_HOURS,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { type LimitRule, perNetwork } from '../../../http/limits.ts'
import { errorCode } from '../../../lib/errors.ts'
import { tokenDigest } from '../../../lib/signed-token.ts'
import { MINUTE_MS, HOUR_MS } from '../../../lib/time.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { identityOf, languageOf } from '../account.mapper.ts'
import type { Origin } from '../session-token.ts'
import type { SessionService } from '../session.service.ts'
import { sessionsRepository } from '../sessions.repository.ts'
import { requireWayIn, type Browser } from '../sign-in-lock.ts'
import { requireFreshSignIn } from '../step-up.service.ts'
import { usersRepository, type UserRow } from '../users.repository.ts'
import {
  passkeysRepository,
  challengesRepository,
  type PasskeyRecord,
} from './passkeys.repository.ts'
import {
  clientDataOf,
  creationOptions,
  siteOf,
  verifyNew,
  refuse,
  challengeExpired,
  requestOptions,
  userHandleOf,
  verifyUse,
} from './webauthn.ts'

const UNIQUE_VIOLATION = '23505'
const REGISTRATIONS: LimitRule = { points: 30, seconds: 3_600 }

/** The passkeys of an account: list, add, rename, remove. The audit log, which is kept for years, learns no names. */
export function passkeysService(context: AppContext) {
  const { config, db, clock, limits, mail, identity } = context
  const challenges = passkeyChallenges(context)
  const site = siteOf(config)

  /** Runs a change with the account locked, so that two at once do not pass the limits together. */
  const withAccount = <T>(
    actor: Actor,
    change: (trx: Db, owner: UserRow, owned: PasskeyRecord[]) => Promise<T>,
  ) =>
    db.transaction().execute(async (trx) => {
      const owner = await usersRepository(trx).lock(actor.id)
      if (!owner) throw gone()
      return change(trx, owner, await passkeysRepository(trx).ofUser(actor.id))
    })

  /** Whether the account has to prove more than a password, so that its last passkey stays. */
  async function needsPasskey(trx: Db, owner: UserRow) {
    if (!config.stepUp) return false
    return needsStepUp(identityOf(owner), await usersRepository(trx).rightsOf(owner.id))
  }

  const tell = (
    trx: Db,
    owner: UserRow,
    template: 'passkey_added' | 'passkey_removed',
    passkey: string,
  ) =>
    mail.enqueue(trx, {
      to: owner.email,
      template,
      language: languageOf(owner),
      params: { passkey },
    })

  return {
    async list(actor: Actor): Promise<PasskeyRow[]> {
      const rows = await passkeysRepository(db).ofUser(actor.id)
      return rows.map(toPasskeyRow)
    },

    async registrationOptions(actor: Actor, token: Buffer) {
      await requireFreshSignIn(context, token)
      await limits.take('passkey_register', actor.id, REGISTRATIONS)
      const owned = await passkeysRepository(db).ofUser(actor.id)
      if (owned.length >= PASSKEY_LIMIT) throw tooManyPasskeys()
      const challenge = await challenges.issue('register', actor.id)
      const programme = inLanguage((await identity()).programme_name, actor.language)
      return { options: creationOptions(site, actor, { challenge, programme, owned }) }
    },

    async register(actor: Actor, input: Parsed<typeof passkeys.register>, token: Buffer) {
      const { name, credential } = input
      await requireFreshSignIn(context, token)
      const client = clientDataOf(credential)
      await challenges.use(client.challenge, 'register', actor.id)
      const made = await verifyNew(credential, client, site)
      return withAccount(actor, async (trx, owner, owned) => {
        await requireFreshSignIn({ db: trx, clock }, token)
        if (owned.length >= PASSKEY_LIMIT) throw tooManyPasskeys()
        const added = { ...made, name, user_id: owner.id, created_at: clock() }
        const { id: passkey_id } = await passkeysRepository(trx).add(added)
        await auditRepository(trx).record(actor, 'passkey.added', owner.id, {
          after: { passkey_id },
        })
        await tell(trx, owner, 'passkey_added', name)
        return { passkey_id }
      }).catch((error: unknown) => {
        throw errorCode(error) === UNIQUE_VIOLATION ? refuse('PASSKEY_TAKEN') : error
      })
    },

    rename: (actor: Actor, { passkey_id, name }: Parsed<typeof passkeys.rename>) =>
      withAccount(actor, async (trx, owner, owned) => {
        const passkey = owned.find(({ id }) => id === passkey_id)
        if (!passkey) throw gone()
        if (passkey.name === name) return { changed: false }
        await passkeysRepository(trx).rename(passkey.id, name)
        await auditRepository(trx).record(actor, 'passkey.renamed', owner.id, {
          after: { passkey_id },
        })
        return { changed: true }
      }),

    async remove(actor: Actor, passkeyId: string, token: Buffer) {
      await requireFreshSignIn(context, token)
      return withAccount(actor, async (trx, owner, owned) => {
        const passkey = owned.find(({ id }) => id === passkeyId)
        if (!passkey) throw gone()
        const isLast = owned.every(({ id, stopped_at }) => id === passkeyId || stopped_at !== null)
        if (isLast && passkey.stopped_at === null && (await needsPasskey(trx, owner))) {
          throw lastPasskey()
        }
        await passkeysRepository(trx).remove(passkey.id)
        if (passkey.stopped_at === null) await requireWayIn(trx, config, owner)
        await auditRepository(trx).record(actor, 'passkey.removed', owner.id, {
          before: { passkey_id: passkey.id },
        })
        await tell(trx, owner, 'passkey_removed', passkey.name)
        return { removed: true }
      })
    },
  }
}

const toPasskeyRow = (row: PasskeyRecord): PasskeyRow => ({
  passkey_id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  is_backed_up: row.is_backed_up,
  is_stopped: row.stopped_at !== null,
})

const gone = () =>
  new BusinessError(404, 'This passkey is none of your account. Reload the list to see.')

const tooManyPasskeys = () =>
  new BusinessError(409, `An account has at most ${PASSKEY_LIMIT} passkeys. Remove one first.`, {
    reason: 'PASSKEY_LIMIT',
  })

const lastPasskey = () =>
  new BusinessError(
    409,
    'Your role needs a second factor, and this is your only passkey. Add another one first, then remove this one.',
    { reason: LAST_PASSKEY },
  )

type Purpose = 'register' | 'sign_in' | 'step_up'

/** Random values that a device signs: for one purpose, one account and one use. */
function passkeyChallenges({ db, clock }: AppContext) {
  return {
    async issue(purpose: Purpose, userId: string | null): Promise<string> {
      const challenge = randomBytes(32).toString('base64url')
      const now = clock()
      await challengesRepository(db).add({
        challenge_hash: tokenDigest(challenge),
        purpose,
        user_id: userId,
        created_at: now,
        expires_at: new Date(now.getTime() + PASSKEY_MINUTES * MINUTE_MS),
      })
      return challenge
    },

    /** Uses a challenge up, also if what follows refuses the answer; throws 409 or 410. */
    async use(challenge: string, purpose: Purpose, userId: string | null) {
      const digest = tokenDigest(challenge)
      const now = clock()
      const row = await challengesRepository(db).use(digest, now)
      if (!row) {
        const wasUsed = await challengesRepository(db).isKnown(digest)
        throw refuse(wasUsed ? 'CHALLENGE_USED' : 'CHALLENGE_UNKNOWN')
      }
      if (row.purpose !== purpose) throw refuse('CHALLENGE_PURPOSE')
      if (row.user_id !== userId) throw refuse('CHALLENGE_ACCOUNT')
      if (row.expires_at <= now) throw challengeExpired()
    },
  }
}

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
