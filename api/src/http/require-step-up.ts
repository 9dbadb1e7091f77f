import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@awards/shared/contract'
import { isGrave, isRehearsal, needsStepUp, STEP_UP, STEP_UP_HOURS } from '@awards/shared/domain'
import type { Actor } from './actor.ts'
import { provenAt } from './actor.repository.ts'
import type { AppContext } from '../start/app-context.ts'
import { tokenDigest, tokenOf } from './authenticate.ts'
import { BusinessError } from './business-error.ts'

const HOUR_MS = 3_600_000

/** Refuses the gravest calls of a juror whose last code by e-mail is too old. */
export async function requireStepUp(
  { config, db, clock }: AppContext,
  call: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
) {
  if (!config.stepUp || !actor || !needsStepUp(actor.identity) || !isGrave(call.name)) return
  if (isRehearsal(call.name, request.body)) return
  const proven = await provenAt(db, tokenDigest(tokenOf(request) ?? ''))
  const oldest = clock().getTime() - STEP_UP_HOURS * HOUR_MS
  if (proven && proven.getTime() > oldest) return
  throw new BusinessError(409, 'Confirm with a code from your e-mail, then try again.', {
    reason: STEP_UP,
  })
}
