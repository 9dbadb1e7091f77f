import { dayIn } from '@awards/shared/domain'
import type { Channel } from '@awards/shared/domain'

const DAY_MS = 86_400_000

/** On whose calendar a provider closes its day: the wallet's is Beijing's, the card service's UTC. */
const ZONES: Record<Channel, string> = {
  wechat_native: 'Asia/Shanghai',
  card: 'UTC',
  bank_transfer: 'Europe/Paris',
}
export const zoneOf = (channel: Channel): string => ZONES[channel]

/** The day that lies `count` days after `day`; before it where `count` is negative. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)

/** The latest day that is over on the provider's calendar. */
export const lastFullDay = (channel: Channel, now: Date): string =>
  dayAfter(dayIn(now, zoneOf(channel)), -1)
