import type { entries, Output } from '@awards/shared/contract'
import { nextPeriod } from '@awards/shared/domain'

export type Registration = Output<typeof entries.registrationTime>

/** What the calendar means for an entrant at this moment, and what it counts down to. */
export function bannerState(data: Registration) {
  const now = new Date(data.server_now)
  const period = data.periods.find(({ code }) => code === data.current_period)
  const following = nextPeriod(data.periods, now)
  if (data.is_open) {
    return { name: 'open' as const, until: period?.ends_at ?? data.closes_at, period, following }
  }
  if (now < new Date(data.opens_at)) {
    return { name: 'ahead' as const, until: data.opens_at, period: undefined, following }
  }
  if (now <= new Date(data.grace_ends_at)) {
    return {
      name: 'grace' as const,
      until: data.grace_ends_at,
      period: undefined,
      following: undefined,
    }
  }
  return {
    name: 'closed' as const,
    until: data.next_opens_at ?? undefined,
    period: undefined,
    following: undefined,
  }
}
