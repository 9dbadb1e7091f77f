import { storedJson } from '@awards/shared/browser/storage'
import { useApiQuery } from '@awards/shared/client'
import { Billing, entriesAdded } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'

/** The last billing address of this session. */
export const storedBilling = (user: string) =>
  storedJson<Partial<Billing>>(`billing:${user}`, 'sessionStorage', (value) =>
    Billing.partial().parse(value),
  )

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
      ...storedBilling(user?.id ?? '').read(),
    },
  }
}
