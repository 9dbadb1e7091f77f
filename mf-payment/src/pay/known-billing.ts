import { useApiQuery } from '@awards/shared/client'
import { Billing, entriesAdded } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'

const keyOf = (user: string) => `billing:${user}`

/** The last billing address of this session, in sessionStorage. */
export const billingMemory = {
  read(user: string): Partial<Billing> | undefined {
    try {
      return Billing.partial().parse(JSON.parse(sessionStorage.getItem(keyOf(user)) ?? ''))
    } catch {
      return undefined
    }
  },
  write(user: string, billing: Billing) {
    try {
      sessionStorage.setItem(keyOf(user), JSON.stringify(billing))
    } catch {
      // Without storage the address is asked for again.
    }
  },
}

/** Companies and agencies, as the server takes them. */
const BUSINESSES: readonly (number | undefined)[] = [2, 4]

/**
 * The known billing address: from this session, else from the account or the last order, else from the
 * profile.
 */
export function useKnownBilling(): { isLoading: boolean; billing: Partial<Billing> } {
  const user = useCurrentUser()
  const { data, isLoading } = useApiQuery(entriesAdded.templates)
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
