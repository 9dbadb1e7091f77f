import { dayIn } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { numberPrefix } from '../editions/editions.repository.ts'
import { documentsRepository } from './documents.repository.ts'
import type { StoredInvoice } from './documents.repository.ts'
import type { InvoiceDocument } from './documents.types.ts'
import { facturX, requireValid } from './factur-x.ts'

export type Draft = Omit<InvoiceDocument, 'number' | 'issued_at' | 'issued_on' | 'kind'> & {
  kind: 'invoice' | 'credit_note'
}
type IssueRequest = {
  draft: Draft
  /** The time zone of the document's date and year. */
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
 * Issues a document: takes its number and date, and stores it with its XML. Validates the XML before it
 * takes the number, so that the counter is locked briefly and a bug costs no number.
 */
export async function issueDocument(
  trx: Db,
  { draft, timeZone, clock, of }: IssueRequest,
): Promise<StoredInvoice> {
  const documents = documentsRepository(trx)
  const prefix = await numberPrefix(trx)
  const seriesOf = (day: string) => `${prefix}-${LETTERS[draft.kind]}${day.slice(0, 4)}`
  const today = dayIn(clock(), timeZone)
  await requireValid(numbered(draft, `${seriesOf(today)}-000000`, clock(), today))

  const series = seriesOf(today)
  const { count, at } = await documents.nextNumber(series, clock)
  const number = `${series}-${String(count).padStart(6, '0')}`
  // If the year ends while it waits for the counter, the document is the last of the old year.
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
