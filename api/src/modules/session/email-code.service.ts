import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_MINUTES, CODE_RESEND_SECONDS, CODE_TRIES } from '@awards/shared/domain'
import type { Language, VERIFY_CODE_SCENES } from '@awards/shared/domain'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import { perNetwork } from '../../app/limits.ts'
import type { Db } from '../../db/database.ts'
import { emailCodesRepository } from './email-codes.repository.ts'
import { usersRepository } from './users.repository.ts'

export type Scene = (typeof VERIFY_CODE_SCENES)[number]

const RESEND = { points: 1, seconds: CODE_RESEND_SECONDS }
const PER_ADDRESS = { points: 5, seconds: 3_600 }
const PER_IP = { points: 20, seconds: 3_600 }

/** Codes by e-mail: the same answer whether or not the address has an account. */
export function emailCodeService({ config, db, clock, limits, mail }: AppContext) {
  const digest = (email: string, scene: Scene, code: string) =>
    createHmac('sha256', config.secret).update(`code\n${scene}\n${email}\n${code}`).digest()

  return {
    async send(email: string, scene: Scene, language: Language, ip: string) {
      await limits.take('code_ip', ip, perNetwork(PER_IP, config.mode))
      await limits.take('code_resend', `${scene}:${email}`, RESEND)
      await limits.take('code_address', email, PER_ADDRESS)

      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const now = clock()
      await db.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).findByEmail(email)
        await emailCodesRepository(trx).add({
          email,
          scene,
          code_hash: digest(email, scene, code),
          created_at: now,
          expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
        })
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
        use: async (trx: Db) => {
          if (!(await emailCodesRepository(trx).use(row.id, clock()))) throw wrongCode()
        },
      }
    },
  }
}

const wrongCode = () =>
  new BusinessError(422, {
    code: ['This code is not right. Check the newest e-mail, or ask for another code.'],
  })
