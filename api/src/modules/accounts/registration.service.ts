import { randomBytes } from 'node:crypto'
import type { Parsed, session } from '@awards/shared/contract'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import { errorCode } from '../../lib/errors.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { consentsRepository, POLICY, usersRepository, type UserRow } from './users.repository.ts'
import { devicesRepository, sessionsRepository } from './sessions.repository.ts'
import { languageOf } from './account.mapper.ts'
import { emailCodeService, type Proof } from './email-code.service.ts'
import type { Browser } from './sign-in-lock.ts'
import { hashPassword, requireGoodPassword } from './password.ts'
import type { Origin } from './session-token.ts'
import type { SessionService } from './session.service.ts'

const TRIES_PER_IP = { points: 40, seconds: 3_600 }
const UNIQUE_VIOLATION = '23505'

type RegisterInput = Parsed<typeof session.register>
type NewPerson = Omit<RegisterInput, 'code' | 'password' | 'password_confirmation'> & {
  readonly password?: string
}

/** Registration and password reset: both require a code sent by e-mail. */
export function registrationService(context: AppContext, sessions: SessionService) {
  const { config, db, clock, limits, mail } = context
  const tries = perNetwork(TRIES_PER_IP, config.mode)
  const codes = emailCodeService(context)

  /** Counts a try, and refuses codes of agents and invitations that do not exist. */
  async function requireTries(input: NewPerson, browser: Browser) {
    await limits.take('register_ip', browser.request.ip, tries)
    await requireKnownCodes(input)
  }

  /**
   * Adds an account whose address is proven, with its consents; `also` runs in the same transaction. Without a password
   * nothing that anybody types opens it.
   */
  async function open(input: NewPerson, also: (trx: Db, added: UserRow) => Promise<void>) {
    const has_password = input.password !== undefined
    const hash = await hashPassword(input.password ?? randomBytes(32).toString('base64url'))
    return db
      .transaction()
      .execute(async (trx) => {
        const users = usersRepository(trx)
        const now = clock()
        const terms = await users.policyVersion(POLICY.terms, now)
        const privacy = await users.policyVersion(POLICY.privacy, now)
        const added = await users.add({ ...newUser(input, hash, terms, now), has_password })
        await also(trx, added)
        await consentsRepository(trx).add(added.id, [
          { kind: 'terms', given: true, version: terms, at: now },
          { kind: 'newsletter', given: input.newsletter, version: privacy, at: now },
        ])
        await mail.enqueue(trx, {
          to: added.email,
          template: 'welcome',
          language: input.language,
          params: { name: added.first_name },
        })
        return added
      })
      .catch((error: unknown) => {
        throw errorCode(error) === UNIQUE_VIOLATION ? alreadyRegistered() : error
      })
  }

  return {
    requireTries,
    open,

    async register(input: RegisterInput, origin: Origin, browser: Browser) {
      await requireTries(input, browser)
      const { email, first_name: first, last_name: last } = input
      const proof = await codes.prove(email, 'register', input.code, browser.request.ip)
      await requireGood(proof, input.password, [email, first, last])
      // Checked after the code: only the owner of the address may learn that it has an account.
      if (await usersRepository(db).findByEmail(input.email)) throw alreadyRegistered()

      const user = await open(input, (trx) => proof.use(trx))
      return sessions.enter(user, origin, browser)
    },

    async resetPassword(input: Parsed<typeof session.resetPassword>, browser: Browser) {
      await limits.take('reset_ip', browser.request.ip, tries)
      const proof = await codes.prove(input.email, 'reset', input.code, browser.request.ip)
      await requireGood(proof, input.password, [input.email])
      const hash = await hashPassword(input.password)
      const owner = await db.transaction().execute(async (trx) => {
        // The account first, as in an erasure: one whose address changes meanwhile is no longer that of the code.
        const user = await usersRepository(trx).lockByEmail(input.email)
        if (!user) throw noSuchAccount()
        await proof.use(trx)
        // The code came by the address, so it proves a corrected one too.
        const proven = user.email_corrected_at
          ? { email_corrected_at: null, email_verified_at: clock() }
          : {}
        await usersRepository(trx).change(user.id, {
          password_hash: hash,
          has_password: true,
          ...proven,
        })
        await sessionsRepository(trx).revokeAll(user.id, clock())
        await auditRepository(trx).record(user, 'password.reset', user.id)
        await devicesRepository(trx).forgetOthers(user.id)
        await mail.enqueue(trx, {
          to: user.email,
          template: 'password_changed',
          language: languageOf(user),
          params: {},
        })
        return { ...user, password_hash: hash }
      })
      await sessions.unlock(owner, browser)
      return { reset: true as const }
    },
  }

  /** Checks the password only after the code was verified; a weak password does not use up a try of the code. */
  async function requireGood(proof: Proof, password: string, own: readonly string[]) {
    await requireGoodPassword(context, password, own).catch(async (refusal: unknown) => {
      await proof.giveBack()
      throw refusal
    })
  }

  /** Refuses unknown and expired agent and invitation codes at registration (domain page §2.7). */
  async function requireKnownCodes(input: NewPerson) {
    const given = [
      { field: 'agent_code', kind: 'agent', code: input.agent_code },
      { field: 'invitation_code', kind: 'entrant_invite', code: input.invitation_code },
    ]
    for (const { field, kind, code } of given) {
      if (!code) continue
      const row = await usersRepository(db).findCode(code.toUpperCase())
      if (row?.kind !== kind) {
        throw new BusinessError(422, {
          [field]: ['We do not know this code. Check it, or leave it out.'],
        })
      }
      const over = row.valid_until !== null && row.valid_until <= clock()
      if (over) throw new BusinessError(410, 'This code has expired. Leave it out to register.')
    }
  }
}

export type RegistrationService = ReturnType<typeof registrationService>

function newUser(input: NewPerson, hash: string, terms: string | null, now: Date) {
  return {
    email: input.email,
    password_hash: hash,
    account_type: input.account_type,
    first_name: input.first_name,
    last_name: input.last_name,
    company: input.company || null,
    school: input.school || null,
    graduation_year: input.graduation_year ?? null,
    country: input.country,
    area_code: input.area_code ?? null,
    phone: input.phone ?? null,
    language: input.language,
    is_agent: input.account_type === 4,
    invitation_code_used: input.invitation_code?.toUpperCase() || null,
    agent_code_used: input.agent_code?.toUpperCase() || null,
    terms_version: terms,
    terms_accepted_at: now,
    newsletter_opt_in_at: input.newsletter ? now : null,
    email_verified_at: now,
  }
}

const alreadyRegistered = () =>
  new BusinessError(422, {
    email: ['This address is already registered. Sign in, or choose a new password.'],
  })

const noSuchAccount = () =>
  new BusinessError(422, { email: ['There is no account with this address.'] })
