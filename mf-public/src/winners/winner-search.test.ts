import { namesNothing, readWinnerSearch, winnerQuery } from './winner-search.ts'

const read = (query: string) => readWinnerSearch(new URLSearchParams(query))

test('filters and page are read from the address', () => {
  expect(read('category=MOB&country=FR&current=3')).toEqual({
    category: 'MOB',
    country: 'FR',
    current: 3,
  })
})

test('empty filters and unknown names are left out', () => {
  expect(read('category=&keyword=%20&utm_source=x')).toEqual({ current: 1 })
})

test.each(['0', '-2', 'two', '1.5', '1e3', '0x10', '9'.repeat(40), '1000001', ' ', '٣'])(
  'page %p is the first page',
  (page) => {
    expect(read(`current=${encodeURIComponent(page)}`).current).toBe(1)
  },
)

test('a keyword is cut to what the server takes, without half a character', () => {
  expect(read(`keyword=${'a'.repeat(5000)}`).keyword).toHaveLength(80)
  expect(read(`keyword=${'a'.repeat(79)}%F0%9F%AA%91`).keyword).toBe('a'.repeat(79))
  expect(read('keyword=oak%00chair').keyword).toBe('oakchair')
})

test.each(['country=france', 'country=fr', 'category=ABCDEFGHIJK', `award=${'x'.repeat(41)}`])(
  '%s names nothing',
  (query) => {
    expect(namesNothing(read(query))).toBe(true)
  },
)

test('what could name something is asked of the server', () => {
  expect(namesNothing(read("country=FR&award=gold&keyword=' OR 1=1 --"))).toBe(false)
})

test('of a filter given twice the first counts', () => {
  expect(read('award=gold&award=silver').award).toBe('gold')
})

test('an address has its filters in one order, and no page where it is the first', () => {
  expect(Object.entries(winnerQuery({ country: 'FR', award: 'gold', current: 1 }))).toEqual([
    ['award', 'gold'],
    ['edition', undefined],
    ['category', undefined],
    ['section', undefined],
    ['country', 'FR'],
    ['keyword', undefined],
    ['current', undefined],
  ])
})
