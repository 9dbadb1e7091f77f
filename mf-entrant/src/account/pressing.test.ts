import type { EntryRow } from '@awards/shared/contract'
import { WINNER_FEE_STATUS } from '@awards/shared/domain'
import { pressing } from './pressing.ts'

const named = { id: '1', code: 'A', name: 'A' }
const row = (
  title: string,
  actions: EntryRow['actions'],
  more: Partial<EntryRow> = {},
): EntryRow => ({
  ...{ apply_order_id: title, project_id: '1', entry_no: title, title, cover: null },
  ...{ category: named, section: named, edition: named },
  ...{ entry_status: 0, entry_status_text: '', entry_fee_status: 0, entry_fee_status_text: '' },
  ...{
    winner_fee_status: 0,
    winner_fee_status_text: '',
    award: null,
    step_completed: 1,
    version: 1,
  },
  ...{ submitted_at: null, updated_at: '2027-01-01T00:00:00Z', actions, act_until: null },
  ...more,
})
const at = (day: number) => ({ act_until: `2027-01-${String(day).padStart(2, '0')}T00:00:00Z` })

test('what ends first comes first, and entries that wait for the same are one thing', () => {
  const things = pressing([
    row('draft', ['continue', 'delete'], at(20)),
    row('later', ['correct'], at(9)),
    row('unpaid', ['pay', 'continue'], at(20)),
    row('sooner', ['correct'], at(3)),
  ])
  expect(things.map(({ action }) => action)).toEqual(['correct', 'pay', 'continue'])
  expect(things[0]?.entries.map(({ title }) => title)).toEqual(['sooner', 'later'])
  expect(things[0]?.until).toBe(at(3).act_until)
})

test('what has no end comes last', () => {
  const things = pressing([row('award', ['accept_award']), row('draft', ['continue'], at(20))])
  expect(things.map(({ action }) => action)).toEqual(['continue', 'accept_award'])
})

test('nobody is asked for what was declined, or for what can only be looked at', () => {
  const declined = { winner_fee_status: WINNER_FEE_STATUS.declined }
  expect(pressing([row('a', ['accept_award'], declined), row('b', ['preview'])])).toEqual([])
})
