import { randomBytes } from 'node:crypto'
import type { apiKeys, KeyRow, Output, Parsed } from '@awards/shared/contract'
import { KEY_LIMIT, KEY_PREFIX, scopesOf } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { KEY_SHOWN } from '../../../http/authenticate.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { LimitRule } from '../../../http/limits.ts'
import { DAY_MS } from '../../../lib/time.ts'
import { tokenDigest } from '../../../lib/signed-token.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { requireFreshSignIn } from '../step-up.service.ts'
import { usersRepository } from '../users.repository.ts'
import { apiKeysRepository, type KeyRecord } from './api-keys.repository.ts'

const NEW_KEYS: LimitRule = { points: 30, seconds: 3_600 }

/** The keys of an account: list, make, revoke. Of a key, database, logs and audit log know the first characters alone. */
export function apiKeysService(context: AppContext) {
  const { db, clock, limits, mail } = context

  return {
    async list(actor: Actor): Promise<Output<typeof apiKeys.list>> {
      const keys = await apiKeysRepository(db).ofUser(actor.id)
      return {
        keys: keys.map(toKeyRow),
        scopes: [...scopesOf(actor.identity)],
      }
    },

    async make(actor: Actor, input: Parsed<typeof apiKeys.make>, session: Buffer) {
      const allowed = scopesOf(actor.identity)
      if (!input.scopes.every((scope) => allowed.includes(scope))) throw scopeNotYours()
      await requireFreshSignIn(context, session)
      await limits.take('new_key', actor.id, NEW_KEYS)
      const key = KEY_PREFIX + randomBytes(32).toString('base64url')
      const now = clock()
      const expires_at = new Date(now.getTime() + input.days * DAY_MS)
      const made = {
        user_id: actor.id,
        name: input.name,
        prefix: key.slice(0, KEY_SHOWN),
        scopes: [...new Set(input.scopes)],
        created_at: now,
        expires_at,
      }
      return db.transaction().execute(async (trx) => {
        // The lock keeps two at once from passing the limit together.
        const owner = await usersRepository(trx).lock(actor.id)
        if (!owner) throw gone()
        await requireFreshSignIn({ db: trx, clock }, session)
        if ((await apiKeysRepository(trx).countLive(actor.id, now)) >= KEY_LIMIT) throw tooMany()
        const key_id = await apiKeysRepository(trx).add({ ...made, key_hash: tokenDigest(key) })
        await auditRepository(trx).record(actor, 'key.made', actor.id, {
          after: { key_id, prefix: made.prefix, scopes: made.scopes, expires_at },
        })
        await mail.enqueue(trx, {
          to: actor.email,
          template: 'key_made',
          language: actor.language,
          params: { key: made.name },
        })
        return { key_id, key, expires_at: expires_at.toISOString() }
      })
    },

    revoke: (actor: Actor, keyId: string) =>
      db.transaction().execute(async (trx) => {
        const revoked = await apiKeysRepository(trx).revoke(actor.id, keyId, clock())
        if (revoked === undefined) throw gone()
        if (revoked) {
          const before = { key_id: keyId }
          await auditRepository(trx).record(actor, 'key.revoked', actor.id, { before })
        }
        return { revoked }
      }),
  }
}

const toKeyRow = (row: KeyRecord): KeyRow => ({
  key_id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

const gone = () =>
  new BusinessError(404, 'This key is none of your account. Reload the list to see.')

const tooMany = () =>
  new BusinessError(409, `An account has at most ${KEY_LIMIT} keys. Revoke one first.`, {
    reason: 'KEY_LIMIT',
  })

const scopeNotYours = () =>
  new BusinessError(
    403,
    'Your account cannot give a key all of this. Reload the page, and choose from what it offers.',
    { reason: 'SCOPE' },
  )
