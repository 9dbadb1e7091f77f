import type { Answer, PageInput, money } from '@awards/shared/contract'
import { CHANNELS, type Channel } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { compareDay } from './compare-day.ts'
import { comparisonsRepository } from './comparisons.repository.ts'
import { lastFullDay, dayAfter } from './compare-statement.ts'

/** Daily comparison of the providers' statements with the ledger. */
export function comparisonsService(context: CoreContext) {
  const { db, clock, providers } = context
  const channels = CHANNELS.filter((channel) => providers[channel]?.statement)

  return {
    async list(page: PageInput): Promise<Answer<typeof money.comparisons>> {
      const { rows, total } = await comparisonsRepository(db).page(page)
      return { list: rows.map(toRow), total, current: page.current, pageSize: page.pageSize }
    },

    /** Compares a day on request. */
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

const CHECK_SECONDS = 900
/** How many days a new site starts with, and how many it catches up at most after an outage. */
const FIRST_DAYS = 3
const LONGEST_GAP_DAYS = 31

/** The job: every quarter of an hour, compares days that are over or whose next check is due. */
export function comparisonJob(context: CoreContext) {
  context.jobs.every('money.comparisons', CHECK_SECONDS, () => compareDueDays(context))
}

/** Catches up on days during which the site was down. */
export async function compareDueDays(context: CoreContext): Promise<void> {
  for (const channel of CHANNELS) {
    if (!context.providers[channel]?.statement) continue
    for (const day of await dueDays(context, channel)) await compareDay(context, { channel, day })
  }
}

async function dueDays({ db, clock }: CoreContext, channel: Channel): Promise<string[]> {
  const now = clock()
  const last = lastFullDay(channel, now)
  const comparisons = comparisonsRepository(db)
  const compared = await comparisons.comparedDays(channel, dayAfter(last, -LONGEST_GAP_DAYS))
  const [first = dayAfter(last, 1 - FIRST_DAYS)] = compared
  const missing = daysFromTo(first, last).filter((day) => !compared.includes(day))
  return [...new Set([...missing, ...(await comparisons.dueDays(channel, now))])].sort()
}

function daysFromTo(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}
