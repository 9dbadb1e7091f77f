import { hash, verify } from '@node-rs/argon2'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { holdsOwnWords } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import type { Estimate } from './password-estimator.ts'

// OWASP's floor for argon2id; about 8 ms of a core, off the event loop.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id hash to store for a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let decoy: Promise<string> | undefined

/** Computes the decoy hash in advance. */
export async function warmPassword() {
  await passwordMatches(undefined, '')
}

/** Verifies against the stored hash, or against a decoy if there is none, so that timing reveals no account. */
export async function passwordMatches(stored: string | undefined, password: string) {
  decoy ??= hashPassword('an account that does not exist')
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== undefined
}

// zxcvbn's highest score: at least 10^10 guesses.
const GOOD = 4

/**
 * Throws 422 for a weak password, or one with words of the user or the programme. It is expensive, so callers
 * verify the user first.
 */
export async function requireGoodPassword(
  { identity }: Pick<AppContext, 'identity'>,
  password: string,
  own: readonly string[],
) {
  if (holdsOwnWords(password, own)) {
    throw refused('Leave your name and your e-mail address out of the password')
  }
  const { programme_name: name } = await identity()
  const words = Object.values(name).flatMap((text) => text.split(/\s+/))
  const score = await gradeOf({ password, words })
  if (score < GOOD) {
    throw refused(
      'This password is among the first that get guessed. Make it longer, with words that have nothing to do with each other',
    )
  }
}

const refused = (message: string) => new BusinessError(422, { password: [message] })

// One at a time: the worker answers in order, without request ids.
const estimateInTurn = concurrencyLimit(1)
let estimator: Worker | undefined

function startWorker(): Worker {
  const started = new Worker(join(import.meta.dirname, 'password-estimator.ts'))
  const forget = () => {
    if (estimator === started) estimator = undefined
  }
  // `gradeOf` rejects when the worker exits; the next call starts a new one.
  started.on('error', forget).on('exit', forget)
  return started
}

/** zxcvbn score of 0 to 4, computed in a worker thread that does not keep the process alive when idle. */
const gradeOf = (estimate: Estimate): Promise<number> =>
  estimateInTurn(async () => {
    const worker = (estimator ??= startWorker())
    const settled = new AbortController()
    const { signal } = settled
    worker.ref()
    try {
      worker.postMessage(estimate)
      const ended = once(worker, 'exit', { signal }).then(() => {
        throw new Error('The estimator of passwords has ended')
      })
      const [grade] = await Promise.race([once(worker, 'message', { signal }), ended])
      return grade as number
    } finally {
      worker.unref()
      settled.abort()
    }
  })

/** Starts the worker and loads its dictionary, so that the first request is not slower than the next. */
export async function warmPasswordStrength() {
  await gradeOf({ password: 'warm', words: [] })
}
