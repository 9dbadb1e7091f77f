import { withdrawalEnds } from '../index.ts'

test.each([
  ['a Monday to a Monday', '2027-02-01T09:30:00Z', 'UTC', '2027-02-15T23:59:59.999Z'],
  [
    'late in the evening it is the next day in Paris',
    '2027-02-01T23:30:00Z',
    'Europe/Paris',
    '2027-02-16T22:59:59.999Z',
  ],
  ['14 July, in summer', '2026-06-30T12:00:00Z', 'Europe/Paris', '2026-07-15T21:59:59.999Z'],
  [
    'Easter Monday, over the change to summer time',
    '2027-03-15T12:00:00Z',
    'Europe/Paris',
    '2027-03-30T21:59:59.999Z',
  ],
  ['a Saturday ends on Monday', '2027-02-06T12:00:00Z', 'UTC', '2027-02-22T23:59:59.999Z'],
  [
    'Christmas on a Friday ends on Monday',
    '2026-12-11T12:00:00Z',
    'UTC',
    '2026-12-28T23:59:59.999Z',
  ],
  ['Ascension ends on Friday', '2027-04-22T12:00:00Z', 'UTC', '2027-05-07T23:59:59.999Z'],
  ['Whit Sunday ends on Tuesday', '2027-05-02T12:00:00Z', 'UTC', '2027-05-18T23:59:59.999Z'],
])('%s', (_name, paidAt, zone, end) => {
  expect(withdrawalEnds(new Date(paidAt), zone).toISOString()).toBe(end)
})
