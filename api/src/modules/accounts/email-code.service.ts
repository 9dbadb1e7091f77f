import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import {
  CODE_MINUTES,
  CODE_RESEND_SECONDS,
  CODE_TRIES,
  type Language,
  type VERIFY_CODE_SCENES,
} from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { networkOf, perNetwork, type LimitRule } from '../../http/limits.ts'
import type { Db } from '../../db/database.ts'
import { emailCodesRepository, usersRepository } from './users.repository.ts'

/** Scenes whose code only the server requests, for jurors; no public call sends one. */
export type ChallengeScene = 'sign_in' | 'step_up'
export type Scene = (typeof VERIFY_CODE_SCENES)[number] | ChallengeScene

const RESEND = { points: 1, seconds: CODE_RESEND_SECONDS }
// Per address and network, so that a stranger's requests use up no owner's; per address, for mails from all networks.
const PER_ADDRESS_AND_NETWORK = { points: 5, seconds: 3_600 }
const PER_ADDRESS = { points: 15, seconds: 3_600 }
// A limit of its own: requests for public codes cannot use up a juror's.
const CHALLENGES = { points: 10, seconds: 3_600 }
const PER_IP = { points: 20, seconds: 3_600 }
/** Tries of one network with one code, for as long as a code is valid. */
const TRIES = { points: CODE_TRIES, seconds: CODE_MINUTES * 60 }
/** Tries of all networks with one code. */
const TRIES_OF_ALL = 10

type Bucket = readonly [name: string, key: string, rule: LimitRule]

/** One-time codes by e-mail. Responses are the same whether or not the address has an account. */
export function emailCodeService({ config, db, clock, limits, mail }: AppContext) {
  const digest = (secret: string, email: string, scene: Scene, code: string) =>
    createHmac('sha256', secret).update(`code\n${scene}\n${email}\n${code}`).digest()

  const isCode = (hash: Buffer, ...given: [email: string, scene: Scene, code: string]) =>
    config.acceptedSecrets.some((secret) => timingSafeEqual(hash, digest(secret, ...given)))

  /** Creates a six-digit code and stores its HMAC; only the newest code of an address is valid. */
  async function issue(trx: Db, email: string, scene: Scene): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const now = clock()
    await emailCodesRepository(trx).add({
      email,
      scene,
      code_hash: digest(config.secret, email, scene, code),
      created_at: now,
      expires_at: new Date(now.getTime() + CODE_MINUTES * 60_000),
    })
    return code
  }

  /**
   * Counts a public request for a code, or throws 429. A request that is refused takes its counts back: it sends no
   * mail, and would otherwise keep the owner of the address waiting.
   */
  async function takeAll(buckets: readonly Bucket[]) {
    for (const [index, bucket] of buckets.entries()) {
      try {
        await limits.take(...bucket)
      } catch (error) {
        for (const taken of buckets.slice(0, index)) await limits.refund(...taken)
        throw error
      }
    }
  }

  /**
   * Counts a try of a network with the newest code of an address, or throws 429. Returns how the try is taken back;
   * undefined where there is no code. A refused try does not count among those of all networks.
   */
  async function takeTry(email: string, scene: Scene, ip: string) {
    const id = await emailCodesRepository(db).newestId(email, scene)
    if (id === undefined) return undefined
    const bucket: Bucket = ['code_try', `${id}|${networkOf(ip)}`, TRIES]
    if ((await secondsLeft(limits.take(...bucket))) !== undefined) throw tooManyTries()
    return () => limits.refund(...bucket)
  }

  return {
    /** Sends a code that anybody may ask for, or throws 429. */
    async send(email: string, scene: Scene, language: Language, ip: string) {
      await limits.take('code_ip', ip, perNetwork(PER_IP, config.mode))
      await takeAll([
        ['code_address_network', `${email}|${networkOf(ip)}`, PER_ADDRESS_AND_NETWORK],
        ['code_address', email, PER_ADDRESS],
        ['code_resend', `${scene}:${email}`, RESEND],
      ])

      await db.transaction().execute(async (trx) => {
        const user = await usersRepository(trx).findByEmail(email)
        const code = await issue(trx, email, scene)
        const template = templateOf(scene, user?.status)
        await mail.enqueue(trx, {
          to: email,
          template,
          language: user?.language === 'fr' || user?.language === 'zh' ? user.language : language,
          params: template === 'no_account' ? {} : { code, minutes: CODE_MINUTES },
        })
      })
      return { resend_after: CODE_RESEND_SECONDS }
    },

    /** Sends a code to a signed-in or identified user; within the resend interval the last code stays valid. */
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

    /**
     * Verifies a code, or throws 422, 410 or 429. The caller has to call `use` in its transaction. `ip` is given where
     * anybody may try, not only who knows the password: tries then count per network, so that a stranger's wrong ones
     * leave the owner's.
     */
    async prove(email: string, scene: Scene, code: string, ip?: string) {
      // Outside the caller's transaction, so that a failed try counts although the request is rolled back.
      const refundTry = ip === undefined ? undefined : await takeTry(email, scene, ip)
      const row = await emailCodesRepository(db).tryLatest(email, scene)
      const mostTries = ip === undefined ? CODE_TRIES : TRIES_OF_ALL
      if (row && row.tries > mostTries) throw tooManyTries()
      if (!row || !isCode(row.code_hash, email, scene, code)) throw wrongCode()
      if (row.expires_at <= clock()) {
        throw new BusinessError(410, 'This code has expired. Please ask for a new one.', {
          reason: 'CODE_EXPIRED',
        })
      }
      return {
        /** Takes the try back, if the code was right and the request is refused for another reason. */
        async giveBack() {
          await refundTry?.()
          await emailCodesRepository(db).giveBack(row.id)
        },

        use: async (trx: Db) => {
          if (!(await emailCodesRepository(trx).use(row.id, clock()))) throw wrongCode()
          // A used code clears the resend limit: the user may sign in on another device at once.
          await limits.clear('code_resend', `${scene}:${email}`, RESEND)
        },
      }
    },
  }
}

/**
 * The mail for an address. Whether it has an account is told there alone, to its owner: a password cannot be
 * reset without one, and a registration need not go on to its end.
 */
function templateOf(scene: Scene, account: string | undefined) {
  if (scene === 'reset' && account !== 'active') return 'no_account'
  return scene === 'register' && account !== undefined ? 'known_account' : 'verify_code'
}

/** A verified code that is not used up yet. */
export type Proof = Awaited<ReturnType<ReturnType<typeof emailCodeService>['prove']>>

/** Seconds until the limit allows a retry; undefined if it allows the request. */
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

const tooManyTries = () =>
  new BusinessError(429, 'Too many tries with this code. Please ask for a new one.', {
    reason: 'CODE_TRIES',
  })

const wrongCode = () =>
  new BusinessError(422, {
    code: ['This code is not right. Check the newest e-mail, or ask for another code.'],
  })
