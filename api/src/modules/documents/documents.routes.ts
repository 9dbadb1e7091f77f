import type { FastifyInstance } from 'fastify'
import { documents, documentsAdded } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { CERTIFICATE_JOBS, certificateProofs } from './certificates/certificates.repository.ts'
import { certificatesService } from './certificates/certificates.service.ts'
import { drawerOf } from './document-files.ts'
import { invoicesService, invoiceDocumentsService, receiptsService } from './invoices.service.ts'

/** Documents that one account may print in ten minutes. */
const PRINTS = { points: 100, seconds: 600 }
/** Fewer: each may have another address, so none comes from the cache. */
const PROFORMAS = { points: 20, seconds: 3_600 }

/** Routes of documents, which return links that open in a new tab. */
export function documentsRoutes(app: FastifyInstance, context: AppContext) {
  const invoices = invoicesService(context)
  const certificates = certificatesService(context)
  const proofs = certificateProofs(context)
  const receipts = receiptsService(context)
  context.jobs.handle(CERTIFICATE_JOBS.sign, () => proofs.signAll())
  const invoiceDocuments = invoiceDocumentsService(context)
  const drawer = drawerOf(context)
  app.addHook('onClose', async () => drawer.close())
  const countPrint = ({ id }: Actor) => context.limits.take('documents', id, PRINTS)

  serve(app, documents.printEntryFeeInvoice, async (input, { actor }) => {
    await countPrint(actor)
    return invoices.print(actor, input.apply_order_id, FEE_TYPE.entry)
  })
  serve(app, documents.printWinnerPackageFeeInvoice, async (input, { actor }) => {
    await countPrint(actor)
    return invoices.print(actor, input.apply_order_id, FEE_TYPE.winner_package)
  })
  serve(app, documents.createEntryFeeInvoice, async (input, { actor }) => {
    await context.limits.take('proformas', actor.id, PROFORMAS)
    return invoices.create(actor, input.apply_order_id, input.billing)
  })
  serve(app, documents.printCertPdf, async (input, { actor, language }) => {
    await countPrint(actor)
    const lang = input.lang ?? (language === 'en' ? 'en' : 'fr')
    return certificates.print(actor, input.apply_order_id, lang)
  })
  serve(app, documentsAdded.invoices, (input, { actor }) => invoiceDocuments.list(actor, input))
  serve(app, documentsAdded.printInvoice, async ({ invoice_id }, { actor }) => {
    await countPrint(actor)
    return invoiceDocuments.print(actor, invoice_id)
  })
  serve(app, documentsAdded.printReceipt, async ({ order_no }, { actor }) => {
    await countPrint(actor)
    return receipts.print(actor, order_no)
  })

  // Public keys, with which anybody can verify a certificate offline.
  app.get('/.well-known/award-certificate-keys.json', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    })
    return reply.type('application/jwk-set+json').send({ keys: await proofs.keys() })
  })
}
