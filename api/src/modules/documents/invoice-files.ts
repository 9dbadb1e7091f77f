import type { AppContext } from '../../start/app-context.ts'
import { documentFiles } from './document-files.ts'
import type { StoredInvoice } from './documents.repository.ts'
import type { Drawing } from './pdf/drawing.ts'

/** Invoices, credit notes and proformas as files; the same for whoever may read them. */
export function invoiceFiles(context: AppContext) {
  const files = documentFiles(context)
  const drawingOf = ({ document, facturx_xml }: StoredInvoice): Drawing => ({
    kind: 'invoice',
    content: document,
    xml: facturx_xml,
  })

  return {
    keyOf: (invoice: StoredInvoice) => files.keyOf(drawingOf(invoice)),

    link: async (invoice: StoredInvoice) => ({
      number: invoice.number,
      url: await files.link(`${invoice.number}.pdf`, drawingOf(invoice)),
    }),
  }
}
