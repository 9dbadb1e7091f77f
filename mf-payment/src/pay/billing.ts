import { storedJson } from '@awards/shared/browser/storage'
import { useApiQuery } from '@awards/shared/client'
import { Billing, entriesAdded, type TaxBuyer } from '@awards/shared/contract'
import { taxNumberOf } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'

/** The last billing address of this session. */
export const storedBilling = (user: string) =>
  storedJson<Partial<Billing>>(`billing:${user}`, 'sessionStorage', (value) =>
    Billing.partial().parse(value),
  )

/** Companies and agencies, as the server takes them. */
const BUSINESSES: readonly (number | undefined)[] = [2, 4]

type Named = Partial<Record<'company' | 'first_name' | 'last_name', string | null>>

/** The name of an account on an invoice: its company, or the person. */
export const invoiceName = (user: Named | undefined, kind: Billing['kind']): string =>
  kind === 'business'
    ? (user?.company ?? '')
    : [user?.first_name, user?.last_name].filter(Boolean).join(' ')

/**
 * The known billing address: from this session, else from the account or the last order, else from the
 * profile.
 */
export function useKnownBilling(): { isLoading: boolean; billing: Partial<Billing> } {
  const user = useCurrentUser()
  const { data, isLoading } = useApiQuery(entriesAdded.templates)
  const kind = BUSINESSES.includes(user?.account_type) ? 'business' : 'consumer'
  return {
    isLoading,
    billing: {
      kind,
      name: invoiceName(user, kind) || invoiceName(user, 'consumer'),
      ...(user?.country && { country: user.country }),
      ...(user?.email && { email: user.email }),
      ...data?.billing,
      ...storedBilling(user?.id ?? '').read(),
    },
  }
}

/** What decides the tax of a buyer, as far as the form says it; undefined until it says enough. */
export function taxBuyer(billing: Partial<Billing> | undefined): TaxBuyer | undefined {
  const { kind, country, vat_no, tax_id } = billing ?? {}
  if (!kind || !country) return undefined
  const wanted = taxNumberOf(kind, country)
  return {
    kind,
    country,
    ...(wanted === 'vat_no' && vat_no?.trim() && { vat_no: vat_no.trim() }),
    ...(wanted === 'tax_id' && tax_id?.trim() && { tax_id: tax_id.trim() }),
  }
}
