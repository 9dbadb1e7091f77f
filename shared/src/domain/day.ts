/** The calendar day of a moment in a time zone, as 2027-01-31. */
export const dayIn = (moment: Date, timeZone: string): string =>
  moment.toLocaleDateString('sv-SE', { timeZone })
