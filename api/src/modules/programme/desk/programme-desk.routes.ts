import { programmeDesk } from '@awards/shared/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { programmeDeskService } from './programme-desk.service.ts'

/** Endpoints `programme/*`: seasons and articles at the organiser's desk. */
export function programmeDeskRoutes(app: FastifyInstance, context: AppContext) {
  const desk = programmeDeskService(context)
  serve(app, programmeDesk.documents, () => desk.documents())
  serve(app, programmeDesk.document, ({ file }) => desk.document(file))
  serve(app, programmeDesk.pictures, () => desk.pictures())
  serve(app, programmeDesk.save, (input, { actor }) => desk.save(actor, input))
  serve(app, programmeDesk.discard, (input) => desk.discard(input))
  serve(app, programmeDesk.plan, () => desk.plan())
  serve(app, programmeDesk.apply, ({ plan }, { actor }) => desk.apply(actor, plan))
  serve(app, programmeDesk.versions, () => desk.versions())
  serve(app, programmeDesk.undo, ({ id }, { actor }) => desk.undo(actor, id))
}
