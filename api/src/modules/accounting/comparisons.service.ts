import type { Answer, PageInput, money } from '@awards/shared/contract'
import { CHANNELS } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { compareDay } from './compare-day.ts'
import { comparisonsRepository } from './comparisons.repository.ts'
import { lastFullDay } from './provider-days.ts'

/** The books of the providers beside ours, day by day. */
export function comparisonsService(context: CoreContext) {
  const { db, clock, providers } = context
  const channels = CHANNELS.filter((channel) => providers[channel]?.statement)

  return {
    async list(page: PageInput): Promise<Answer<typeof money.comparisons>> {
      const { rows, total } = await comparisonsRepository(db).page(page)
      return { list: rows.map(toRow), total, current: page.current, pageSize: page.pageSize }
    },

    /** Compares a day at once, because somebody asks. */
    async compareDay(actor: Actor, day: string): Promise<Answer<typeof money.compareDay>> {
      if (channels.length === 0) {
        throw new BusinessError(
          409,
          'No payment service gives statements here. Compare with the statement of the bank.',
          { reason: 'NO_STATEMENTS' },
        )
      }
      const over = channels.filter((channel) => day <= lastFullDay(channel, clock()))
      if (over.length === 0) {
        throw new BusinessError(422, { day: ['This day is not over yet. Choose an earlier one'] })
      }
      for (const channel of over) await compareDay(context, { channel, day })
      await auditRepository(db).record(actor, 'books.compared', day)
      return (await comparisonsRepository(db).ofDay(day)).map(toRow)
    },
  }
}

const toRow = <R extends { compared_at: Date }>({ compared_at, ...row }: R) => ({
  ...row,
  compared_at: compared_at.toISOString(),
})
