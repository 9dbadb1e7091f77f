import { Billing } from '@awards/shared/contract'
import { ENTRY_STATUS, FEE_TYPE, PAYMENT_STATUS, withdrawalEnds } from '@awards/shared/domain'
import type { WithdrawalRefusal } from '@awards/shared/domain'
import { BusinessError } from '../../http/business-error.ts'
import type { ContractRow } from './withdrawal-receipt.ts'

const COMPANY = 2
const AGENCY = 4
const PUBLISHED: readonly number[] = [ENTRY_STATUS.awarded, ENTRY_STATUS.not_awarded]

/**
 * Why a contract cannot be withdrawn from (code de la consommation, L221-18, L221-28), or null if it can. A
 * result under embargo does not count as performed, so that the refusal cannot reveal it.
 */
export function refusalOf(
  contract: ContractRow,
  now: Date,
  timeZone: string,
): WithdrawalRefusal | null {
  if (contract.reference) return 'withdrawn'
  if (!isConsumer(contract)) return 'business'
  if (contract.status !== PAYMENT_STATUS.paid) return 'refunded'
  if (now > withdrawalEnds(contract.paid_at, timeZone)) return 'over'
  return isPerformed(contract) ? 'performed' : null
}

/** By the kind of buyer in the billing data, else by the type of account. */
function isConsumer({ billing, account_type }: ContractRow): boolean {
  const given = Billing.pick({ kind: true }).safeParse(billing)
  if (given.success) return given.data.kind === 'consumer'
  return account_type !== COMPANY && account_type !== AGENCY
}

/** Performed in full, after the consumer's waiver. */
const isPerformed = ({ fee_type, entry_status, has_waived }: ContractRow): boolean =>
  has_waived && fee_type === FEE_TYPE.entry && PUBLISHED.includes(entry_status)

const SENTENCES: Record<Exclude<WithdrawalRefusal, 'withdrawn'>, string> = {
  business:
    'This contract was concluded as a business, which has no right of withdrawal. You can still withdraw the entry itself from your account.',
  over: 'The fourteen days for a withdrawal are over. You can still withdraw the entry itself from your account.',
  performed:
    'The jury has finished its work on this entry, and you agreed that the right of withdrawal ends with it. Write to us if something is wrong.',
  refunded: 'This fee is already on its way back to you. There is nothing left to withdraw from.',
}

export const withdrawalRefused = (refusal: Exclude<WithdrawalRefusal, 'withdrawn'>) =>
  new BusinessError(refusal === 'refunded' ? 409 : 423, SENTENCES[refusal], {
    reason: refusal.toUpperCase(),
  })
