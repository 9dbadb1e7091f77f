import { hash, randomBytes } from 'node:crypto'
import { PASSKEY_MINUTES } from '@awards/shared/domain'
import { MINUTE_MS } from '../../../lib/durations.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { challengeExpired, refuse } from './passkey-refusals.ts'
import { challengesRepository } from './passkeys.repository.ts'

export type Purpose = 'register' | 'sign_in' | 'step_up'

/** Random values that a device signs: for one purpose, one account and one use. */
export function passkeyChallenges({ db, clock }: AppContext) {
  const digestOf = (challenge: string) => hash('sha256', challenge, 'buffer')

  return {
    async issue(purpose: Purpose, userId: string | null): Promise<string> {
      const challenge = randomBytes(32).toString('base64url')
      const now = clock()
      await challengesRepository(db).add({
        challenge_hash: digestOf(challenge),
        purpose,
        user_id: userId,
        created_at: now,
        expires_at: new Date(now.getTime() + PASSKEY_MINUTES * MINUTE_MS),
      })
      return challenge
    },

    /** Uses a challenge up, also if what follows refuses the answer; throws 409 or 410. */
    async use(challenge: string, purpose: Purpose, userId: string | null) {
      const digest = digestOf(challenge)
      const now = clock()
      const row = await challengesRepository(db).use(digest, now)
      if (!row) {
        const wasUsed = await challengesRepository(db).isKnown(digest)
        throw refuse(wasUsed ? 'CHALLENGE_USED' : 'CHALLENGE_UNKNOWN')
      }
      if (row.purpose !== purpose) throw refuse('CHALLENGE_PURPOSE')
      if (row.user_id !== userId) throw refuse('CHALLENGE_ACCOUNT')
      if (row.expires_at <= now) throw challengeExpired()
    },
  }
}
