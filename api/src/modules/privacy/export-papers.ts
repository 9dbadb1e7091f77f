import type { AppContext } from '../../start/app-context.ts'
import { certificatesService } from '../documents/certificates/certificates.service.ts'
import { documentFiles, invoiceFiles } from '../documents/document-files.ts'
import { papersRepository } from '../documents/documents.repository.ts'
import type { UserRow } from '../accounts/users.repository.ts'
import { exportRepository } from './export.repository.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'
import type { ExportItem } from './export-content.ts'

/** Invoices, receipts and certificates of a person, drawn one after the other. */
export function exportPapers(context: AppContext) {
  const { db } = context
  const files = documentFiles(context)
  const invoices = invoiceFiles(context)
  const certificates = certificatesService(context)

  return {
    async *of({ id, language }: UserRow): AsyncGenerator<ExportItem> {
      for (const invoice of await papersRepository(db).all(id)) {
        yield { name: `invoices/${invoice.number}.pdf`, key: await invoices.keyOf(invoice) }
      }
      for (const receipt of await withdrawalsRepository(db).receipts(id)) {
        const key = await files.keyOf({ kind: 'withdrawal', content: receipt })
        yield { name: `withdrawals/${receipt.reference}.pdf`, key }
      }
      for (const entryId of await exportRepository(db).certifiedEntries(id)) {
        const paper = await certificates.kept(entryId, language === 'fr' ? 'fr' : 'en')
        if (paper) yield { name: `certificates/${paper.number}.pdf`, key: paper.key }
      }
    },
  }
}
