import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../start/app-context.ts'
import type { Cause } from '../../http/request-context.ts'
import { auditRepository } from './audit.repository.ts'

/** Rows that one person may fill in an hour, by one process; what is more is in the log alone. */
const MOST = 30
const WINDOW_MS = 3_600_000
const PEOPLE = 10_000

/** Writes down who was refused what for want of rights. */
export function denials({ db, log }: Pick<AppContext, 'db' | 'log'>) {
  const told = new LRUCache<string, number>({ max: PEOPLE, ttl: WINDOW_MS, noUpdateTTL: true })

  return async ({ actor, call = '', acts }: Cause) => {
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
