import type { Billing } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { useKnownBillingQuery } from '../payment.api.ts'
import { billingMemory } from './billing-memory.ts'

/** Companies and agencies, as the server takes them. */
const BUSINESSES: readonly (number | undefined)[] = [2, 4]

/**
 * The address for the invoice as far as it is known, so that nobody types it twice: what was given in
 * this session, else in the account or for the last order, else what the account says of the person.
 */
export function useKnownBilling(): { isLoading: boolean; billing: Partial<Billing> } {
  const user = useCurrentUser()
  const { data, isLoading } = useKnownBillingQuery()
  return {
    isLoading,
    billing: {
      kind: BUSINESSES.includes(user?.account_type) ? 'business' : 'consumer',
      name: user?.company || [user?.first_name, user?.last_name].filter(Boolean).join(' '),
      ...(user?.country && { country: user.country }),
      ...(user?.email && { email: user.email }),
      ...data?.billing,
      ...billingMemory.read(user?.id ?? ''),
    },
  }
}
