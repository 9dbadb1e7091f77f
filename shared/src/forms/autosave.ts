import { errorCode, failureOf } from '@awards/shared/client'
import { useEffect } from 'react'
import { createStore } from '../browser/store.ts'

/** Debounce: gathers one burst of typing, and stays below two seconds. */
const PAUSE_MS = 1_000
const RETRY_MS = 5_000
/** Transient answers: rate limit, or a server that is down. */
const TRANSIENT = [429, 500, 502, 503, 504]

/** True for an error after which the same request may succeed later: no connection, rate limit, server down. */
export const isTransient = (error: unknown): boolean =>
  failureOf(error).kind === 'transport' || TRANSIENT.includes(errorCode(error) ?? 0)

type Options = {
  retryMs?: number
  /** `first`: saves while typing goes on, a pause after the first change; `last`: a pause after the last one. */
  pauseAfter?: 'first' | 'last'
}

/**
 * The scheduler of an autosave: debounces, runs one save at a time, retries, and publishes a snapshot for the screen.
 * `save` sends everything that is pending and does not reject; it calls `saveSoon` or `retryLater` itself.
 */
export function createAutosave<Snapshot, Result>(
  first: Snapshot,
  save: () => Promise<Result>,
  { retryMs = RETRY_MS, pauseAfter = 'last' }: Options = {},
) {
  const { get: snapshot, set: show, subscribe } = createStore(first)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<Result> | undefined
  let isEnded = false

  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const later = (pause: number) => {
    if (isEnded || (timer !== undefined && pauseAfter === 'first')) return
    stop()
    timer = setTimeout(() => void flush(), pause)
  }

  /** Saves at once, or joins the save that is running. */
  function flush(): Promise<Result> {
    stop()
    running ??= save().finally(() => (running = undefined))
    return running
  }

  return {
    flush,
    stop,
    /** Ends it for good: the save in flight is the last one, and `save` asks `isEnded` before it sends more. */
    end() {
      isEnded = true
      stop()
    },
    isEnded: () => isEnded,
    saveSoon: () => later(PAUSE_MS),
    retryLater: () => later(retryMs),
    /** The save in flight, if there is one. */
    running: () => running,
    show,
    snapshot,
    subscribe,
  }
}

/** Calls `flush` when the tab is hidden, shown again or discarded: a hidden tab may never run its timers again. */
export function useFlushOnHidden(flush: () => void) {
  useEffect(() => {
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [flush])
}
