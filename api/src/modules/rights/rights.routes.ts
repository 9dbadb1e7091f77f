import type { FastifyInstance } from 'fastify'
import { entriesAdded } from '@awards/shared/contract'
import type { AppContext } from '../../app/app-context.ts'
import { serve } from '../../app/serve.ts'
import { withdrawalsService } from './withdrawals.service.ts'

/** What the law gives people: the copy of their data, its erasure, and the withdrawal of consumers. */
export function rightsRoutes(app: FastifyInstance, context: AppContext) {
  const withdrawals = withdrawalsService(context)

  serve(app, entriesAdded.withdrawals, (_input, { actor }) => withdrawals.list(actor))
  serve(app, entriesAdded.withdrawal, (input, { actor }) => withdrawals.withdraw(actor, input))
}
