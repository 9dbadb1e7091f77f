import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password to score, with user-specific words that an attacker would try first. */
export type Estimate = { readonly password: string; readonly words: readonly string[] }

// zxcvbn's time grows with the length; the first characters are enough for the score.
const MAX_LENGTH = 64

/** zxcvbn with the most common leaked passwords, and keyboard patterns. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH })

// Runs in a worker thread: a score takes tens of milliseconds of CPU.
parentPort?.on('message', ({ password, words }: Estimate) => {
  parentPort?.postMessage(estimator.check(password.slice(0, MAX_LENGTH), [...words]).score)
})
