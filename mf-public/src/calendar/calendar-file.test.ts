import { calendarFile } from './calendar.page.tsx'

const file = calendarFile({
  name: 'Garance; Awards',
  address: 'https://awards.example.org/fr/calendar',
  zone: 'Europe/Paris',
  now: new Date('2026-11-20T10:00:00Z'),
  dates: [
    {
      key: 'late',
      label: `作品征集，${'很长的名字'.repeat(12)}`,
      // Midnight in Paris: the day before in UTC.
      starts_at: '2026-12-14T23:00:00Z',
      ends_at: '2027-01-07T22:59:59Z',
      state: 'future',
    },
    {
      key: 'results',
      label: 'Results',
      starts_at: '2027-05-09T16:00:00Z',
      ends_at: null,
      state: 'future',
    },
  ],
})

test('days are those of the programme, and the last one is included', () => {
  expect(file).toContain('DTSTART;VALUE=DATE:20261215\r\nDTEND;VALUE=DATE:20270108\r\n')
  expect(file).toContain('DTSTART;VALUE=DATE:20270509\r\nDTEND;VALUE=DATE:20270510\r\n')
})

test('signs of the format are escaped, and no line is longer than it allows', () => {
  expect(file).toContain('SUMMARY:Garance\\; Awards: Results')
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  expect(file.replaceAll('\r\n ', '')).toContain('很长的名字'.repeat(12))
})
