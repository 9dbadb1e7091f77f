import { statusAfterAsking } from './entry-editing.ts'
import { ENTRY_STATUS as S } from './entry-status.ts'

const now = new Date('2027-11-24T12:00:00Z')
const before = new Date(now.getTime() - 1)

test.each([
  ['one that waits', S.registered, null, S.correction_requested],
  ['one that is admitted', S.admitted, null, S.correction_requested],
  ['one whose date is over', S.correction_requested, before, S.correction_requested],
  ['one until its date', S.correction_requested, now, undefined],
  ['one without a date', S.correction_requested, null, undefined],
  ['one in judging', S.in_judging, before, undefined],
])('a correction is asked for: %s', (_what, entry_status, correction_due_at, expected) => {
  expect(statusAfterAsking({ entry_status, correction_due_at }, now)).toBe(expected)
})
