export const DAY_MS = 86_400_000

/** The day that lies `count` days after `day`; before it where `count` is negative. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formatter of a zone's wall clock; cached, because making one takes as long as a hundred uses. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** What a clock in a time zone shows at a moment, to the second: 2027-01-31 18:00:00. */
export const wallClockIn = (moment: Date | number, timeZone: string): string =>
  clockOf(timeZone).format(moment)

/** What a clock in a time zone shows at a moment, to the minute: 2027-01-31 18:00. */
export const clockIn = (moment: Date, timeZone: string): string =>
  wallClockIn(moment, timeZone).slice(0, 16)

/** The calendar day of a moment in a time zone, as 2027-01-31. */
export const dayIn = (moment: Date, timeZone: string): string =>
  wallClockIn(moment, timeZone).slice(0, 10)

/** The last second of a day in the programme's zone. */
export const endOfDayIn = (zone: string, day: string): number => momentIn(zone, `${day}T23:59:59`)

/**
 * The moment (milliseconds) at which a clock in the zone shows `2027-01-31T18:00`. The offset is computed twice: at a
 * clock change the first guess may have the wrong one.
 */
export function momentIn(zone: string, shownThere: string): number {
  const asIfUtc = Date.parse(`${shownThere}Z`)
  return asIfUtc - offsetAt(asIfUtc - offsetAt(asIfUtc, zone), zone)
}

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const second = Math.floor(moment / 1_000) * 1_000
  return Date.parse(`${wallClockIn(second, zone).replace(' ', 'T')}Z`) - second
}
