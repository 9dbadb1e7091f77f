import { cacheOf } from '@awards/shared/client'
import { entries, type JurorEntryInfo } from '@awards/shared/contract'
import { createStore } from '@awards/shared/session'
import { answer, answerCalls } from '@awards/shared/testing'
import { jurorEntry } from '../juror-entry.fixture.ts'
import { scoreCalls } from './score-delivery.ts'
import type { OwnScore } from './score-draft.ts'

const own = (version: number, value: number): OwnScore => ({
  items: [{ criterion_id: '10', value }],
  total: 20,
  comment_private: '',
  comment_entrant: '',
  is_draft: true,
  version,
})
const info = (own_score: OwnScore | null): JurorEntryInfo => ({ ...jurorEntry, own_score })

let restore = () => {}
beforeEach(() => {
  restore = answerCalls()
})
afterEach(() => restore())

/** A sheet that was asked for, and is answered when `arrive` is called. */
function sheetOnItsWay(read: OwnScore | null) {
  const { promise, resolve } = Promise.withResolvers<JurorEntryInfo>()
  answer(entries.info, () => promise)
  const store = createStore()
  const query = store.dispatch(cacheOf(entries.info).initiate({ apply_order_id: '7' }))
  const shown = () => {
    const { data } = cacheOf(entries.info).select({ apply_order_id: '7' })(store.getState())
    return data?.projection === 'juror' ? data.own_score : undefined
  }
  const arrive = async () => {
    resolve(info(read))
    await query
    await Promise.resolve()
  }
  return { calls: scoreCalls(store.dispatch, '7'), arrive, shown }
}

test('shows the score when the entry was read before it arrived', async () => {
  const { calls, arrive, shown } = sheetOnItsWay(null)
  calls.remember(own(1, 15))
  await arrive()
  expect(shown()).toEqual(own(1, 15))
})

test('keeps the newer score when the entry was read after the submission', async () => {
  const { calls, arrive, shown } = sheetOnItsWay(own(2, 9))
  calls.remember(own(1, 15))
  await arrive()
  expect(shown()).toEqual(own(2, 9))
})
