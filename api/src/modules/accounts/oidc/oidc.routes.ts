import type { FastifyInstance, FastifyRequest } from 'fastify'
import { oidc } from '@awards/shared/contract'
import { BusinessError } from '../../../http/business-error.ts'
import { tokenOf } from '../../../http/authenticate.ts'
import { serve } from '../../../http/serve.ts'
import { tokenDigest } from '../../../lib/signed-token.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { RegistrationService } from '../registration.service.ts'
import type { SessionService } from '../session.service.ts'
import { originOf } from '../session-token.ts'
import { oidcLinksService } from './oidc-links.service.ts'
import { oidcProviders, oidcSignInService } from './oidc-sign-in.service.ts'

/** Endpoints `oidc/*`, and the address to which providers send browsers back. */
export function oidcRoutes(
  app: FastifyInstance,
  context: AppContext,
  services: { sessions: SessionService; registration: RegistrationService },
) {
  const providers = oidcProviders(context)
  const signIn = oidcSignInService(context, { ...services, providers })
  const links = oidcLinksService(context, providers)
  const origin = (request: FastifyRequest) => originOf(request, context.config)
  const session = (request: FastifyRequest) => tokenDigest(tokenOf(request) ?? '')

  serve(app, oidc.begin, (input, { language, request, reply }) =>
    signIn.begin(input, { browser: { request, reply }, language, userId: null }),
  )
  serve(app, oidc.resume, (_input, { request, reply }) =>
    signIn.resume(origin(request), { request, reply }),
  )
  serve(app, oidc.confirm, (input, { request, reply }) =>
    signIn.confirm(input, origin(request), { request, reply }),
  )
  serve(app, oidc.register, (input, { request, reply }) =>
    signIn.register(input, origin(request), { request, reply }),
  )
  serve(app, oidc.list, (_input, { actor }) => links.list(actor))
  serve(app, oidc.beginLink, async ({ provider }, { actor, language, request, reply }) => {
    await links.requireFresh(session(request))
    return signIn.begin({ provider }, { browser: { request, reply }, language, userId: actor.id })
  })
  serve(app, oidc.link, (_input, { actor, request, reply }) =>
    links.link(actor, session(request), { request, reply }),
  )
  serve(app, oidc.unlink, ({ identity_id }, { actor, request }) =>
    links.unlink(actor, identity_id, session(request)),
  )

  app.get<{ Params: { provider: string } }>(
    '/api/oidc/return/:provider',
    async (request, reply) => {
      const { provider } = request.params
      const page = await signIn
        .return(request, provider, { request, reply })
        .catch((error: unknown) => {
          // The page says what is wrong; it has a language and a design.
          if (error instanceof BusinessError) return '/login?with=unknown'
          throw error
        })
      // The address holds a code: no page that comes after may tell it on.
      void reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
      return reply.redirect(page, 303)
    },
  )
}
