import type { EntryRow } from '@awards/shared/contract'
import { ENTRY_FEE_STATUS, ENTRY_STATUS } from '@awards/shared/domain'

type Standing = Pick<EntryRow, 'actions' | 'entry_fee_status' | 'entry_status'>

/**
 * What becomes of an entry that its owner gives up, and of its fee: a draft is deleted; a fee comes
 * back within 14 days of payment, as long as judging has not begun (domain page §2.8 f).
 */
export function removalKind({ actions, entry_fee_status, entry_status }: Standing) {
  if (actions.includes('delete')) return 'delete'
  if (entry_fee_status !== ENTRY_FEE_STATUS.paid) return 'withdrawFree'
  return entry_status >= ENTRY_STATUS.in_judging ? 'withdrawLate' : 'withdrawPaid'
}
