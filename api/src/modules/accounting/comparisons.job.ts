import { CHANNELS } from '@awards/shared/domain'
import type { Channel } from '@awards/shared/domain'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { compareDay } from './compare-day.ts'
import { comparisonsRepository } from './comparisons.repository.ts'
import { dayAfter, lastFullDay } from './provider-days.ts'

const LOOK_SECONDS = 900
/** How far back a site begins that has never compared; after a long absence, how far at most. */
const FIRST_DAYS = 3
const LONGEST_GAP_DAYS = 31

/** Every quarter of an hour: the days that are over and were not compared, or wait for another look. */
export function comparisonJob(context: CoreContext) {
  context.jobs.every('money.comparisons', LOOK_SECONDS, () => compareDueDays(context))
}

/** A night in which the site was down is made up for. */
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
  const known = await comparisons.known(channel, dayAfter(last, -LONGEST_GAP_DAYS))
  const [first = dayAfter(last, 1 - FIRST_DAYS)] = known
  const missing = daysFromTo(first, last).filter((day) => !known.includes(day))
  return [...new Set([...missing, ...(await comparisons.due(channel, now))])].sort()
}

function daysFromTo(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}
