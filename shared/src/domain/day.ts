/** The calendar day of a moment in a time zone, as 2027-01-31. */
export const dayIn = (moment: Date, timeZone: string): string =>
  moment.toLocaleDateString('sv-SE', { timeZone })

/** What a clock in a time zone shows at a moment, to the minute: 2027-01-31 18:00. */
export const clockIn = (moment: Date, timeZone: string): string =>
  moment.toLocaleString('sv-SE', { timeZone }).slice(0, 16)

/** The last second of a day in the programme's zone. */
export const endOfDayIn = (zone: string, day: string): number => momentIn(zone, `${day}T23:59:59`)

/** The moment at which a clock in the zone shows `2027-01-31T18:00`. */
export function momentIn(zone: string, shownThere: string): number {
  const asIfUtc = new Date(`${shownThere}Z`).getTime()
  const shown = new Date(asIfUtc).toLocaleString('sv-SE', { timeZone: zone })
  const ahead = new Date(`${shown.replace(' ', 'T')}Z`).getTime() - asIfUtc
  return asIfUtc - ahead
}
