import { wantedOf } from './list-address.ts'

const read = (query: string) => wantedOf(new URLSearchParams(query))

test('an address without a word is the first page of everything', () => {
  expect(read('')).toEqual({ current: 1, earlier: 1, pageSize: 12 })
})

test('page, status, words and edition are read', () => {
  expect(read('page=3&earlier=2&status=40&q=+chair+&edition=77')).toEqual({
    current: 3,
    earlier: 2,
    pageSize: 12,
    status: 40,
    keyword: 'chair',
    edition_id: '77',
  })
})

test.each(['page=0', 'page=-1', 'page=x', 'page=1e9', 'status=x', 'edition=0', 'q=%20', 'q=%00'])(
  'what makes no sense is left out: %s',
  (query) => {
    expect(read(query)).toEqual({ current: 1, earlier: 1, pageSize: 12 })
  },
)
