import type { Answer, entries as calls, Parsed } from '@awards/shared/contract'
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
import { ownEntry, stale } from './entry-access.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'

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
