import type { Answer, Parsed, people } from '@awards/shared/contract'
import { dayIn, homeRoute, SEE_AS_MINUTES } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { LimitRule } from '../../../http/limits.ts'
import { errorCode } from '../../../lib/errors.ts'
import { MINUTE_MS } from '../../../lib/time.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { identityOf, languageOf } from '../../accounts/account.mapper.ts'
import { openSession, type Origin } from '../../accounts/session-token.ts'
import { apiKeysRepository } from '../../accounts/keys/api-keys.repository.ts'
import { oidcIdentitiesRepository } from '../../accounts/oidc/oidc.repository.ts'
import { passkeysRepository } from '../../accounts/passkeys/passkeys.repository.ts'
import { devicesRepository, sessionsRepository } from '../../accounts/sessions.repository.ts'
import { signInLock } from '../../accounts/sign-in-lock.ts'
import { webhooksRepository } from '../../webhooks/webhooks.repository.ts'
import { usersRepository, type UserRow } from '../../accounts/users.repository.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { dataRequestsRepository } from '../../privacy/data-requests.repository.ts'
import { erasureService } from '../../privacy/erasure.service.ts'
import { exportsService } from '../../privacy/exports.service.ts'
import { personWith, requireNoOffice } from './people.service.ts'

const UNIQUE_VIOLATION = '23505'
/** Mails that an organiser sends to one person in an hour. */
const HELP: LimitRule = { points: 5, seconds: 3_600 }
const DONE = { done: true as const }
type ReceivedWay = Parsed<typeof people.erasePerson>['way']

/** What an organiser does for somebody: each act with its record in the audit log. */
export function personActsService(context: AppContext) {
  const { db, clock, mail, limits, identity } = context
  const lock = signInLock(context)

  /** Runs a step with the account locked, so that it cannot be erased or given an office meanwhile. */
  const withPerson = <T>(userId: string, step: (trx: Db, person: UserRow) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      await personWith(trx, userId)
      const person = await usersRepository(trx).lock(userId)
      if (!person) throw shut()
      return step(trx, person)
    })

  const tellAddress = (trx: Db, to: string, person: UserRow, email: string) =>
    mail.enqueue(trx, {
      to,
      template: 'email_corrected',
      language: languageOf(person),
      params: { email },
    })

  /** How and when a request came: by mail and today unless the organiser says otherwise, never on a day to come. */
  async function received({ way, received_on }: { way?: ReceivedWay; received_on?: string }) {
    const today = dayIn(clock(), (await identity()).time_zone)
    if (received_on && received_on > today) throw dayToCome()
    return { way: way ?? 'mail', received_on: received_on ?? today } as const
  }

  return {
    async sendSignInHelp(actor: Actor, { user_id, kind }: Parsed<typeof people.sendSignInHelp>) {
      await limits.take('sign_in_help', user_id, HELP)
      return withPerson(user_id, async (trx, person) => {
        if (kind === 'address') {
          if (!person.email_corrected_at) throw proven()
          await tellAddress(trx, person.email, person, person.email)
        } else {
          await mail.enqueue(trx, {
            to: person.email,
            template: 'password_help',
            language: languageOf(person),
            params: { email: person.email },
          })
        }
        await auditRepository(trx).record(actor, 'person.helped', user_id, { after: { kind } })
        return DONE
      })
    },

    async unlock(actor: Actor, { user_id }: Parsed<typeof people.unlockAccount>) {
      const person = await personWith(db, user_id)
      if (!(await lock.lockedUntil(person))) return { changed: false }
      await auditRepository(db).record(actor, 'person.unlocked', user_id)
      await lock.liftAll(person)
      return { changed: true }
    },

    correctEmail: (actor: Actor, { user_id, email, reason }: Parsed<typeof people.correctEmail>) =>
      withPerson(user_id, async (trx, person) => {
        await requireNoOffice(trx, person)
        if (email === person.email) throw sameAddress()
        if (await usersRepository(trx).findByEmail(email)) throw addressTaken()
        const corrected = { email, email_verified_at: null, email_corrected_at: clock() }
        await usersRepository(trx).change(user_id, corrected)
        await sessionsRepository(trx).revokeAll(user_id, clock())
        await devicesRepository(trx).forgetOthers(user_id)
        // The previous owner of the account must not keep a way in that asks for no address.
        await passkeysRepository(trx).removeAll(user_id)
        await oidcIdentitiesRepository(trx).removeAll(user_id)
        await apiKeysRepository(trx).revokeAll(user_id, clock())
        await webhooksRepository(trx).removeAll(user_id)
        await auditRepository(trx).record(actor, 'email.corrected', user_id, { reason })
        for (const to of [person.email, email]) await tellAddress(trx, to, person, email)
        return DONE
      }).catch((error: unknown) => {
        throw errorCode(error) === UNIQUE_VIOLATION ? addressTaken() : error
      }),

    async requestExport(actor: Actor, { user_id, ...input }: Parsed<typeof people.exportPerson>) {
      const { id } = await personWith(db, user_id)
      const how = await received(input)
      await exportsService(context).request({ id }, actor, { ...how, note: input.reason ?? '' })
      return DONE
    },

    async erase(actor: Actor, { user_id, reason, ...input }: Parsed<typeof people.erasePerson>) {
      const person = await personWith(db, user_id)
      const how = await received(input)
      await erasureService(context).onRequest(
        actorOf(person),
        { ...how, note: reason },
        { by: { organiser: actor, reason, allowed: () => requireNoOffice(db, person) } },
      )
      return DONE
    },

    refuseRequest: (
      actor: Actor,
      { request_id, reason }: Parsed<typeof people.refuseDataRequest>,
    ) =>
      db.transaction().execute(async (trx) => {
        const requests = dataRequestsRepository(trx)
        const userId = await requests.refuse(request_id, reason, actor.id, clock())
        if (!userId) throw requestEnded()
        await auditRepository(trx).record(actor, 'data.refused', userId, { reason })
        return DONE
      }),

    seeAs: (
      actor: Actor,
      { user_id, reason }: Parsed<typeof people.seeAs>,
      origin: Origin,
    ): Promise<Answer<typeof people.seeAs>> =>
      withPerson(user_id, async (trx, person) => {
        await requireNoOffice(trx, person)
        const lifetime = SEE_AS_MINUTES * MINUTE_MS
        const own = { ...origin, seen_by: actor.id }
        const { token, expires_at: until } = await openSession(trx, user_id, clock(), own, lifetime)
        await auditRepository(trx).record(actor, 'person.seen', user_id, {
          after: { until },
          reason,
        })
        return { token, until, home_route: homeRoute(identityOf(person)) }
      }),
  }
}

/** The person as the one who acts, for what they could have done themselves. */
const actorOf = (person: UserRow): Actor => ({
  id: person.id,
  email: person.email,
  identity: identityOf(person),
  display_name: `${person.first_name} ${person.last_name}`,
  language: languageOf(person),
  rights: [],
  are_rights_resting: false,
  juror: null,
})

const shut = () => new BusinessError(404, 'This account is shut.', { reason: 'UNKNOWN' })
const proven = () =>
  new BusinessError(409, 'The address is proven: no correction waits.', { reason: 'PROVEN' })
const sameAddress = () =>
  new BusinessError(422, { email: ['This is the address of the account already.'] })
const addressTaken = () => new BusinessError(422, { email: ['Another account uses this address.'] })
const dayToCome = () =>
  new BusinessError(422, {
    received_on: ['This day is still to come. Give the day on which it came.'],
  })
const requestEnded = () =>
  new BusinessError(409, 'This request is answered already. Reload the page.', { reason: 'ENDED' })
