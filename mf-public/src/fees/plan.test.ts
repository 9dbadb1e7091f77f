import { periodAfter, readPlan } from './plan.ts'
import { priceList } from './price-list.fixture.ts'

const read = (query: string, table = priceList) => readPlan(table, new URLSearchParams(query))

test('reads an empty address as one work at the current price', () => {
  expect(read('')).toEqual({
    plan: {
      period: 'early',
      section: 'professional',
      works: 1,
      further: 0,
      offer: undefined,
      country: 'FR',
      buyer: 'business_with_number',
    },
    bounded: [],
  })
})

test('reads all fields from the address', () => {
  const query =
    'period=late&section=student&works=2&further=3&package=gold.signature&country=US&buyer=consumer'
  expect(read(query).plan).toEqual({
    period: 'late',
    section: 'student',
    works: 2,
    further: 3,
    offer: { award: 'gold', code: 'signature' },
    country: 'US',
    buyer: 'consumer',
  })
})

test.each([
  ['works=1000000', 100],
  ['works=1e308', 100],
  ['works=0', 1],
  ['works=-5', 1],
  ['works=2.5', 1],
  ['works=abc', 1],
  ['works=%20', 1],
])('%s is brought within the limits, and it is said', (query, works) => {
  const { plan, bounded } = read(query)
  expect(plan.works).toBe(works)
  expect(bounded).toEqual(['works'])
})

test('falls back to the default for values that do not exist', () => {
  expect(read('period=x&section=x&package=x&country=XX&buyer=x').plan).toEqual(read('').plan)
  expect(read('country=<script>').plan.country).toBe('FR')
})

test('starts with the first period outside the call', () => {
  expect(read('', { ...priceList, current_period: null }).plan.period).toBe('early')
})

test('returns the next period, and undefined after the last', () => {
  expect(periodAfter(priceList, 'early')?.code).toBe('late')
  expect(periodAfter(priceList, 'late')).toBeUndefined()
})
