import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES } from '@awards/shared/domain'
import type { Language, VERIFY_CODE_SCENES } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import type { Db } from '../../db/database.ts'
import { emailCodesRepository } from './email-codes.repository.ts'
import { usersRepository } from './users.repository.ts'

/** What the site asks a juror for by itself; nobody else can have it sent. */
export type ChallengeScene = 'sign_in' | 'step_up'
export type Scene = (typeof VERIFY_CODE_SCENES)[number] | ChallengeScene

const RESEND = { points: 1, seconds: CODE_RESEND_SECONDS }
const PER_ADDRESS = { points: 5, seconds: 3_600 }
// Apart from the codes that anybody may have sent: nobody locks a juror out with those.
const CHALLENGES = { points: 10, seconds: 3_600 }
const PER_IP = { points: 20, seconds: 3_600 }

/** Codes by e-mail: the same answer whether or not the address has an account. */
export function emailCodeService({ config, db, clock, limits, mail }: AppContext) {
  const digest = (email: string, scene: Scene, code: string) =>
    createHmac('sha256', config.secret).update(`code\n${scene}\n${email}\n${code}`).digest()

  /** A new code, kept as a digest; the one before counts no more. */
  async function issue(trx: Db, email: string, scene: Scene): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = clock()
    await emailCodesRepository(trx).add({
      email,
      scene,
      code_hash: digest(email, scene, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    return code
  }

  return {
    async send(email: string, scene: Scene, language: Language, ip: string) {
      await limits.take('code_ip', ip, perNetwork(PER_IP, config.mode))
      await limits.take('code_resend', `${scene}:${email}`, RESEND)
      await limits.take('code_address', email, PER_ADDRESS)

      await db.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).findByEmail(email)
        const code = await issue(trx, email, scene)
        // Who proves a new address is not told either whether somebody uses it.
        const known = scene !== 'reset' || user?.status === 'active'
        await mail.enqueue(trx, {
          to: email,
          template: known ? 'verify_code' : 'no_account',
          language: user?.language === 'fr' || user?.language === 'zh' ? user.language : language,
          params: known ? { code, minutes: CODE_MINUTES } : {},
        })
      })
      return { resend_after: CODE_RESEND_SECONDS }
    },

    /** Sends a code to somebody who is known already; within a minute the last one is still good. */
    async challenge(email: string, scene: ChallengeScene, language: Language) {
      const key = `${scene}:${email}`
      const wait = await secondsLeft(limits.take('code_resend', key, RESEND))
      if (wait !== undefined) return { resend_after: wait }
      await limits.take('code_challenge', key, CHALLENGES)
      await db.transaction().execute(async (trx) => {
        const code = await issue(trx, email, scene)
        const params = { code, minutes: CODE_MINUTES }
        await mail.enqueue(trx, { to: email, template: `${scene}_code`, language, params })
      })
      return { resend_after: CODE_RESEND_SECONDS }
    },

    /** Proves that a code was sent to this address for this purpose; `use` it in the transaction. */
    async prove(email: string, scene: Scene, code: string) {
      // Outside any transaction of the caller: a try counts even though the request is refused.
      const row = await emailCodesRepository(db).tryLatest(email, scene)
      if (row && row.tries > CODE_TRIES) {
        throw new BusinessError(429, 'Too many tries with this code. Please ask for a new one.', {
          reason: 'CODE_TRIES',
        })
      }
      if (!row || !timingSafeEqual(row.code_hash, digest(email, scene, code))) throw wrongCode()
      if (row.expires_at <= clock()) {
        throw new BusinessError(410, 'This code has expired. Please ask for a new one.', {
          reason: 'CODE_EXPIRED',
        })
      }
      return {
        /** The code was right and something else was not: the person may send it again. */
        giveBack: () => emailCodesRepository(db).giveBack(row.id),

        use: async (trx: Db) => {
          if (!(await emailCodesRepository(trx).use(row.id, clock()))) throw wrongCode()
          // Whoever has used it may need another at once, on another device.
          await limits.clear('code_resend', `${scene}:${email}`, RESEND)
        },
      }
    },
  }
}

/** That somebody holds a code; nothing is used up by it alone. */
export type Proof = Awaited<ReturnType<ReturnType<typeof emailCodeService>['prove']>>

/** How long a limit makes wait; undefined where it lets pass. */
async function secondsLeft(taking: Promise<void>): Promise<number | undefined> {
  try {
    await taking
    return undefined
  } catch (error) {
    const wait = error instanceof BusinessError ? error.data?.['retry_after'] : undefined
    if (typeof wait !== 'number') throw error
    return wait
  }
}

const wrongCode = () =>
  new BusinessError(422, {
    code: ['This code is not right. Check the newest e-mail, or ask for another code.'],
  })
