import { dayIn } from '@awards/shared/domain'
import { isProgrammeDate, programmeDate } from './programme-source.ts'

const PARIS = 'Europe/Paris'

test.each([
  ['+0d', '2026-11-20T08:00:00.000Z'],
  ['-120d 18:00', '2026-07-23T16:00:00.000Z'],
  ['+25d 00:00', '2026-12-14T23:00:00.000Z'],
  ['+24d 23:59:59', '2026-12-14T22:59:59.999Z'],
  ['2027-03-01', '2027-03-01T08:00:00.000Z'],
  // The day of the clock change has 23 hours.
  ['2027-03-28 23:59:59', '2027-03-28T21:59:59.999Z'],
])('%s on 20 November 2026 in Paris is %s', (text, iso) => {
  expect(programmeDate(text, '2026-11-20', PARIS).toISOString()).toBe(iso)
})

test.each([
  'tomorrow',
  '120d',
  '+1d 9:00',
  '+1d 24:00',
  '2027-3-1',
  '2027-03-31 29:59:59',
  '2027-03-31 18:75',
  '2027-03-31T25:00:00.000Z',
  '2027-06-31T09:00:00.000Z',
])('%s is not a date', (text) => {
  expect(isProgrammeDate(text)).toBe(false)
})

test('the day of a timestamp depends on the time zone', () => {
  expect(dayIn(new Date('2026-11-20T23:30:00Z'), PARIS)).toBe('2026-11-21')
})
