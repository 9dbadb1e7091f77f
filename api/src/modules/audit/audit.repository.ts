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
 * The append-only record of who did what; written in the transaction of the act itself, and chained at
 * its commit (migration 0030).
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

/** Rows that one person may fill in an hour, by one process; what is more is in the log alone. */
const MOST = 30
const WINDOW_MS = 3_600_000
const PEOPLE = 10_000

/** Writes down who was refused what for want of rights. */
export function denialRecorder({ db, log }: Pick<AppContext, 'db' | 'log'>) {
  const told = new LRUCache<string, number>({ max: PEOPLE, ttl: WINDOW_MS, noUpdateTTL: true })

  return async ({ actor, call = '', acts }: RequestContext) => {
    // The services of the jury write it down themselves, with the entry.
    if (!actor || acts?.some((act) => act.startsWith('jury.refused'))) return
    const count = (told.get(actor.id) ?? 0) + 1
    told.set(actor.id, count)
    if (count > MOST) return
    await auditRepository(db)
      .record(actor, 'access.denied', call)
      .catch((error: unknown) => log.error('audit.unwritten', { error }))
  }
}
