import type { AwardDate } from '@awards/shared/contract'

type CalendarFile = {
  /** Names the file and the entries' origin. */
  name: string
  dates: readonly AwardDate[]
  /** Where each date can be read up. */
  address: string
  zone: string
  now: Date
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
const stamp = (moment: Date) => `${moment.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

/** The day a moment falls on in the programme's zone, as a calendar writes it. */
const dayOf = (moment: string, zone: string, later = 0) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(moment))
  const [year = 0, month = 1, day = 1] = parts.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + later))
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '')
}

const OCTETS = 75

/** Lines of a calendar are short; a longer one goes on after a break and a space (RFC 5545, 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  for (const letter of line) {
    const limit = lines.length === 0 ? OCTETS : OCTETS - 1
    if (encoder.encode(current + letter).length > limit) {
      lines.push(current)
      current = ''
    }
    current += letter
  }
  return [...lines, current].join('\r\n ')
}

/** The dates of an edition for a calendar (iCalendar, RFC 5545): whole days that leave people free. */
export function calendarFile({ name, dates, address, zone, now }: CalendarFile): string {
  const host = new URL(address).host
  const events = dates.flatMap(({ key, label, starts_at, ends_at }, index) => [
    'BEGIN:VEVENT',
    `UID:${index}-${key}-${dayOf(starts_at, zone)}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART;VALUE=DATE:${dayOf(starts_at, zone)}`,
    `DTEND;VALUE=DATE:${dayOf(ends_at ?? starts_at, zone, 1)}`,
    `SUMMARY:${escaped(`${name}: ${label}`)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(name)}//calendar//EN`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
