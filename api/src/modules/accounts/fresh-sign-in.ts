import { FRESH_SIGN_IN_MINUTES } from '@awards/shared/domain'
import { confirmFirst } from '../../http/authenticate.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { AppContext } from '../../start/app-context.ts'
import { sessionsRepository } from './sessions.repository.ts'

/**
 * Throws 409 `STEP_UP` unless the session was opened or confirmed within a quarter of an hour: a person who finds an open
 * session must not make a way in of their own.
 */
export async function requireFreshSignIn({ db, clock }: AppContext, session: Buffer) {
  const proven = await sessionsRepository(db).lastProof(session)
  const oldest = clock().getTime() - FRESH_SIGN_IN_MINUTES * MINUTE_MS
  if (!proven || proven.getTime() < oldest) throw confirmFirst()
}
