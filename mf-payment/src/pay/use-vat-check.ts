import { useDebounced } from '@awards/shared/browser/use-debounced'
import { useApiQuery } from '@awards/shared/client'
import { paymentsAdded, type VatCheck } from '@awards/shared/contract'

/** How long a number has to stand before it is asked about. */
export const TYPING_MS = 600
/** Shorter ones are still being typed; every country's number is longer. */
const SHORTEST = 7

export type VatState = 'none' | 'checking' | VatCheck['status']

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
