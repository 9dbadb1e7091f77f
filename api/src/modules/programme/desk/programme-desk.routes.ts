import { programmeDesk } from '@awards/shared/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../http/serve.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { SITE_PATH } from '@awards/shared/domain'
import {
  setCookie,
  openPreview,
  PREVIEW_COOKIE,
  PREVIEW_HEADERS,
  PREVIEW_SECONDS,
  previewToken,
} from '../../../http/cookies.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: { to?: unknown } }>

/**
 * Links that show the drafts of the programme on the public pages. A link is signed for the organiser who made it, holds
 * nothing of the drafts, and puts itself into a cookie of the browser that opens it; every page looks again whether that
 * organiser may still see drafts.
 */
function previewRoutes(app: FastifyInstance, context: AppContext) {
  const { config, clock } = context
  const isSecure = config.siteUrl.startsWith('https:')
  const keep = (reply: FastifyReply, value: string, seconds: number) =>
    setCookie(reply, { name: PREVIEW_COOKIE, value, seconds, sameSite: 'Lax', isSecure })

  serve(app, programmeDesk.preview, ({ path }, { actor }) => {
    const expires = new Date(clock().getTime() + PREVIEW_SECONDS * 1_000)
    const token = previewToken(config.secret, { userId: actor.id, expires })
    return {
      url: `/drafts/${token}?${new URLSearchParams({ to: path })}`,
      expires_at: expires.toISOString(),
    }
  })

  app.get('/drafts/end', (_request, reply) => {
    keep(reply, '', 0)
    return reply.headers(PREVIEW_HEADERS).redirect('/', 303)
  })

  app.get('/drafts/:token', (request: LinkRequest, reply) => {
    const preview = openPreview(context, request.params.token)
    void reply.headers({ ...PREVIEW_HEADERS, 'referrer-policy': 'no-referrer' })
    if (!preview) {
      return reply
        .code(410)
        .type('text/plain; charset=utf-8')
        .send('This preview is over. Ask for another link.\n')
    }
    const seconds = Math.ceil((preview.expires.getTime() - clock().getTime()) / 1_000)
    keep(reply, request.params.token, seconds)
    const { to } = request.query
    return reply.redirect(typeof to === 'string' && SITE_PATH.test(to) ? to : '/', 303)
  })
}

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
