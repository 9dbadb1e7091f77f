import { readWinnerSearch } from './winner-search.ts'

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

test.each(['0', '-2', 'two', '1.5'])('page %p is the first page', (page) => {
  expect(read(`current=${page}`).current).toBe(1)
})
