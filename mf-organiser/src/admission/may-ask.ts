import type { AdmissionRow } from '@awards/shared/contract'
import { statusAfterAsking } from '@awards/shared/domain'

/** Whether a correction of the entry can be asked for now, for the first time or again. */
export function mayAsk({ entry_status, correction }: AdmissionRow): boolean {
  const correction_due_at = correction?.due_at ? new Date(correction.due_at) : null
  return statusAfterAsking({ entry_status, correction_due_at }, new Date()) !== undefined
}
