import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password to grade, with words that a guesser of it would try first. */
export type Estimate = { readonly password: string; readonly words: readonly string[] }

// The beginning tells enough; a longer text takes longer to look at.
const LOOKED_AT = 64

/** The fifty thousand passwords that leaks have shown most often, and the ways of varying them. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LOOKED_AT })

// A thread of its own: a grade takes the processor for tens of milliseconds.
parentPort?.on('message', ({ password, words }: Estimate) => {
  parentPort?.postMessage(estimator.check(password.slice(0, LOOKED_AT), [...words]).score)
})
