import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'

export const noOrder = () => new BusinessError(404, 'There is no payment of this number.')
export const noRefund = () => new BusinessError(404, 'There is no refund of this number.')
export const outOfPanel = () => new BusinessError(403, 'This entry is not in your panel.')

/** The juror behind a call that the matrix has let through. */
export function jurorOf({ juror }: Actor): string {
  if (juror) return juror.id
  throw outOfPanel()
}
