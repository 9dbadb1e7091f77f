import type { FastifyInstance } from 'fastify'
import { money } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { alertDesk, paymentDesk, refundDesk } from './finance-desk.service.ts'
import { bookJobs } from './e-invoice-platform.ts'
import { booksService } from './books.service.ts'
import { taxReportDesk } from './platform/tax-reports.service.ts'
import { comparisonJob, comparisonsService } from './comparisons.service.ts'

/** Routes of the finance desk: payments, refunds, alerts, statement comparison, exports; and their jobs. */
export function accountingRoutes(app: FastifyInstance, context: AppContext, core: CoreContext) {
  const payments = paymentDesk(context)
  const refunds = refundDesk(core)
  const alerts = alertDesk(context)
  const comparisons = comparisonsService(core)
  const books = booksService(context)
  const reports = taxReportDesk(context)
  comparisonJob(core)
  bookJobs(context)

  serve(app, money.paymentList, (input, { actor }) => payments.list(actor, input))
  serve(app, money.payment, ({ order_no }, { actor }) => payments.find(actor, order_no))
  serve(app, money.refundPayment, (input, { actor }) => refunds.request(actor, input))
  serve(app, money.confirmRefund, (input, { actor }) => refunds.confirm(actor, input))
  serve(app, money.sendInvoiceAgain, (input, { actor }) => refunds.sendInvoiceAgain(actor, input))
  serve(app, money.alertList, (input) => alerts.list(input))
  serve(app, money.resolveAlert, (input, { actor }) => alerts.resolve(actor, input))
  serve(app, money.comparisons, (input) => comparisons.list(input))
  serve(app, money.compareDay, ({ day }, { actor }) => comparisons.compareDay(actor, day))
  serve(app, money.exportBooks, (input, { actor }) => books.export(actor, input))
  serve(app, money.taxReports, (input) => reports.list(input))
  serve(app, money.taxReportFile, (input, { actor }) => reports.file(actor, input))
  serve(app, money.sendTaxReportAgain, (input, { actor }) => reports.sendAgain(actor, input))
}
