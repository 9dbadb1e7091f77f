import type { Answer, entriesAdded, Parsed, entries as calls } from '@awards/shared/contract'
import {
  EDITION_STATUS,
  ENTRY_STATUS,
  next,
  WINNER_FEE_MACHINE,
  WINNER_FEE_STATUS,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { lockedOwnEntry, stale, ownEntry } from './entry-access.ts'
import { recordLicences } from './licence-consents.repository.ts'

type AwardAnswer = Parsed<typeof entriesAdded.awardAnswer>

/** Detail of a refusal of the award: the work was in the public collection, and returns if it is taken back. */
const WAS_SHOWN = 'shown'

/** Whether a winner takes the award; the fee machine says until when the answer may change. */
export const awardAnswerService = (context: AppContext) => ({
  answer: (actor: Actor, input: AwardAnswer): Promise<Answer<typeof entriesAdded.awardAnswer>> =>
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

type Input = Parsed<typeof calls.winningInfoEdit>

/** What a winner confirms for publication, and which package is wanted. */
export const winningInfoService = (context: AppContext) => ({
  edit: (actor: Actor, input: Input): Promise<Answer<typeof calls.winningInfoEdit>> =>
    context.db.transaction().execute(async (trx) => {
      const entry = await ownEntry(trx, actor, input.apply_order_id)
      if (
        entry.entry_status !== ENTRY_STATUS.awarded ||
        entry.edition_status < EDITION_STATUS.published
      ) {
        throw new BusinessError(423, 'This opens once the results are published.', {
          reason: 'NOT_PUBLISHED',
        })
      }
      const winner_fee_status = input.package_code
        ? await packageChoice(trx, context, entry, input.package_code)
        : entry.winner_fee_status
      const saved = await entriesRepository(trx).update(entry.id, input.version, {
        winning_info: JSON.stringify(input.info),
        package_code: input.package_code ?? entry.package_code,
        winner_fee_status,
      })
      if (!saved) throw stale()
      // The form saves itself; only the first word and the choice of a package are news.
      const isNews = entry.winning_info === null || input.package_code !== undefined
      if (!isNews) return { version: saved.version, winner_fee_status }
      await entriesRepository(trx).record(entry.id, 'winning_info', context.clock())
      await auditRepository(trx).record(actor, 'entry.winning_info', entry.id, {
        after: { package_code: saved.package_code, winner_fee_status },
      })
      return { version: saved.version, winner_fee_status }
    }),
})

/** A free package settles the offer at once; one that costs leaves it open until it is paid. */
async function packageChoice(db: Db, context: AppContext, entry: EntryRecord, code: string) {
  const price = await db
    .selectFrom('winner_package_prices as price')
    .innerJoin('winner_packages as package', 'package.id', 'price.package_id')
    .select('price.amount_minor')
    .where('package.code', '=', code)
    .where('price.edition_id', '=', entry.edition_id)
    .where('price.award_id', '=', entry.award_id)
    .executeTakeFirst()
  if (!price) throw new BusinessError(422, { package_code: ['Choose a package from the list'] })

  const status = entry.winner_fee_status as WinnerFeeStatus
  if (entry.offer_expires_at && entry.offer_expires_at < context.clock()) {
    throw new BusinessError(423, 'The offer has expired. Contact us to reopen it.', {
      reason: 'OFFER_EXPIRED',
    })
  }
  if (status === WINNER_FEE_STATUS.paid || status === WINNER_FEE_STATUS.waived) return status
  const offered =
    status === WINNER_FEE_STATUS.declined ? next(WINNER_FEE_MACHINE, status, 'reconsider') : status
  if (price.amount_minor > 0 || offered === undefined) return offered ?? status
  return next(WINNER_FEE_MACHINE, offered, 'waive') ?? status
}
