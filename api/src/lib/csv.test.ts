import { csvRow, tableCsv } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'escapes a cell that begins with %j as text',
  (text) => {
    const [, line = ''] = tableCsv([{ text }]).split(/\r\n/)
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  },
)

test('quotes commas, quotes and line breaks; numbers stay numbers', () => {
  const table = tableCsv([
    { title: 'Say "yes", twice\nor more', amount: -5, at: new Date('2027-01-01T00:00:00Z') },
    { title: null, amount: 0, at: undefined },
  ])
  expect(table).toBe(
    '\ufefftitle,amount,at\r\n"Say ""yes"", twice\nor more",-5,2027-01-01T00:00:00.000Z\r\n,0,\r\n',
  )
})

test('no rows give an empty table', () => {
  expect(tableCsv([])).toBe('\ufeff\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'escapes a name that begins with %j as text',
  (text) => {
    proves('security 15')
    expect(csvRow([text], 'french').replace(/^"/, '')).toMatch(/^'/)
  },
)

test('French amounts have a decimal comma and no spaces, also if negative; rates and dates stay unchanged', () => {
  const euros = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
  expect(csvRow(['2027-01-31', euros(123_456_700), euros(-5), 5.5, null], 'french')).toBe(
    '2027-01-31;1234567,00;-0,05;5,5;\r\n',
  )
  expect(csvRow([{ amount_minor: 5_000, currency: 'JPY' }], 'french')).toBe('5000\r\n')
})

test('quotes semicolons, quotes and line breaks', () => {
  expect(csvRow(['Dupont; Fils', 'dit "le Grand"', 'a\nb', 'plain, text'], 'french')).toBe(
    '"Dupont; Fils";"dit ""le Grand""";"a\nb";plain, text\r\n',
  )
})
