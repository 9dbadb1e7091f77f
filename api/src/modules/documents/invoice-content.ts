import type { Billing } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import type { InvoiceDocument, Party } from './documents.types.ts'
import type { InvoiceSubject } from './documents.repository.ts'

export type Amounts = {
  amount_ht: number
  vat_rate: number
  vat_amount: number
  amount: number
  currency: string
  mention: string | null
}
const CHANNELS: Record<string, string> = {
  wechat_native: 'WeChat Pay',
  card: 'carte bancaire',
  bank_transfer: 'virement',
}

/** The address that was given for the invoice, else the one of the account. */
export function buyerOf(subject: InvoiceSubject, billing: Billing | null): Party {
  if (billing) {
    const { name, address, postal_code, city, country } = billing
    const siren = billing.siren && `SIREN ${billing.siren}`
    const vat = billing.vat_no && `N° TVA ${billing.vat_no}`
    const tax = billing.tax_id && `N° fiscal ${billing.tax_id}`
    return { name, address, postal_code, city, country, details: present(siren, vat, tax) }
  }
  return {
    name: subject.company ?? `${subject.first_name} ${subject.last_name}`,
    address: subject.address ?? '',
    postal_code: subject.postal_code ?? '',
    city: subject.city ?? '',
    country: subject.country ?? '',
    details: present(
      subject.siren && `SIREN ${subject.siren}`,
      subject.vat_no && `N° TVA ${subject.vat_no}`,
    ),
  }
}

const present = (...texts: (string | null | undefined)[]) =>
  texts.filter((text): text is string => Boolean(text))

export function linesOf(subject: InvoiceSubject, feeType: number, net: number) {
  const edition = subject.edition_name.fr ?? subject.edition_name.en
  const category = subject.category_name.fr ?? subject.category_name.en
  const label =
    feeType === FEE_TYPE.entry
      ? 'Frais de participation / Entry fee'
      : 'Pack lauréat / Winner package'
  return [
    { label, detail: `${subject.entry_no}, « ${subject.title} », ${category}, ${edition}`, net },
  ]
}

export const paidText = (channel: string, reference: string | null) =>
  `Réglée par ${CHANNELS[channel] ?? channel}${reference ? `, référence ${reference}` : ''}`

export const totalsOf = (
  amounts: Amounts,
): Pick<InvoiceDocument, 'vat_rate' | 'net' | 'vat' | 'gross' | 'currency' | 'mention'> => ({
  vat_rate: Number(amounts.vat_rate),
  net: amounts.amount_ht,
  vat: amounts.vat_amount,
  gross: amounts.amount,
  currency: amounts.currency,
  mention: amounts.mention,
})
