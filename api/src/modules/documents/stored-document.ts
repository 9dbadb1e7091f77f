import type { InvoiceDocument } from './documents.types.ts'

/** A document as it was stored before invoices had several rates. */
type FirstForm = Omit<InvoiceDocument, 'lines' | 'vat_lines' | 'buyer_kind'> & {
  lines: { label: string; detail: string; net: number }[]
  vat_rate: number
  mention: string | null
}

export type StoredDocument = InvoiceDocument | FirstForm

const isFirstForm = (document: object): document is FirstForm => !('vat_lines' in document)

/** A stored document in the form of today; what was issued is not rewritten for it. */
export function readDocument(stored: StoredDocument): InvoiceDocument {
  if (!isFirstForm(stored)) return stored
  const { vat_rate: rate_percent, mention, ...document } = stored
  const { net, vat, paid, currency } = document
  const day = stored.issued_at.slice(0, 10)
  return {
    ...document,
    issued_on: day,
    service_on: paid?.at.slice(0, 10) ?? null,
    due_on: paid ? day : null,
    buyer_kind: 'consumer',
    delivery: null,
    lines: stored.lines.map((line) => ({
      ...line,
      ...{ quantity: 1, list_net: line.net, vat, rate_percent, mention },
    })),
    vat_lines: [{ rate_percent, mention, net_minor: net, vat_minor: vat }],
    vat_eur: currency === 'EUR' ? vat : null,
    terms: [],
  }
}
