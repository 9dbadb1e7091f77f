import { randomBytes } from 'node:crypto'
import { tokenDigest } from '../../http/authenticate.ts'
import type { Db } from '../../db/database.ts'
import { sessionsRepository } from './sessions.repository.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export type Origin = {
  user_agent: string | null
  ip_hash: string | null
  /** When a code by e-mail stood for the person, at this sign-in or before. */
  proven_at?: Date | null
}
export type OpenedSession = { token: string; expires_at: string }

/** A new token of 256 bits for a user; each signing in makes its own, and only its digest is kept. */
export async function openSession(
  db: Db,
  userId: string,
  now: Date,
  origin: Origin = { user_agent: null, ip_hash: null },
): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + DAYS * DAY_MS)
  await sessionsRepository(db).add({
    user_id: userId,
    token_hash: tokenDigest(token),
    created_at: now,
    last_used_at: now,
    expires_at: expires,
    ...origin,
  })
  return { token, expires_at: expires.toISOString() }
}
