import { toCsv } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
  'a cell that begins with %j is text for a spreadsheet',
  (text) => {
    const [, line = ''] = toCsv([{ text }]).split(/\r\n/)
    expect(line.replace(/^"/, '')).toMatch(/^'/)
  },
)

test('commas, quotes and line breaks stay in their cell; numbers stay numbers', () => {
  const table = toCsv([
    { title: 'Say "yes", twice\nor more', amount: -5, at: new Date('2027-01-01T00:00:00Z') },
    { title: null, amount: 0, at: undefined },
  ])
  expect(table).toBe(
    '\ufefftitle,amount,at\r\n"Say ""yes"", twice\nor more",-5,2027-01-01T00:00:00.000Z\r\n,0,\r\n',
  )
})

test('nothing to tell is an empty table', () => {
  expect(toCsv([])).toBe('\ufeff\r\n')
})
