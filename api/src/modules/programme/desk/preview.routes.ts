import { programmeDesk } from '@awards/shared/contract'
import { SITE_PATH } from '@awards/shared/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setCookie } from '../../../http/cookies.ts'
import {
  openPreview,
  PREVIEW_COOKIE,
  PREVIEW_HEADERS,
  PREVIEW_SECONDS,
  previewToken,
} from '../../../http/preview-cookie.ts'
import { serve } from '../../../http/serve.ts'
import type { AppContext } from '../../../start/app-context.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string }; Querystring: { to?: unknown } }>

/**
 * Links that show the drafts of the programme on the public pages. A link is signed for the organiser who made it, holds
 * nothing of the drafts, and puts itself into a cookie of the browser that opens it; every page looks again whether that
 * organiser may still see drafts.
 */
export function previewRoutes(app: FastifyInstance, context: AppContext) {
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
