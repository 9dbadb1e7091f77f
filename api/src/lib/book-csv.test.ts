import { csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'a name that begins with %j is text for a spreadsheet',
  (text) => {
    proves('security 15')
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('amounts have a comma and no blanks, below zero too; rates and dates stay as they are', () => {
  const euros = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
  expect(csvLine(['2027-01-31', euros(123_456_700), euros(-5), 5.5, null])).toBe(
    '2027-01-31;1234567,00;-0,05;5,5;\r\n',
  )
  expect(csvLine([{ amount_minor: 5_000, currency: 'JPY' }])).toBe('5000\r\n')
})

test('semicolons, quotes and line breaks stay in their cell', () => {
  expect(csvLine(['Dupont; Fils', 'dit "le Grand"', 'a\nb', 'plain, text'])).toBe(
    '"Dupont; Fils";"dit ""le Grand""";"a\nb";plain, text\r\n',
  )
})
