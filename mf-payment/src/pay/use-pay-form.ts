import { useDebounced } from '@awards/shared/browser/use-debounced'
import { fieldErrors } from '@awards/shared/client'
import { type Billing, payments, type TaxBuyer } from '@awards/shared/contract'
import type { Channel } from '@awards/shared/domain'
import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { zodMessage } from '@awards/shared/ui'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  billingErrors,
  completeBilling,
  invoiceName,
  taxBuyer,
  TYPING_MS,
  type BillingField,
} from './billing.ts'

/** The fields that can be wrong, in their order on screen. */
export type PayField = 'channel' | BillingField

export type PayErrors = Partial<Record<PayField, string>>

/** What a payer orders with. */
export type PayValues = {
  channel: Channel
  billing: Billing
  keep_billing: boolean
  consumer_waiver: boolean
}

/** The id of a field's control on the page. */
export const controlId = (field: PayField) => `pay-${field}`

const Choice = payments.entryFeePayment.input.shape.channel

/** Moves the focus to a field, whose error stands in the page already: a screen reader reads both. */
function focusField(field: PayField) {
  const control = document.getElementById(controlId(field))
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** The buyer's tax facts from the form; numbers are debounced, and `isTyping` until they count. */
function useBuyer({
  kind,
  country,
  vat_no: typedVatNo = '',
  tax_id: typedTaxId = '',
}: Partial<Billing>) {
  const vat_no = useDebounced(typedVatNo, TYPING_MS)
  const tax_id = useDebounced(typedTaxId, TYPING_MS)
  const buyer = useMemo(
    (): TaxBuyer | undefined => taxBuyer({ kind, country, vat_no, tax_id }),
    [kind, country, vat_no, tax_id],
  )
  return { buyer, isTyping: vat_no !== typedVatNo || tax_id !== typedTaxId }
}

/** The state of a payment's form: what it says, what is wrong with it, and the buyer that it describes. */
export function usePayForm(known: Partial<Billing>) {
  const user = useCurrentUser()
  const [chosen, setChosen] = useState<Channel>()
  const [billing, setBilling] = useState(known)
  const [keepsBilling, setKeepsBilling] = useState(true)
  const [waives, setWaives] = useState(false)
  const [errors, setErrors] = useState<PayErrors>({})
  const [isDirty, setDirty] = useState(false)
  useUnsavedWork(isDirty)

  function change(field: PayField, apply: () => void) {
    apply()
    setDirty(true)
    setErrors((before) => ({ ...before, [field]: undefined }))
  }

  /** The name on the invoice follows the kind of buyer; one that somebody typed stays. */
  function withKind(kind: Billing['kind'], before: Partial<Billing>): Partial<Billing> {
    const names = (['business', 'consumer'] as const).map((one) => invoiceName(user, one))
    const isTyped = !names.includes(before.name ?? '')
    return { ...before, kind, ...(isTyped ? {} : { name: invoiceName(user, kind) }) }
  }

  /** Shows errors, and moves the focus to the first of them. */
  function complain(wrong: PayErrors) {
    // Before the focus moves, so that the field is read with its error.
    flushSync(() => setErrors(wrong))
    const first = (Object.keys(wrong) as PayField[]).find((field) => wrong[field])
    if (first) focusField(first)
  }

  return {
    chosen,
    billing,
    keepsBilling,
    waives,
    errors,
    ...useBuyer(billing),
    choose: (channel: Channel) => change('channel', () => setChosen(channel)),
    setField<F extends BillingField>(field: F, value: Billing[F]) {
      change(field, () =>
        setBilling((before) =>
          field === 'kind'
            ? withKind(value as Billing['kind'], before)
            : { ...before, [field]: value },
        ),
      )
    },
    setKeepsBilling,
    setWaives,
    /** Checks a field that the payer leaves; the VAT number is that of the company with the SIREN. */
    leave(field: BillingField) {
      const wrong = billingErrors(billing)
      setErrors((before) => ({
        ...before,
        [field]: wrong[field],
        ...(field === 'siren' && billing.vat_no && { vat_no: wrong.vat_no }),
      }))
    },
    /** What the form says, where it is right; else undefined, and the errors stand at their fields. */
    complete(channel: Channel | undefined): PayValues | undefined {
      const wrong: PayErrors = { channel: zodMessage(Choice, channel), ...billingErrors(billing) }
      const isRight = Object.values(wrong).every((message) => message === undefined)
      if (isRight && channel) {
        const address = completeBilling(billing)
        return { channel, billing: address, keep_billing: keepsBilling, consumer_waiver: waives }
      }
      complain(wrong)
      return undefined
    },
    /** The server's refusals at their fields. */
    refuse: (error: unknown) =>
      complain(
        Object.fromEntries(
          fieldErrors(error).map(({ name, errors }) => [name.at(-1), errors.join(' ')]),
        ),
      ),
    /** Nothing is unsaved any more, so that no question holds up the way to the payment service. */
    setSaved: () => setDirty(false),
  }
}

export type PayFormState = ReturnType<typeof usePayForm>
