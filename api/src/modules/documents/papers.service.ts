import type { documentsAdded, Answer, PageInput } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { invoiceFiles } from './invoice-files.ts'
import { papersRepository } from './papers.repository.ts'

/** Invoices, credit notes and proformas of a person, whichever entry they belong to. */
export function papersService(context: AppContext) {
  const { db } = context
  const files = invoiceFiles(context)

  return {
    async list(actor: Actor, page: PageInput): Promise<Answer<typeof documentsAdded.invoices>> {
      const { rows, total } = await papersRepository(db).page(actor.id, page)
      return { list: rows, total, current: page.current, pageSize: page.pageSize }
    },

    async print(actor: Actor, invoiceId: string) {
      const paper = await papersRepository(db).own(actor.id, invoiceId)
      // The same answer for missing and foreign: identifiers must not be probed.
      if (!paper) throw new BusinessError(404, 'This does not exist, or is not yours.')
      return files.link(paper)
    },
  }
}
