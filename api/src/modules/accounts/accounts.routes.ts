import type { FastifyInstance, FastifyRequest } from 'fastify'
import { account, apiKeys, session, sessionAdded, passkeys, oidc } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { tokenOf } from '../../http/authenticate.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import { serve, serveAs } from '../../http/serve.ts'
import { deviceOf, originOf } from './session-token.ts'
import { accountService } from './account.service.ts'
import { apiKeysService } from './keys/api-keys.service.ts'
import { emailCodeService } from './email-code.service.ts'
import { registrationService, type RegistrationService } from './registration.service.ts'
import { warmPassword, warmPasswordStrength } from './password.ts'
import { toCurrentUser } from './account.mapper.ts'
import { sessionService, type SessionService } from './session.service.ts'
import { stepUpService } from './step-up.service.ts'
import { findAccount } from './users.repository.ts'
import { passkeyUseService, passkeysService } from './passkeys/passkeys.service.ts'
import { BusinessError } from '../../http/business-error.ts'
import { oidcLinksService, oidcProviders, oidcSignInService } from './oidc/oidc.service.ts'

/** Endpoints `user/*`, `passkey/*`, `oidc/*`, `key/*` and `email/verifyCode`. */
export function accountsRoutes(app: FastifyInstance, context: AppContext) {
  const sessions = sessionService(context)
  const registration = registrationService(context, sessions)
  const codes = emailCodeService(context)
  const origin = (request: FastifyRequest) => originOf(request, context.config)

  // Warm-up before the first request, whose timing would otherwise differ from the next.
  app.addHook('onListen', async () => {
    await Promise.all([warmPassword(), warmPasswordStrength()])
  })

  serve(app, session.login, (input, { request, reply }) =>
    sessions.login(input, origin(request), { request, reply }),
  )
  serve(app, session.register, (input, { request, reply }) =>
    registration.register(input, origin(request), { request, reply }),
  )
  serve(app, session.verifyCode, ({ email, scene }, { language, request }) =>
    codes.send(email, scene, language, request.ip),
  )
  serve(app, session.resetPassword, (input, { request, reply }) =>
    registration.resetPassword(input, { request, reply }),
  )
  serve(app, session.changePassword, (input, { actor, request, reply }) =>
    sessions.changePassword(actor, input, origin(request), { request, reply }),
  )
  serveAs(app, session.getUserInfo, findAccount, (_input, { actor }) => toCurrentUser(actor))
  serve(app, sessionAdded.logout, (_input, { actor, request }) =>
    sessions.logout(actor, tokenOf(request) ?? ''),
  )
  accountRoutes(app, context)
  stepUpRoutes(app, context)
  passkeysRoutes(app, context, sessions)
  oidcRoutes(app, context, { sessions, registration })
  apiKeysRoutes(app, context)
}

function apiKeysRoutes(app: FastifyInstance, context: AppContext) {
  const keys = apiKeysService(context)

  serve(app, apiKeys.list, (_input, { actor }) => keys.list(actor))
  serve(app, apiKeys.make, (input, { actor, request }) =>
    keys.make(actor, input, tokenDigest(tokenOf(request) ?? '')),
  )
  serve(app, apiKeys.revoke, ({ key_id }, { actor }) => keys.revoke(actor, key_id))
}

function accountRoutes(app: FastifyInstance, context: AppContext) {
  const accounts = accountService(context)
  const own = (request: FastifyRequest) => tokenDigest(tokenOf(request) ?? '')

  serve(app, account.profile, (_input, { actor }) => accounts.profile(actor))
  serve(app, account.updateProfile, (input, { actor }) => accounts.updateProfile(actor, input))
  serve(app, account.changeEmail, (input, { actor, request }) =>
    accounts.changeEmail(actor, input, { token: own(request), ip: request.ip }),
  )
  serve(app, account.sessions, (_input, { actor, request }) =>
    accounts.sessions(actor, own(request)),
  )
  serve(app, account.endSessions, ({ session_id: id }, { actor, request }) =>
    accounts.endSessions(actor, id, own(request), deviceOf(request, context.config, actor.id)),
  )
}

function stepUpRoutes(app: FastifyInstance, context: AppContext) {
  const stepUp = stepUpService(context)

  serve(app, account.requestStepUp, (_input, { actor }) => stepUp.request(actor))
  serve(app, account.stepUp, ({ code }, { actor, request }) =>
    stepUp.prove(actor, code, tokenDigest(tokenOf(request) ?? '')),
  )
  serve(app, account.devices, (_input, { actor, request }) => stepUp.devices(actor, request))
  serve(app, account.forgetDevices, ({ device_id: id }, { actor, request }) =>
    stepUp.forgetDevices(actor, id, request),
  )
}

/** Endpoints `passkey/*`. */
function passkeysRoutes(app: FastifyInstance, context: AppContext, sessions: SessionService) {
  const own = passkeysService(context)
  const use = passkeyUseService(context, sessions)
  const session = (request: FastifyRequest) => tokenDigest(tokenOf(request) ?? '')

  serve(app, passkeys.list, (_input, { actor }) => own.list(actor))
  serve(app, passkeys.registrationOptions, (_input, { actor, request }) =>
    own.registrationOptions(actor, session(request)),
  )
  serve(app, passkeys.register, (input, { actor, request }) =>
    own.register(actor, input, session(request)),
  )
  serve(app, passkeys.rename, (input, { actor }) => own.rename(actor, input))
  serve(app, passkeys.remove, ({ passkey_id }, { actor, request }) =>
    own.remove(actor, passkey_id, session(request)),
  )

  serve(app, passkeys.signInOptions, (_input, { request }) => use.signInOptions(request.ip))
  serve(app, passkeys.signIn, ({ credential }, { request, reply }) =>
    use.signIn(credential, originOf(request, context.config), { request, reply }),
  )
  serve(app, passkeys.stepUpOptions, (_input, { actor }) => use.stepUpOptions(actor))
  serve(app, passkeys.stepUp, ({ credential }, { actor, request }) =>
    use.stepUp(actor, credential, session(request)),
  )
}

/** Endpoints `oidc/*`, and the address to which providers send browsers back. */
function oidcRoutes(
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
  serve(app, oidc.resume, (input, { request, reply }) =>
    signIn.resume(input, origin(request), { request, reply }),
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
  serve(app, oidc.link, (input, { actor, request, reply }) =>
    links.link(actor, input, { token: session(request), browser: { request, reply } }),
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
