import type { Answer, entriesAdded, Parsed } from '@awards/shared/contract'
import {
  EDITION_STATUS,
  ENTRY_STATUS,
  next,
  WINNER_FEE_MACHINE,
  WINNER_FEE_STATUS,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { lockedOwnEntry, stale } from './entry-access.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { recordLicences } from './licence-consents.repository.ts'

type Input = Parsed<typeof entriesAdded.awardAnswer>

/** Detail of a refusal of the award: the work was in the public collection, and returns if it is taken back. */
const WAS_SHOWN = 'shown'

/** Whether a winner takes the award; the fee machine says until when the answer may change. */
export const awardAnswerService = (context: AppContext) => ({
  answer: (actor: Actor, input: Input): Promise<Answer<typeof entriesAdded.awardAnswer>> =>
    context.db.transaction().execute(async (trx) => {
      const now = context.clock()
      const entry = await lockedOwnEntry(trx, actor, input.apply_order_id)
      refuseUnpublished(entry)
      const accepts = input.answer === 'accept'
      if (accepts && !input.licence) {
        throw new BusinessError(422, {
          licence: ['Allow the programme to publish the work, or decline the award'],
        })
      }
      const winner_fee_status = accepts
        ? taken(entry, now)
        : statusAfter(entry.winner_fee_status as WinnerFeeStatus, 'decline')
      const isBack = accepts && (await wasShown(trx, entry))
      const saved = await entriesRepository(trx).update(entry.id, input.version, {
        winner_fee_status,
        ...(accepts ? isBack && { is_show: true } : { is_show: false }),
      })
      if (!saved) throw stale()

      const code = accepts ? 'award_accepted' : 'award_declined'
      const detail = !accepts && entry.is_show ? WAS_SHOWN : undefined
      await entriesRepository(trx).record(entry.id, code, now, detail)
      if (accepts) await recordLicences(trx, actor.id, [entry.id], now)
      await auditRepository(trx).record(actor, `entry.${code}`, entry.id, {
        before: { winner_fee_status: entry.winner_fee_status, is_show: entry.is_show },
        after: { winner_fee_status, is_show: saved.is_show },
      })
      return { version: saved.version, winner_fee_status }
    }),
})

function refuseUnpublished(entry: EntryRecord) {
  if (
    entry.entry_status === ENTRY_STATUS.awarded &&
    entry.edition_status >= EDITION_STATUS.published
  ) {
    return
  }
  throw new BusinessError(423, 'This opens once the results are published.', {
    reason: 'NOT_PUBLISHED',
  })
}

/** Taking the award changes nothing about a package, unless it had been declined before. */
function taken(entry: EntryRecord, now: Date): WinnerFeeStatus {
  const status = entry.winner_fee_status as WinnerFeeStatus
  if (status !== WINNER_FEE_STATUS.declined) return status
  if (entry.offer_expires_at && entry.offer_expires_at < now) {
    throw new BusinessError(423, 'The offer has expired. Contact us to reopen it.', {
      reason: 'OFFER_EXPIRED',
    })
  }
  return statusAfter(status, 'reconsider')
}

function statusAfter(status: WinnerFeeStatus, event: 'decline' | 'reconsider'): WinnerFeeStatus {
  if (event === 'decline' && status === WINNER_FEE_STATUS.declined) return status
  const after = next(WINNER_FEE_MACHINE, status, event)
  if (after !== undefined) return after
  throw new BusinessError(409, 'A package was already chosen for this award. Contact us instead.', {
    reason: 'PACKAGE_CHOSEN',
  })
}

async function wasShown(db: Db, entry: EntryRecord): Promise<boolean> {
  if (entry.winner_fee_status !== WINNER_FEE_STATUS.declined) return false
  const events = await entriesRepository(db).events(entry.id)
  return events.findLast(({ code }) => code === 'award_declined')?.detail === WAS_SHOWN
}
