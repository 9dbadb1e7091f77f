import { dayIn } from '@awards/shared/domain'
import { endOfDayIn } from '@awards/shared/domain'

test.each([
  ['Europe/Paris', '2026-11-27', '2026-11-27T22:59:59.000Z'],
  ['Europe/Paris', '2027-06-27', '2027-06-27T21:59:59.000Z'],
  ['Asia/Shanghai', '2026-11-27', '2026-11-27T15:59:59.000Z'],
  ['America/New_York', '2026-11-27', '2026-11-28T04:59:59.000Z'],
])('a day of %s, %s, ends at %s', (zone, day, end) => {
  expect(new Date(endOfDayIn(zone, day)).toISOString()).toBe(end)
  expect(dayIn(new Date(endOfDayIn(zone, day)), zone)).toBe(day)
})
