import { storedJson } from '@awards/shared/browser/store'
import { useApiQuery } from '@awards/shared/client'
import {
  Billing,
  entriesAdded,
  paymentsAdded,
  RequiredTaxNumber,
  type TaxBuyer,
  type VatCheck,
} from '@awards/shared/contract'
import {
  type BuyerNumber,
  FRENCH_VAT_NO_WRONG,
  invoiceNumbersOf,
  isFrenchVatNo,
  taxNumberOf,
} from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { useCurrentUser } from '@awards/shared/session'
import { zodMessage } from '@awards/shared/ui'
import type { ZodType } from 'zod'
import { useDebounced } from '@awards/shared/browser/use-debounced'

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

export type BillingField = keyof Billing

const { shape } = Billing

const isRequired = (number: BuyerNumber): number is keyof typeof RequiredTaxNumber =>
  number in RequiredTaxNumber

/** The fields that a buyer of this kind and country fills in, in their order on screen. */
function schemasOf({ kind, country }: Partial<Billing>): [BillingField, ZodType][] {
  const decisive = taxNumberOf(kind, country)
  return [
    ...(['kind', 'name', 'address', 'postal_code', 'city', 'country', 'email'] as const).map(
      (field): [BillingField, ZodType] => [field, shape[field]],
    ),
    ...invoiceNumbersOf(kind, country).map((number): [BillingField, ZodType] => [
      number,
      number === decisive && isRequired(number) ? RequiredTaxNumber[number] : shape[number],
    ]),
  ]
}

/** What is wrong with an address, by field, in the language on screen; fields that are right are undefined. */
export function billingErrors(billing: Partial<Billing>) {
  const errors: Partial<Record<BillingField, string | undefined>> = Object.fromEntries(
    schemasOf(billing).map(([field, schema]) => [field, zodMessage(schema, billing[field])]),
  )
  const { country, siren, vat_no } = billing
  // The VAT number is that of the company with the SIREN above it.
  const isOfOther = !isFrenchVatNo(vat_no?.trim() ?? '', { siren: siren?.trim() })
  if ('vat_no' in errors && country === 'FR' && vat_no?.trim() && isOfOther)
    errors.vat_no ??= translateMessage(FRENCH_VAT_NO_WRONG)
  return errors
}

/** The address of a form without errors, with the fields of this buyer alone; an empty number is left out. */
export const completeBilling = (billing: Partial<Billing>) =>
  Object.fromEntries(
    schemasOf(billing).map(([field]) => [field, billing[field] || undefined]),
  ) as Billing

/** How long a number has to stand before it is asked about. */
export const TYPING_MS = 600
/** Shorter ones are still being typed; every country's number is longer. */
const SHORTEST = 7

type VatState = 'none' | 'checking' | VatCheck['status']

/** Checks a VAT number with the tax authorities while it is typed. */
export function useVatCheck(number: string, country: string) {
  const typed = number.trim()
  const settled = useDebounced(typed, TYPING_MS)
  const isComplete = settled.length >= SHORTEST
  const query = useApiQuery(
    paymentsAdded.checkVatNumber,
    { vat_no: settled, country },
    { skip: !isComplete },
  )
  const state = vatState({
    isComplete: typed.length >= SHORTEST,
    isSettled: settled === typed,
    isFetching: query.isFetching,
    isError: query.isError,
    status: query.currentData?.status,
  })
  return { state, name: query.currentData?.name ?? null }
}

type VatFacts = {
  isComplete: boolean
  isSettled: boolean
  isFetching: boolean
  isError: boolean
  status: VatCheck['status'] | undefined
}

/** A failed call counts as unavailable, neither valid nor invalid. */
export function vatState({
  isComplete,
  isSettled,
  isFetching,
  isError,
  status,
}: VatFacts): VatState {
  if (!isComplete) return 'none'
  if (!isSettled || isFetching) return 'checking'
  if (isError) return 'unavailable'
  return status ?? 'checking'
}
