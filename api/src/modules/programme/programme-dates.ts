const OFFSET = /^([+-]\d{1,4})d(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/
const DEFAULT_HOUR = 9

/** A date of a programme file: days from the day of loading, or a calendar day; a time is optional. */
export const isProgrammeDate = (text: string): boolean => OFFSET.test(text) || DAY.test(text)

/**
 * The moment a programme file means. `anchor` is the day of loading (YYYY-MM-DD); times are wall-clock
 * times in `zone`. An end of day written 23:59:59 includes the last millisecond.
 */
export function programmeDate(text: string, anchor: string, zone: string): Date {
  const offset = OFFSET.exec(text)
  const day = DAY.exec(text)
  const [hour, minute, second] = (offset ? offset.slice(2) : (day?.slice(4) ?? [])).map((part) =>
    part === undefined ? undefined : Number(part),
  )
  const midnight = offset
    ? Date.parse(`${anchor}T00:00:00Z`) + Number(offset[1]) * 86_400_000
    : Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(midnight)) throw new Error(`Not a programme date: ${text}`)
  const wall =
    midnight +
    ((hour ?? DEFAULT_HOUR) * 3_600 + (minute ?? 0) * 60 + (second ?? 0)) * 1_000 +
    (hour === 23 && minute === 59 && second === 59 ? 999 : 0)
  return new Date(fromWallClock(wall, zone))
}

/** The calendar day of a moment in a time zone, as YYYY-MM-DD. */
export const dayIn = (moment: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment)

// Twice, because the offset at the guess may differ from the offset at the answer.
function fromWallClock(wall: number, zone: string): number {
  const guess = wall - zoneOffset(wall, zone)
  return wall - zoneOffset(guess, zone)
}

function zoneOffset(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(parts ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
}
