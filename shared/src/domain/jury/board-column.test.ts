import { boardColumn, DECISION_STATUS, ENTRY_STATUS, NO_AWARD, UNDECIDED } from '../index.ts'

const D = DECISION_STATUS
const S = ENTRY_STATUS

test.each([
  ['a recommendation', '7', D.recommended, S.in_judging, UNDECIDED],
  ['no decision', null, D.none, S.in_judging, UNDECIDED],
  ['an award', '7', D.provisional, S.in_judging, '7'],
  ['a confirmed award under embargo', '7', D.confirmed, S.decided, '7'],
  ['a published award', '7', D.published, S.awarded, '7'],
  ['an award that the second level declined', '7', D.declined, S.in_judging, NO_AWARD],
  ['a decision for no award', null, D.declined, S.decided, NO_AWARD],
  ['what publication left without a decision', null, D.none, S.not_awarded, NO_AWARD],
])('an entry with %s', (_, award_id, decision_status, entry_status, column) => {
  expect(boardColumn({ award_id, decision_status, entry_status })).toBe(column)
})
