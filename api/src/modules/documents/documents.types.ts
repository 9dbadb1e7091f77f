/** A party of an invoice as it stood on the day of issue. */
export type Party = {
  name: string
  address: string
  postal_code: string
  city: string
  country: string
  details: string[]
}
export type InvoiceLine = { label: string; detail: string; net: number }

/** Everything an invoice says; stored with it, so that it reads the same for ten years. */
export type InvoiceDocument = {
  kind: 'invoice' | 'credit_note' | 'proforma'
  number: string
  issued_at: string
  seller: Party
  buyer: Party
  lines: InvoiceLine[]
  vat_rate: number
  net: number
  vat: number
  gross: number
  currency: string
  mention: string | null
  order_no: string | null
  paid: { at: string; text: string } | null
  /** Where a transfer goes, on a proforma. */
  bank: { holder: string; iban: string; bic: string; reference: string } | null
  /** Number of the invoice that a credit note takes back. */
  cancels?: string
}
