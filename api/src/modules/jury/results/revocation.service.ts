import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import {
  DECISION_MACHINE,
  ENTRY_MACHINE,
  entryStatusText,
  next,
  type DecisionStatus,
  type EntryEvent,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { entriesRepository } from '../../entries/entries.repository.ts'
import { alertsRepository } from '../../payments/alerts.repository.ts'
import { decisionsRepository } from './decisions.repository.ts'
import { lockedEntryForJuror } from '../jury-access.ts'
import type { JuryEntry } from '../lists/jury-entries.repository.ts'
import { revocationRepository } from './revocation.repository.ts'

type Input = Parsed<typeof judgeAdded.revokeAward>
type StatusAnswer = Answer<typeof judgeAdded.revokeAward>

/** Disqualifies entries before publication and revokes awards after it (domain page §2.5). */
export function revocationService(context: AppContext) {
  const { db, clock, mail } = context

  /** Mails the entrant, and adds the reason to the timeline and the audit log. */
  async function notifyAndRecord(
    trx: Db,
    actor: Actor,
    entry: JuryEntry,
    code: 'award_revoked' | 'disqualified',
    reason: string,
  ) {
    const { email, language, entry_no, title } = await revocationRepository(trx).owner(entry.id)
    await entriesRepository(trx).record(entry.id, code, clock(), { detail: reason })
    await mail.enqueue(trx, {
      to: email,
      template: code === 'disqualified' ? 'entry_disqualified' : 'award_revoked',
      language,
      params: { entry_no, title, note: reason },
      dedupeKey: `${code}:${entry.id}`,
    })
    await auditRepository(trx).record(actor, `entry.${code}`, entry.id, {
      before: { entry_status: entry.entry_status, award_id: entry.award_id },
      reason,
    })
  }

  return {
    /** Revokes a published award with certificate and offer, and hides the entry; keeps votes and decisions. 409 `NOT_AWARDED`. */
    revoke: (actor: Actor, { apply_order_id: id, reason }: Input): Promise<StatusAnswer> =>
      db.transaction().execute(async (trx) => {
        const { entry } = await lockedEntryForJuror(context, actor, id, trx)
        const status = statusAfter(entry, 'revoke')
        const decision = next(DECISION_MACHINE, entry.decision_status as DecisionStatus, 'revoke')
        if (status === undefined || decision === undefined) throw notAwarded()
        const now = clock()
        await revocationRepository(trx).revoke(id, now)
        await decisionsRepository(trx).record(
          {
            apply_order_id: id,
            kind: 'revoke',
            level: 1,
            award_id: entry.award_id,
            by_user_id: actor.id,
            reason,
          },
          now,
        )
        await notifyAndRecord(trx, actor, entry, 'award_revoked', reason)
        await alertFinance(trx, entry, now)
        return statusAnswer(status)
      }),

    /** Before publication. The fee is not refunded (rules of the competition). 409 `PUBLISHED`. */
    disqualify: (actor: Actor, { apply_order_id: id, reason }: Input): Promise<StatusAnswer> =>
      db.transaction().execute(async (trx) => {
        const { entry } = await lockedEntryForJuror(context, actor, id, trx)
        const status = statusAfter(entry, 'disqualify')
        if (status === undefined) throw alreadyPublished()
        await revocationRepository(trx).disqualify(id, clock())
        await notifyAndRecord(trx, actor, entry, 'disqualified', reason)
        return statusAnswer(status)
      }),
  }
}

const statusAfter = ({ entry_status }: JuryEntry, event: EntryEvent) =>
  next(ENTRY_MACHINE, entry_status as EntryStatus, event)

const statusAnswer = (status: EntryStatus): StatusAnswer => ({
  entry_status: status,
  entry_status_text: entryStatusText(status),
})

const notAwarded = () =>
  new BusinessError(409, 'Only a published award is taken back. This entry has none.', {
    reason: 'NOT_AWARDED',
  })

const alreadyPublished = () =>
  new BusinessError(
    409,
    'The results of this entry are out. An award is taken back by revoking it.',
    { reason: 'PUBLISHED' },
  )

/** Raises an alert for a paid winner package: finance decides about the refund. */
async function alertFinance(trx: Db, { id, entry_no }: JuryEntry, at: Date) {
  const paid = await revocationRepository(trx).paidPackageOrder(id)
  if (!paid) return
  const { order_no } = paid
  await alertsRepository(trx).raise({ code: 'AWARD_REVOKED', order_no, detail: entry_no, at })
}
