import type { AppContext } from '../../app/app-context.ts'
import { documentFiles } from './document-files.ts'
import type { StoredInvoice } from './documents.repository.ts'
import { invoicePdf } from './pdf/invoice-pdf.ts'
import type { FontLibrary } from './pdf/font-library.ts'

/** Invoices, credit notes and proformas as files; the same for whoever may read them. */
export function invoiceFiles(context: AppContext) {
  const files = documentFiles(context)
  const drawn = ({ document, facturx_xml }: StoredInvoice) => ({
    content: document,
    render: (fonts: FontLibrary) => invoicePdf(fonts, document, facturx_xml),
  })

  return {
    keyOf: (invoice: StoredInvoice) => files.keyOf(drawn(invoice)),

    link: async (invoice: StoredInvoice) => ({
      number: invoice.number,
      url: await files.link({ filename: `${invoice.number}.pdf`, ...drawn(invoice) }),
    }),
  }
}
