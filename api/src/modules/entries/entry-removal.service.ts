import type { Answer, entries as calls, Parsed } from '@awards/shared/contract'
import {
  ENTRY_MACHINE,
  next,
  CANCELLATION_DAYS,
  ENTRY_FEE_STATUS,
  ENTRY_STATUS,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { documentsRepository } from '../documents/documents.repository.ts'
import { requestRefundOfEntryFee } from '../payments/refunds/refund-request.ts'
import { isDeletable } from './entries.policy.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { lockedEntryFor, entryLocked, stale } from './entry-access.ts'
import { changeEachEntryStatus } from './entry-status.repository.ts'
import { DAY_MS } from '../../lib/time.ts'

type Input = Parsed<typeof calls.deleteEntry>
type Removed = Answer<typeof calls.deleteEntry>

/** Deletes entries without payment orders; withdraws the others, with a refund request where the rules allow one. */
export const entryRemovalService = (context: AppContext) => ({
  remove: (actor: Actor, input: Input): Promise<Removed> =>
    context.db.transaction().execute(async (trx) => {
      const entry = await lockedEntryFor(trx, actor, input.apply_order_id, 'leave')
      const entries = entriesRepository(trx)
      if (await entries.hasOpenOrder(entry.id)) {
        throw new BusinessError(
          409,
          'A payment for this entry is under way. Wait until it is paid or has expired, then try again.',
          { reason: 'ORDER_OPEN' },
        )
      }
      if (isDeletable(entry)) {
        await auditRepository(trx).record(actor, 'entry.deleted', entry.id, {
          before: { entry_no: entry.entry_no },
        })
        await documentsRepository(trx).removeProformas(entry.id)
        await entries.remove(entry.id)
        return { mode: 'deleted', refund: 'none' }
      }
      return withdraw(trx, context, actor, entry, input)
    }),
})

/** Withdraws an entry, mails the entrant, and requests a refund of the fee where the rules allow one. */
export async function withdraw(
  db: Db,
  context: AppContext,
  actor: Actor,
  entry: EntryRecord,
  input: { reason?: string | undefined },
): Promise<Removed> {
  const now = context.clock()
  await leaveCompetition(db, now, actor, entry, input.reason)
  await context.mail.enqueue(db, {
    to: actor.email,
    template: 'entry_withdrawn',
    language: actor.language,
    params: { title: entry.title, entry_no: entry.entry_no },
  })
  if (entry.entry_fee_status !== ENTRY_FEE_STATUS.paid) return { mode: 'withdraw', refund: 'none' }
  if (!isRefundable(entry, now)) return { mode: 'withdraw', refund: 'not_possible' }
  const isRequested = await requestRefundOfEntryFee(db, actor, {
    entryId: entry.id,
    reason: 'Withdrawn by the entrant',
    at: now,
  })
  return { mode: 'withdraw', refund: isRequested ? 'requested' : 'none' }
}

/** Whether the status of the entry allows a withdrawal. */
export const canWithdraw = ({ entry_status }: Pick<EntryRecord, 'entry_status'>): boolean =>
  next(ENTRY_MACHINE, entry_status as EntryStatus, 'withdraw') !== undefined

/**
 * Withdraws an entry, with an event for the entrant and an audit record; sends no mail and moves no money. The reason
 * stands in the event alone: an erasure can take it out of there, and not out of the audit log.
 */
export async function leaveCompetition(
  db: Db,
  now: Date,
  actor: Actor,
  entry: EntryRecord,
  reason?: string,
): Promise<void> {
  if (!canWithdraw(entry)) throw entryLocked()
  const saved = await entriesRepository(db).update(entry.id, entry.version, {
    withdrawn_at: now,
  })
  if (!saved) throw stale()
  await changeEachEntryStatus(db, 'withdraw', [entry.id])
  await entriesRepository(db).record(entry.id, 'withdrawn', now, {
    detail: reason,
    by: actor,
  })
  await auditRepository(db).record(actor, 'entry.withdrawn', entry.id, {
    before: { entry_status: entry.entry_status },
  })
}

/** Cancellation is free within 14 days of payment, until judging begins (domain page §2.8 f). */
function isRefundable(entry: EntryRecord, now: Date): boolean {
  const judged = entry.entry_status >= ENTRY_STATUS.in_judging
  if (judged || !entry.paid_at) return false
  return now.getTime() - entry.paid_at.getTime() <= CANCELLATION_DAYS * DAY_MS
}
