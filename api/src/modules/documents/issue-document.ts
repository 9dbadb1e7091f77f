import { dayIn } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { numberPrefix } from '../../db/number-prefix.ts'
import { documentsRepository } from './documents.repository.ts'
import type { StoredInvoice } from './documents.repository.ts'
import type { InvoiceDocument } from './documents.types.ts'
import { facturX, requireValid } from './factur-x.ts'

export type Draft = Omit<InvoiceDocument, 'number' | 'issued_at' | 'issued_on' | 'kind'> & {
  kind: 'invoice' | 'credit_note'
}
type Issued = {
  draft: Draft
  /** The time zone in which the day and the year of the document are told. */
  timeZone: string
  clock: () => Date
  of: {
    apply_order_id: string
    fee_type: number
    paid_at: Date | null
    out_refund_no?: string
    cancels_invoice_id?: string
  }
}

const LETTERS = { invoice: '', credit_note: 'AV-' }

/**
 * Gives a document its number and its date, and keeps it with its XML. The XML is checked before the
 * number is taken: the series waits for nobody, and a mistake of ours costs no number.
 */
export async function issueDocument(
  trx: Db,
  { draft, timeZone, clock, of }: Issued,
): Promise<StoredInvoice> {
  const documents = documentsRepository(trx)
  const prefix = await numberPrefix(trx)
  const seriesOf = (day: string) => `${prefix}-${LETTERS[draft.kind]}${day.slice(0, 4)}`
  const today = dayIn(clock(), timeZone)
  await requireValid(numbered(draft, `${seriesOf(today)}-000000`, clock(), today))

  const series = seriesOf(today)
  const { count, at } = await documents.nextNumber(series, clock)
  const number = `${series}-${String(count).padStart(6, '0')}`
  // Where the year ended while the series was waited for, the document is the last of its year.
  const day = dayIn(at, timeZone)
  const document = numbered(draft, number, at, day.startsWith(today.slice(0, 4)) ? day : today)
  return documents.insert(document, { ...of, facturx_xml: facturX(document) })
}

const numbered = (draft: Draft, number: string, at: Date, day: string): InvoiceDocument => ({
  ...draft,
  number,
  issued_at: at.toISOString(),
  issued_on: day,
})
