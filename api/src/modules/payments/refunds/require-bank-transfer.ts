import { BusinessError } from '../../../http/business-error.ts'
import type { Order } from '../payment-types.ts'

const DAY_MS = 86_400_000

/** True of a value date that is still to come; with a day of leave for those ahead of Greenwich. */
export const isToCome = (valueDate: string, now: Date): boolean =>
  Date.parse(valueDate) > now.getTime() + DAY_MS

/** Only a transfer goes back by hand: a payment service tells its refunds itself. */
export function requireTransfer({ channel }: Pick<Order, 'channel'>) {
  if (channel === 'bank_transfer') return
  throw new BusinessError(
    409,
    'The payment service confirms this refund itself. Nothing is to be done by hand.',
    { reason: 'PROVIDER_REFUND' },
  )
}
