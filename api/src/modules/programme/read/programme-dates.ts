import { dayIn } from '@awards/shared/domain'
const OFFSET = /^([+-]\d{1,4})d(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const DEFAULT_HOUR = 9

/**
 * A date of a programme file: days from the day of loading, or a calendar day; a time is optional. An
 * export writes a moment in UTC where no wall clock of the zone says it.
 */
export const isProgrammeDate = (text: string): boolean =>
  OFFSET.test(text) || (DAY.test(text) && isDay(text.slice(0, 10))) || MOMENT.test(text)

// The 31st of June is a day for Date.parse.
const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/**
 * The moment a programme file means. `anchor` is the day of loading (YYYY-MM-DD); times are wall-clock
 * times in `zone`. An end of day written 23:59:59 includes the last millisecond.
 */
export function programmeDate(text: string, anchor: string, zone: string): Date {
  if (MOMENT.test(text)) return new Date(text)
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

/** A moment as a programme file says it; `programmeDate` gives it back. */
export function dateText(moment: Date, zone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' })
  const time = clock.format(moment).replace(/:00$/, '')
  const text = `${dayIn(moment, zone)} ${time}`
  return programmeDate(text, '', zone).getTime() === moment.getTime() ? text : moment.toISOString()
}

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
