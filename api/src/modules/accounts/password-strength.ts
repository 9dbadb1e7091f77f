import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { holdsOwnWords } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import type { Estimate } from './password-estimator.ts'

// Of five grades, 4 stands for ten thousand million guesses and more.
const GOOD = 4
// One at a time: whoever sends many waits for the own ones.
const estimateInTurn = concurrencyLimit(1)
let estimator: Worker | undefined

function start(): Worker {
  const started = new Worker(join(import.meta.dirname, 'password-estimator.ts'))
  const forget = () => {
    if (estimator === started) estimator = undefined
  }
  // It is heard of by whoever waits for a grade; the next one begins it again.
  started.on('error', forget).on('exit', forget)
  return started
}

/** Grade of a password from 0 to 4, found in a thread that keeps nothing from ending while it waits. */
const gradeOf = (estimate: Estimate): Promise<number> =>
  estimateInTurn(async () => {
    const worker = (estimator ??= start())
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

/** Reads the list ahead, so that the first visitor waits no longer than the next. */
export async function warmPasswordStrength() {
  await gradeOf({ password: 'warm', words: [] })
}

/**
 * Refuses what gets guessed first, with the names of the person and the programme in mind. It costs more than
 * other checks, so it comes after the proof of who asks.
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
