import type { FastifyRequest } from 'fastify'
import type { Parsed, session } from '@awards/shared/contract'
import {
  CODE_SENT,
  FRESH_SIGN_IN_MINUTES,
  needsStepUp,
  STEP_UP_HOURS,
  TRUST_DAYS,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { confirmFirst } from '../../http/authenticate.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { toSessionRow, identityOf, languageOf } from './account.mapper.ts'
import { deviceOf, setDeviceCookie } from './session-token.ts'
import { devicesRepository, sessionsRepository } from './sessions.repository.ts'
import { emailCodeService } from './email-code.service.ts'
import { sessionEnded, type Browser } from './sign-in-lock.ts'
import { usersRepository, type UserRow } from './users.repository.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time.ts'

/** Second factor of jurors: a code by e-mail at sign-in on an untrusted device, and before critical actions. */
export function stepUpService(context: AppContext) {
  const { config, db, clock } = context
  const codes = emailCodeService(context)

  async function trust(trx: Db, user: UserRow, { request, reply }: Browser) {
    const now = clock()
    await devicesRepository(trx).add({
      user_id: user.id,
      token_hash: setDeviceCookie(reply, config, user.id),
      user_agent: request.headers['user-agent']?.slice(0, 200) ?? null,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + TRUST_DAYS * DAY_MS),
    })
    await auditRepository(trx).record(user, 'device.trusted', user.id)
  }

  /** Whether a juror or a member of the team signs in on a device that is not trusted, or an address is unproven. */
  async function asksForCode(user: UserRow, { request }: Browser): Promise<boolean> {
    if (isUnproven(user)) return true
    if (!config.stepUp) return false
    const rights = await usersRepository(db).rightsOf(user.id)
    if (!needsStepUp(identityOf(user), rights)) return false
    const device = deviceOf(request, config, user.id)
    return !device || !(await devicesRepository(db).use(user.id, device, clock()))
  }

  /** Sends a code if one is asked for; undefined if none is. */
  async function requestCode(user: UserRow, browser: Browser) {
    if (!(await asksForCode(user, browser))) return undefined
    return codes.challenge(user.email, 'sign_in', languageOf(user))
  }

  return {
    requestCode,

    /**
     * Called after password or identity were verified. Returns the time of the proof, null if no code is needed (not a
     * juror, or a trusted device), or sends a code and throws 409. A code that is given is checked even where none is
     * needed any more. What it changes waits for the transaction that opens the session: a sign-in that is refused there
     * leaves no trusted device and no proven address.
     */
    async admit(user: UserRow, input: CodeInput, browser: Browser): Promise<Admission> {
      if (input.code === undefined) {
        const asked = await requestCode(user, browser)
        if (asked) throw codeSent(asked)
        return { proven_at: null }
      }
      const proof = await codes.prove(user.email, 'sign_in', input.code)
      const proven_at = clock()
      async function settle(trx: Db) {
        await proof.use(trx)
        if (isUnproven(user)) {
          const proven = { email_corrected_at: null, email_verified_at: proven_at }
          await usersRepository(trx).change(user.id, proven)
        }
        if (input.trust_device) await trust(trx, user, browser)
      }
      return { proven_at, settle }
    },

    request: (actor: Actor) => codes.challenge(actor.email, 'step_up', actor.language),

    /** Verifies the code and stores the time of the proof in the current session. */
    async prove(actor: Actor, code: string, token: Buffer) {
      const proof = await codes.prove(actor.email, 'step_up', code)
      const now = clock()
      await db.transaction().execute(async (trx) => {
        await proof.use(trx)
        await sessionsRepository(trx).noteProof(token, now)
        await auditRepository(trx).record(actor, 'session.proven', actor.id)
      })
      return { until: new Date(now.getTime() + STEP_UP_HOURS * HOUR_MS).toISOString() }
    },

    async devices(actor: Actor, request: FastifyRequest) {
      const own = deviceOf(request, config, actor.id) ?? Buffer.alloc(0)
      const rows = await devicesRepository(db).live(actor.id, clock())
      return rows.map((row) => toSessionRow(row, own))
    },

    async forgetDevices(actor: Actor, id: string | undefined, request: FastifyRequest) {
      const devices = devicesRepository(db)
      if (id === undefined) {
        const own = deviceOf(request, config, actor.id)
        return { forgotten: await devices.forgetOthers(actor.id, own) }
      }
      const forgotten = await devices.forget(actor.id, id)
      if (forgotten === 0) {
        throw new BusinessError(404, 'This device is not trusted any more. Reload the list to see.')
      }
      return { forgotten }
    },
  }
}

/** When the code was proven, and what is stored with the session. */
export type Admission = {
  readonly proven_at: Date | null
  readonly settle?: (trx: Db) => Promise<void>
}

type CodeInput = Pick<Parsed<typeof session.login>, 'trust_device'> & {
  readonly code?: string | undefined
}

/** Nobody has signed in with this address yet: whether it is the person's own is what the code proves. */
const isUnproven = ({ email_corrected_at }: UserRow) => email_corrected_at !== null

const codeSent = ({ resend_after }: { resend_after: number }) =>
  new BusinessError(409, 'Enter the code that we have sent to your e-mail address.', {
    reason: CODE_SENT,
    resend_after,
  })

/**
 * Throws 409 `STEP_UP` unless the session was opened or confirmed within a quarter of an hour: a person who finds an open
 * session must not make a way in of their own. Called once more where the account is locked to make one: an organiser who
 * gives the account back to its owner revokes the sessions and takes the ways in away, and none may come after that.
 */
export async function requireFreshSignIn(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  session: Buffer,
) {
  const proven = await sessionsRepository(db).lastProof(session)
  if (!proven) throw sessionEnded()
  const oldest = clock().getTime() - FRESH_SIGN_IN_MINUTES * MINUTE_MS
  if (proven.getTime() < oldest) throw confirmFirst()
}
