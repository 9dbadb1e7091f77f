import { ENTRY_FEE_STATUS as F, ENTRY_STATUS as S } from '@awards/shared/domain'
import { removalKind } from './entry-actions.tsx'

test.each([
  ['delete', ['delete'], F.unpaid, S.draft],
  ['withdrawPaid', ['withdraw'], F.paid, S.admitted],
  ['withdrawLate', ['withdraw'], F.paid, S.in_judging],
  ['withdrawFree', ['withdraw'], F.waived, S.in_judging],
] as const)('%s', (kind, actions, entry_fee_status, entry_status) => {
  expect(removalKind({ actions: [...actions], entry_fee_status, entry_status })).toBe(kind)
})
