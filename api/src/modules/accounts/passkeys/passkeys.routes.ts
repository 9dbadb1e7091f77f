import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passkeys } from '@awards/shared/contract'
import { tokenOf } from '../../../http/authenticate.ts'
import { tokenDigest } from '../../../lib/signed-token.ts'
import { serve } from '../../../http/serve.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { SessionService } from '../session.service.ts'
import { originOf } from '../session-token.ts'
import { passkeyUseService } from './passkey-use.service.ts'
import { passkeysService } from './passkeys.service.ts'

/** Endpoints `passkey/*`. */
export function passkeysRoutes(
  app: FastifyInstance,
  context: AppContext,
  sessions: SessionService,
) {
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
