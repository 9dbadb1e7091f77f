import { pageOf } from '@awards/shared/list/list-query'
import { filtersOf } from './finance-list.tsx'

const address = (text: string) => new URLSearchParams(text)

test('reads the filters from the address', () => {
  const text = 'keyword=GDA&status=1&channel=card&fee_type=1&attention=1&view=payments'
  expect(filtersOf(address(text))).toEqual({
    filters: { keyword: 'GDA', status: '1', channel: 'card', fee_type: '1', attention: '1' },
    wrong: [],
  })
})

test.each([
  'status=99',
  'status=abc',
  'channel=barter',
  'fee_type=-1',
  'attention=yes',
  'keyword=%00',
  `keyword=${'x'.repeat(81)}`,
  'keyword=',
])('what the call would refuse is left out, and named unless it is empty: %s', (text) => {
  const [name = '', value = ''] = text.split('=')
  expect(filtersOf(address(`${text}&attention=`))).toEqual({
    filters: {},
    wrong: value === '' ? [] : [name],
  })
})

test('keeps the valid filters when one is invalid', () => {
  expect(filtersOf(address('status=99&keyword=GDA'))).toEqual({
    filters: { keyword: 'GDA' },
    wrong: ['status'],
  })
})

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=Infinity', 1],
  ['page=1e9', 1],
])('%p is page %p', (text, page) => {
  expect(pageOf(address(text))).toBe(page)
})
