import type { FastifyInstance } from 'fastify'
import { documents, documentsAdded } from '@awards/shared/contract'
import { FEE_TYPE } from '@awards/shared/domain'
import type { AppContext } from '../../app/app-context.ts'
import { serve } from '../../app/serve.ts'
import { CERTIFICATE_JOBS, certificateProofs } from './certificate-proofs.ts'
import { certificatesService } from './certificates.service.ts'
import { invoicesService } from './invoices.service.ts'
import { papersService } from './papers.service.ts'
import { receiptsService } from './receipts.service.ts'

/** Invoices and certificates as links that work in a new tab. */
export function documentsRoutes(app: FastifyInstance, context: AppContext) {
  const invoices = invoicesService(context)
  const certificates = certificatesService(context)
  const proofs = certificateProofs(context)
  const receipts = receiptsService(context)
  context.jobs.handle(CERTIFICATE_JOBS.sign, () => proofs.signAll())
  const papers = papersService(context)

  serve(app, documents.printEntryFeeInvoice, (input, { actor }) =>
    invoices.print(actor, input.apply_order_id, FEE_TYPE.entry),
  )
  serve(app, documents.printWinnerPackageFeeInvoice, (input, { actor }) =>
    invoices.print(actor, input.apply_order_id, FEE_TYPE.winner_package),
  )
  serve(app, documents.createEntryFeeInvoice, (input, { actor }) =>
    invoices.create(actor, input.apply_order_id, input.billing),
  )
  serve(app, documents.printCertPdf, (input, { actor, language }) =>
    certificates.print(
      actor,
      input.apply_order_id,
      input.lang ?? (language === 'en' ? 'en' : 'fr'),
    ),
  )
  serve(app, documentsAdded.invoices, (input, { actor }) => papers.list(actor, input))
  serve(app, documentsAdded.printInvoice, ({ invoice_id }, { actor }) =>
    papers.print(actor, invoice_id),
  )
  serve(app, documentsAdded.printReceipt, ({ order_no }, { actor }) =>
    receipts.print(actor, order_no),
  )

  // With these anybody can check a certificate without us.
  app.get('/.well-known/award-certificate-keys.json', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    })
    return reply.type('application/jwk-set+json').send({ keys: await proofs.keys() })
  })
}
