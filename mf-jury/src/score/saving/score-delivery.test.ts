import { BusinessError } from '@awards/shared/client'
import { deliverScore, type Delivery } from './score-delivery.ts'
import type { OwnScore } from './score-draft.ts'

const words = { comment_private: '', comment_entrant: '' }
const delivery: Delivery = {
  draft: {
    marks: { a: 12 },
    ...words,
  },
  base: {
    marks: {},
    ...words,
  },
  version: 0,
  wants: 'submit',
}
const own: OwnScore = {
  items: [
    {
      criterion_id: 'a',
      value: 12,
    },
  ],
  total: 12,
  ...words,
  is_draft: false,
  version: 1,
}
const progress = { assigned: 1, submitted: 1, draft: 0, recused: 0, abstained: 0 }
const scored = { total: 12, is_draft: false, progress, next_id: null, undo_until: null }
const stale = new BusinessError(409, 'Changed', { reason: 'VERSION' })

test('sends a score once when it arrived but its answer was lost', async () => {
  const send = jest.fn().mockRejectedValue(stale)
  const outcome = await deliverScore(delivery, { send, load: async () => own })
  expect(outcome).toMatchObject({ kind: 'saved', own: { version: 1 } })
  expect(send).toHaveBeenCalledTimes(1)
})

test('retries a draft with both changes when the version is newer', async () => {
  const theirs = { ...own, items: [{ criterion_id: 'b', value: 9 }], is_draft: true }
  const send = jest
    .fn()
    .mockRejectedValueOnce(stale)
    .mockResolvedValueOnce({ ...scored, version: 2 })
  await deliverScore({ ...delivery, wants: 'draft' }, { send, load: async () => theirs })
  expect(send.mock.lastCall?.[0]).toMatchObject({
    version: 1,
    items: [
      { criterion_id: 'b', value: 9 },
      { criterion_id: 'a', value: 12 },
    ],
  })
})

test('J3: a submission over marks of another window is not sent: they are shown first', async () => {
  const theirs = { ...own, items: [{ criterion_id: 'b', value: 9 }], is_draft: true }
  const send = jest.fn().mockRejectedValue(stale)
  const outcome = await deliverScore(delivery, { send, load: async () => theirs })
  expect(send).toHaveBeenCalledTimes(1)
  expect(outcome).toMatchObject({ kind: 'unseen', draft: { marks: { a: 12, b: 9 } }, theirs })
})

test('J3: a submission names the total that is on the screen; a draft names none', async () => {
  const send = jest.fn().mockResolvedValue({ ...scored, version: 1 })
  const ports = { send, load: async () => null, totalOf: () => 77.7 }
  await deliverScore(delivery, ports)
  expect(send.mock.lastCall?.[0]).toMatchObject({ is_draft: false, seen_total: 77.7 })
  await deliverScore({ ...delivery, wants: 'draft' }, ports)
  expect(send.mock.lastCall?.[0]).not.toHaveProperty('seen_total')
})

test('returns a conflict when both versions contradict each other', async () => {
  const theirs = { ...own, items: [{ criterion_id: 'a', value: 9 }] }
  const send = jest.fn().mockRejectedValue(stale)
  expect(await deliverScore(delivery, { send, load: async () => theirs })).toMatchObject({
    kind: 'conflict',
    conflicts: [{ field: 'a', mine: 12, theirs: 9 }],
  })
})

test.each([
  [new Error('network'), 'away'],
  [new BusinessError(503, 'Down'), 'away'],
  [new BusinessError(401, 'Sign in again'), 'away'],
  [new BusinessError(423, 'Closed', { reason: 'PHASE' }), 'closed'],
  [new BusinessError(403, 'Not yours'), 'refused'],
])('%s ends as %s', async (error, kind) => {
  const send = jest.fn().mockRejectedValue(error)
  expect(await deliverScore(delivery, { send, load: async () => null })).toMatchObject({ kind })
})
