import { programmeDesk } from '@awards/shared/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { previewRoutes } from './preview.routes.ts'
import type { AppContext } from '../../../start/app-context.ts'

/** Endpoints `programme/*`: the programme at the organiser's desk. */
export function programmeDeskRoutes(app: FastifyInstance, context: AppContext) {
  // Imported with the first call: the loader's parsers are more than the rest of the server is worth at its start.
  const desk = async () => {
    const { programmeDeskService } = await import('./programme-desk.service.ts')
    return programmeDeskService(context)
  }
  serve(app, programmeDesk.documents, async () => (await desk()).documents())
  serve(app, programmeDesk.document, async ({ file }) => (await desk()).document(file))
  serve(app, programmeDesk.pictures, async () => (await desk()).pictures())
  serve(app, programmeDesk.addPicture, async (input, { actor }) =>
    (await desk()).addPicture(actor, input),
  )
  serve(app, programmeDesk.save, async (input, { actor }) => (await desk()).save(actor, input))
  serve(app, programmeDesk.discard, async (input) => (await desk()).discard(input))
  serve(app, programmeDesk.plan, async () => (await desk()).plan())
  serve(app, programmeDesk.apply, async ({ plan }, { actor }) => (await desk()).apply(actor, plan))
  const schedule = async () => {
    const { scheduleService } = await import('./schedule.service.ts')
    return scheduleService(context)
  }
  serve(app, programmeDesk.scheduled, async () => (await schedule()).scheduled())
  serve(app, programmeDesk.schedule, async (input, { actor }) =>
    (await schedule()).schedule(actor, input),
  )
  serve(app, programmeDesk.withdraw, async (_input, { actor }) =>
    (await schedule()).withdraw(actor),
  )
  context.jobs.handle('programme.apply', async ({ id }) => {
    const { applyScheduled } = await import('./schedule.service.ts')
    await applyScheduled(context, String(id))
  })
  previewRoutes(app, context)
  serve(app, programmeDesk.versions, async () => (await desk()).versions())
  serve(app, programmeDesk.undo, async ({ id }, { actor }) => (await desk()).undo(actor, id))
}
