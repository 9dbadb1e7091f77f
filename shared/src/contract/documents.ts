import { z } from 'zod'
import { callsOf } from './endpoint.ts'
import { Billing } from './payments.ts'
import { Id, optionalOfQuery } from './values.ts'

const ById = z.object({ apply_order_id: Id })

const DocumentLink = z.object({ url: z.string(), number: z.string() })

const pdf = callsOf('pdf', [403, 404, 409, 423])

/** Documents; every link works for one file and at most 15 minutes, without the token header. */
export const documents = {
  printEntryFeeInvoice: pdf('printEntryFeeInvoice', 'POST', ById, DocumentLink),
  printWinnerPackageFeeInvoice: pdf('printWinnerPackageFeeInvoice', 'POST', ById, DocumentLink),
  createEntryFeeInvoice: pdf(
    'createEntryFeeInvoice',
    'POST',
    ById.extend({ billing: Billing.optional() }),
    z.object({
      invoice_id: Id,
      number: z.string(),
      status: z.enum(['proforma', 'invoice']),
    }),
  ),
  printCertPdf: pdf(
    'printCertPdf',
    'GET',
    ById.extend({ lang: optionalOfQuery(z.enum(['en', 'fr'])) }),
    DocumentLink,
  ),
} as const
