import { siteConfiguration } from '@awards/shared/client'
import {
  registryPaths,
  type LoadEvent,
  type LoadOutcome,
  type ViewEvent,
} from '@awards/shared/releases'
import { isPinned } from '../pins.ts'
import type { Problem } from './remote-error.ts'

const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** Trace id of one load: the failure panel shows it, and all events of the load carry it. */
export const newTrace = () => hex(8)

/** Identifies this document in events. */
const SESSION = hex(8)

const MOST = 50
const WINDOW_MS = 60_000
const LONGEST_WAIT_MS = 2_000

/** A load, fallback or failure of a remote, before it becomes a `LoadEvent` of the wire. */
export type TrackedEvent = {
  readonly remote: string
  readonly version?: string | undefined
  readonly problem: Partial<Problem> & Pick<Problem, 'phase'>
  readonly outcome: LoadOutcome
  readonly trace: string
  readonly attempt?: number
  readonly since?: number
  readonly fallbackVersion?: string | undefined
  readonly message?: string | undefined
}

let waiting: LoadEvent[] = []
let waitingViews: ViewEvent[] = []
let sent: number[] = []
const seen = new Set<string>()

const cut = (text: string | undefined, length: number) => text?.slice(0, length).toWellFormed()

const pathOf = (url: string) =>
  URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).pathname : undefined

function toLoadEvent(happening: TrackedEvent): LoadEvent {
  const { remote, version, problem, since = Date.now(), attempt = 1 } = happening
  const path = problem.url && pathOf(problem.url)
  return {
    ts: new Date().toISOString(),
    trace_id: happening.trace,
    session: SESSION,
    shell: { version: siteConfiguration().shell_version.slice(0, 60) },
    remote: {
      name: remote,
      ...(version && { version }),
      ...(path && { entry_url: path.slice(0, 300) }),
    },
    phase: problem.phase,
    ...(problem.kind && { kind: problem.kind }),
    ...(problem.status && { http_status: problem.status }),
    attempt: Math.max(1, Math.min(attempt, 50)),
    outcome: happening.outcome,
    ...(happening.fallbackVersion && { fallback_version: happening.fallbackVersion }),
    pinned: isPinned(remote),
    duration_ms: Math.max(0, Math.min(Math.round(Date.now() - since), 3_600_000)),
    ...(happening.message && { message: cut(happening.message, 300) }),
  }
}

/** Key for deduplication. */
const fingerprint = ({ remote, phase, kind, outcome, attempt, message }: LoadEvent) =>
  JSON.stringify([remote, phase, kind, outcome, attempt, message])

/** Flushes the queue with a beacon, which survives the end of the page. */
export function sendEvents() {
  if (waiting.length + waitingViews.length === 0) return
  const content = JSON.stringify({ events: waiting, views: waitingViews })
  const body = new Blob([content], { type: 'application/json' })
  waiting = []
  waitingViews = []
  navigator.sendBeacon?.(registryPaths.events, body)
}

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
    : setTimeout(work, LONGEST_WAIT_MS)

/** Queues an event for the next beacon. Deduplicates identical ones; rate limit: fifty in a minute. */
export function track(happening: TrackedEvent) {
  const event = toLoadEvent(happening)
  const key = fingerprint(event)
  const now = Date.now()
  sent = sent.filter((moment) => now - moment < WINDOW_MS)
  if (seen.has(key) || sent.length >= MOST) return
  seen.add(key)
  sent.push(now)
  waiting.push(event)
  sendSoon()
}

let isSending = false
function sendSoon() {
  if (isSending) return
  isSending = true
  whenIdle(() => {
    isSending = false
    sendEvents()
  })
}

/** Queues what a release did for the next beacon; what does not fit into one is left out. */
export function trackView(view: ViewEvent) {
  if (waitingViews.length >= MOST) return
  waitingViews.push(view)
  sendSoon()
}

/** Flushes the queue when the page is hidden: the browser may kill it afterwards. */
export function sendEventsOnLeave() {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendEvents()
  })
  window.addEventListener('pagehide', sendEvents)
}
