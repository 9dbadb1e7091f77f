import {
  RELEASE_PLACES,
  releaseFolder,
  RETRY_PAUSE_MS,
  SLOW_AFTER_MS,
  TRIES,
} from '@awards/shared/releases'
import type { Problem } from '../failures/remote-error.ts'
import { markSlow } from '../remote-store.ts'

/** What a visitor may ask for while a load takes long. */
export type Choice = 'retry' | 'previous'

/** A visitor's choice ended the try that was under way. */
export class Interruption extends Error {
  readonly choice: Choice

  constructor(choice: Choice) {
    super(`the visitor chose: ${choice}`)
    this.choice = choice
  }
}

/** One load, from the first try to code that runs or a panel. */
export type Load = {
  readonly name: string
  /** The page for which it is loaded. */
  readonly path?: string | undefined
  readonly trace: string
  readonly since: number
  attempt: number
}

const underWay = new Map<string, Set<(choice: Choice) => void>>()

/** What the visitor asks for while a remote takes long; false when nothing is under way. */
export function interruptLoad(name: string, choice: Choice): boolean {
  const waiting = underWay.get(name)
  for (const choose of Array.from(waiting ?? [])) choose(choice)
  return waiting !== undefined && waiting.size > 0
}

/**
 * Cancels pending files below `folder`. A script gets an `error` event, so that webpack rejects and can retry; a style
 * sheet counts as loaded and applies when it arrives.
 */
function interruptScripts(folder: string) {
  const isOf = (address: string) => new URL(address, document.baseURI).pathname.startsWith(folder)
  // webpack and the federation runtime remove a script once it has run or failed.
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (!isOf(script.src)) continue
    script.dispatchEvent(new Event('error'))
    script.remove()
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (isOf(link.href) && !link.sheet) link.dispatchEvent(new Event('load'))
  }
}

/** Cancels the pending scripts and styles of a release. */
export function cancelScripts(name: string, version: string) {
  for (const place of RELEASE_PLACES) interruptScripts(releaseFolder(name, version, place))
}

/** Races a step of a load with the visitor's choice, and marks the load as slow after `SLOW_AFTER_MS`. */
export async function interruptible<T>(
  { name, since }: Load,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => markSlow(name), SLOW_AFTER_MS - (Date.now() - since))
  const waiting = underWay.get(name) ?? new Set()
  underWay.set(name, waiting)
  let choose: (choice: Choice) => void = () => undefined
  const chosen = new Promise<never>((_resolve, reject) => {
    choose = (choice) => reject(new Interruption(choice))
  })
  waiting.add(choose)
  try {
    return await Promise.race([work(controller.signal), chosen])
  } finally {
    clearTimeout(timer)
    waiting.delete(choose)
    controller.abort()
  }
}

/** What follows a failed try: the same address, the other place, the other version, or the end. */
type Step = 'again' | 'elsewhere' | 'previous' | 'stop'

type Tried = {
  /** Tries of the first address so far. */
  readonly tries: number
  readonly elsewhere: boolean
  readonly hasElsewhere: boolean
  readonly hasPrevious: boolean
}

const TEMPORARY = new Set([408, 425, 429])

/** A transient failure, worth a retry; a defect of the release itself is permanent. */
export const isOnTheWay = ({ kind }: Problem) =>
  kind === 'network' || kind === 'timeout' || kind === 'http'

/** Decides what to do after a failure; the rule behind every load of a remote. */
export function nextStep(problem: Problem, tried: Tried): Step {
  const last = tried.hasPrevious ? 'previous' : 'stop'
  if (!isOnTheWay(problem)) return last
  const elsewhere = tried.hasElsewhere && !tried.elsewhere ? 'elsewhere' : last
  // Eight seconds are spent: what comes from the same server would probably cost them again.
  if (problem.phase === 'manifest' && problem.kind === 'timeout') {
    return tried.hasPrevious ? 'previous' : elsewhere
  }
  const { status = 0 } = problem
  const isGone = status >= 400 && status < 500 && !TEMPORARY.has(status)
  return tried.tries < TRIES && !tried.elsewhere && !isGone ? 'again' : elsewhere
}

/** Waits before a retry, with jitter, so that not all tabs retry at once. */
export const pause = (milliseconds = RETRY_PAUSE_MS) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds * (0.8 + Math.random() * 0.4)))
