import type { FastifyInstance, FastifyRequest } from 'fastify'
import { account, apiKeys, session, sessionAdded } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { tokenOf } from '../../http/authenticate.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import { serve, serveAs } from '../../http/serve.ts'
import { deviceOf, originOf } from './session-token.ts'
import { accountService } from './account.service.ts'
import { apiKeysService } from './keys/api-keys.service.ts'
import { oidcRoutes } from './oidc/oidc.routes.ts'
import { passkeysRoutes } from './passkeys/passkeys.routes.ts'
import { emailCodeService } from './email-code.service.ts'
import { registrationService } from './registration.service.ts'
import { warmPassword, warmPasswordStrength } from './password.ts'
import { toCurrentUser } from './account.mapper.ts'
import { sessionService } from './session.service.ts'
import { stepUpService } from './step-up.service.ts'
import { findAccount } from './users.repository.ts'

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
    accounts.changeEmail(actor, input, own(request)),
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
