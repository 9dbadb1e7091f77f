import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import {
  requestContext,
  recordAction,
  type Person,
  type RequestContext,
} from '../../http/request-context.ts'
import type { AppContext } from '../../start/app-context.ts'

type Facts = { before?: object; after?: object; reason?: string | undefined }

/**
 * The append-only audit log, written in the transaction of the action. The database adds each row to the hash
 * chain at commit (migration 0030).
 */
export const auditRepository = (db: Db) => ({
  async record(actor: Person | null, action: string, subject: string, facts: Facts = {}) {
    await db
      .insertInto('audit_log')
      .values({
        actor_id: actor?.id ?? null,
        actor_role: actor ? `identity_${actor.identity}` : 'system',
        action,
        subject,
        before: facts.before ? JSON.stringify(facts.before) : null,
        after: facts.after ? JSON.stringify(facts.after) : null,
        reason: facts.reason ?? null,
        request_id: requestContext()?.trace_id ?? null,
      })
      .execute()
    recordAction(action, subject, actor)
  },
})

/** Denials recorded per user, hour and process; further ones are only logged. */
const MAX_DENIALS = 30
const WINDOW_MS = 3_600_000
const MAX_USERS = 10_000

/** Records calls that were refused for missing permissions, rate-limited per user. */
export function denialRecorder({ db, log }: Pick<AppContext, 'db' | 'log'>) {
  const counts = new LRUCache<string, number>({ max: MAX_USERS, ttl: WINDOW_MS, noUpdateTTL: true })

  return async ({ actor, call = '', acts }: RequestContext) => {
    // The jury services record their refusals themselves, with the entry.
    if (!actor || acts?.some((act) => act.startsWith('jury.refused'))) return
    const count = (counts.get(actor.id) ?? 0) + 1
    counts.set(actor.id, count)
    if (count > MAX_DENIALS) return
    await auditRepository(db)
      .record(actor, 'access.denied', call)
      .catch((error: unknown) => log.error('audit.unwritten', { error }))
  }
}
