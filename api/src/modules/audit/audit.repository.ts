import { currentCause, noteAct, type Person } from '../../http/request-context.ts'
import type { Db } from '../../db/database.ts'

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
        request_id: currentCause()?.trace_id ?? null,
      })
      .execute()
    noteAct(action, subject, actor)
  },
})
