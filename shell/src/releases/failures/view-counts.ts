import { ROLLOUT } from '@awards/shared/domain'
import { isRemoteId, type ViewFigure } from '@awards/shared/releases'
import { isPinned } from '../pins.ts'
import { loadedVersion } from '../remote-store.ts'
import { trackView } from './telemetry.ts'

type Release = { readonly name: string; readonly version: string }

/** Ways in which a view fails that somebody may meet while the page stands. */
export type ViewFailure = 'error_views' | 'api_failed_views'

/**
 * Visitors who never get a canary: their browser or they themselves refused. Counted on one side alone, they would make
 * the two releases unlike.
 */
const isOutsideOfCanaries = () =>
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true) ||
  document.cookie.includes(`${ROLLOUT.choice.name}=${ROLLOUT.choice.refused}`)

let shown: { readonly release: Release; readonly path: string } | undefined
let first: Release | undefined
/** Failures of this document: a browser that fails again and again counts once, so that failures are independent. */
const failures = new Set<string>()

function count({ name, version }: Release, figures: ViewFigure[], call?: string) {
  if (!isRemoteId(name) || isPinned(name) || isOutsideOfCanaries()) return
  trackView({ remote: { name, version }, figures, ...(call && { call }) })
}

/** The release of the first page of this document, whose speed is measured; undefined for the shell and for pins. */
export const measuredRelease = (): Release | undefined =>
  first && !isPinned(first.name) && !isOutsideOfCanaries() ? first : undefined

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
  first ??= release
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
