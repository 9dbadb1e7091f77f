import { siteConfiguration } from '@awards/shared/client'
import { ROLLOUT } from '@awards/shared/domain'
import {
  isRemoteId,
  type LoadEvent,
  type LoadOutcome,
  registryPaths,
  type ViewEvent,
  type ViewFigure,
} from '@awards/shared/releases'
import { isPinned } from '../pins.ts'
import { loadedVersion } from '../remote-store.ts'
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
function trackView(view: ViewEvent) {
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

type Release = { readonly name: string; readonly version: string }

/** Ways in which a view fails that somebody may meet while the page stands. */
type ViewFailure = 'error_views' | 'api_failed_views'

/**
 * Visitors who never get a canary: their browser or they themselves refused. Counted on one side alone, they would make
 * the two releases unlike.
 */
const isOutsideOfCanaries = () =>
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  document.cookie.includes(`${ROLLOUT.choice.name}=${ROLLOUT.choice.refused}`)

/** The page of a remote that stands in this document. */
let shown: { readonly release: Release; readonly path: string } | undefined
let firstRelease: Release | undefined
/** Failures of this document: a browser that fails again and again counts once, so that failures are independent. */
const failures = new Set<string>()

function count({ name, version }: Release, figures: ViewFigure[], call?: string) {
  if (!isRemoteId(name) || isPinned(name) || isOutsideOfCanaries()) return
  trackView({ remote: { name, version }, figures, ...(call && { call }) })
}

/** The release of the first page of this document, whose speed is measured; undefined for the shell and for pins. */
export const measuredRelease = (): Release | undefined =>
  firstRelease && !isPinned(firstRelease.name) && !isOutsideOfCanaries() ? firstRelease : undefined

/** Counts a view of a page of a remote; the same page again is none. */
export function countView(name: string | undefined, path: string) {
  const version = name && loadedVersion(name)
  if (!version) {
    shown = undefined
    return
  }
  if (shown?.release.name === name && shown.path === path) return
  const release = { name, version }
  shown = { release, path }
  firstRelease ??= release
  count(release, ['views'])
}

/** Counts the load of a release or of one of its screens. One that failed is a view that failed, too. */
export function countLoad(
  name: string,
  version: string | undefined,
  outcome: 'ok' | 'fallback' | 'failed',
) {
  if (!version) return
  const release = { name, version }
  if (outcome === 'ok') return count(release, ['loads'])
  const failed = isFirst(release, '') ? (['views', 'failed_views'] as const) : []
  count(release, [
    'loads',
    'failed_loads',
    ...(outcome === 'fallback' ? (['fallbacks'] as const) : []),
    ...failed,
  ])
}

/** Counts an error in the code of a release: once in a document, and once for all kinds of failure. */
export function countError(name: string, version: string | undefined) {
  if (version) countFailure({ name, version }, 'error_views')
}

/** Counts a call that failed while a page of a remote stands, once by call. */
export function countFailedCall(call: string) {
  if (!shown) return
  const { release } = shown
  countFailure(release, 'api_failed_views')
  if (isFirst(release, call)) count(release, ['api_errors'], call)
}

function countFailure(release: Release, failure: ViewFailure) {
  const figures: ViewFigure[] = []
  if (isFirst(release, failure)) figures.push(failure)
  if (isFirst(release, '')) figures.push('failed_views')
  if (figures.length > 0) count(release, figures)
}

/** Whether `what` is met for the first time in this document; `''` is any failure. */
function isFirst({ name, version }: Release, what: string): boolean {
  const key = `${name}@${version} ${what}`
  if (failures.has(key)) return false
  failures.add(key)
  return true
}
