/** The calendar day of a moment in a time zone, as 2027-01-31. */
export const dayIn = (moment: Date, timeZone: string): string =>
  moment.toLocaleDateString('sv-SE', { timeZone })

/** The last second of a day in the programme's zone. */
export function endOfDayIn(zone: string, day: string): number {
  const asIfUtc = new Date(`${day}T23:59:59Z`).getTime()
  const shown = new Date(asIfUtc).toLocaleString('sv-SE', { timeZone: zone })
  const ahead = new Date(`${shown.replace(' ', 'T')}Z`).getTime() - asIfUtc
  return asIfUtc - ahead
}
