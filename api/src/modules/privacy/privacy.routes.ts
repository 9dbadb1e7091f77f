import type { FastifyInstance } from 'fastify'
import { account, entriesAdded } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { erasureJobs, erasureService } from './erasure.service.ts'
import { exportJobs, exportsService } from './exports.service.ts'
import { withdrawalsService } from './withdrawals.service.ts'

/** Endpoints for data subject rights: export and erasure (GDPR), and the consumers' right of withdrawal. */
export function privacyRoutes(app: FastifyInstance, context: AppContext) {
  const withdrawals = withdrawalsService(context)
  const exports = exportsService(context)
  const erasure = erasureService(context)
  exportJobs(context)
  erasureJobs(context)

  serve(app, account.export, (_input, { actor }) => exports.current(actor))
  serve(app, account.requestExport, (_input, { actor }) => exports.request(actor, actor))
  serve(app, account.erase, (input, { actor }) => erasure.erase(actor, input))
  serve(app, entriesAdded.withdrawals, (_input, { actor }) => withdrawals.list(actor))
  serve(app, entriesAdded.withdrawal, (input, { actor }) => withdrawals.withdraw(actor, input))
}
