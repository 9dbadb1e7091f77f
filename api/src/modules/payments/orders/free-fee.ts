import { FEE_TYPE } from '@awards/shared/domain'
import type { FeeType } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { entryStatusAfterFee, feeStatus, followFee, isSettled, nextFee } from './fee-state.ts'
import { alreadyPaid } from './open-order.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { quoteCodesRepository } from '../prices/quote-codes.repository.ts'

type Free = { code?: string | null; package_code?: string }

/** A fee of nothing is waived at once: no order, no invoice (domain page §2.8 c). */
export const settleForFree = (db: Db, now: Date, entryId: string, feeType: FeeType, free: Free) =>
  db.transaction().execute(async (trx) => {
    const entries = payableEntriesRepository(trx)
    const entry = await entries.lock(entryId)
    const from = followFee(feeType, feeStatus(entry, feeType), ['reconsider'])
    const to = nextFee(feeType, from, 'waive')
    if (isSettled(entry, feeType) || to === undefined) throw alreadyPaid()
    await entries.updateVersion(entryId, {
      [feeColumn(feeType)]: to,
      ...(feeType === FEE_TYPE.entry
        ? { entry_status: entryStatusAfterFee(entry), paid_at: now }
        : { package_code: free.package_code ?? null }),
    })
    await entries.event(entryId, 'fee_waived', free.code ?? free.package_code ?? null, now)
    if (free.code) await quoteCodesRepository(trx).take(free.code, entryId)
  })
