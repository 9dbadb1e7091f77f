import { momentIn, wallClockIn } from '@awards/shared/domain'
import { DAY_MS } from '../../../lib/durations.ts'

const OFFSET = /^([+-]\d{1,4})d(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/
const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const DEFAULT_HOUR = 9

/**
 * Tells if a text is a date of a programme file: an offset in days (`-120d`) or a calendar day, with an optional
 * time; or an ISO timestamp in UTC, which an export writes for times without an unambiguous wall-clock time.
 */
export const isProgrammeDate = (text: string): boolean =>
  OFFSET.test(text) || (DAY.test(text) && isDay(text.slice(0, 10))) || ISO_UTC.test(text)

// Compares the result, since Date.parse accepts 31 June.
const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/**
 * Converts a date of a programme file. `anchor` is the day of the first load (YYYY-MM-DD); times are wall-clock
 * times in `zone`, 09:00 by default. 23:59:59 means 23:59:59.999. Throws for other texts.
 */
export function programmeDate(text: string, anchor: string, zone: string): Date {
  if (ISO_UTC.test(text)) return new Date(text)
  const offset = OFFSET.exec(text)
  const day = DAY.exec(text)
  const [hour, minute, second] = (offset ? offset.slice(2) : (day?.slice(4) ?? [])).map((part) =>
    part === undefined ? undefined : Number(part),
  )
  const midnight = offset
    ? Date.parse(`${anchor}T00:00:00Z`) + Number(offset[1]) * DAY_MS
    : Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(midnight)) throw new Error(`Not a programme date: ${text}`)
  const wall =
    midnight +
    ((hour ?? DEFAULT_HOUR) * 3_600 + (minute ?? 0) * 60 + (second ?? 0)) * 1_000 +
    (hour === 23 && minute === 59 && second === 59 ? 999 : 0)
  return new Date(momentIn(zone, new Date(wall).toISOString().slice(0, -1)))
}

/** Inverse of `programmeDate`: wall-clock time in `zone`, or ISO in UTC where that would be ambiguous. */
export function dateText(date: Date, zone: string): string {
  const text = wallClockIn(date, zone).replace(/:00$/, '')
  return programmeDate(text, '', zone).getTime() === date.getTime() ? text : date.toISOString()
}
