import { paths } from '@awards/shared/paths'
import { formatPin, SLOW_AFTER_MS } from '@awards/shared/releases'
import { Button } from '@awards/shared/ui'
import { useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isRouteErrorResponse,
  Link,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteError,
} from 'react-router-dom'
import { knownDiscovery } from '../discovery.ts'
import { reportError, type ReportedError } from './report-error.ts'
import { RemoteError, type Problem } from './remote-error.ts'
import { claimReload } from '../reload.ts'
import { loadedVersion, remoteStore, slowLoads } from '../remote-store.ts'
import { activePins, pinProblemOf, resetPins } from '../pins.ts'
import { interruptLoad } from '../loader/attempts.ts'
import { refetchCorrupt, forgetFailures } from '../loader/refetch.ts'
import styles from './failure-panel.module.css'

/** What has failed in this tab, but for what came on the way to code that was never there. */
const failures = new Set<string>()

type Failure = ReportedError & {
  /** Trying again did not help before: only a new document can. */
  readonly needsReload: boolean
  /** Its code never ran: a file that comes back is enough for another try. */
  readonly hasNoCode: boolean
  /** By what it is known when it comes again; undefined where it is not counted. */
  readonly key: string | undefined
  /** It came up while something was loaded, not while it ran. */
  readonly isLoad: boolean
}

const fingerprint = ({ remote, version, message }: ReportedError) =>
  `${remote}@${version} ${message}`

/** Where a browser does not tell the status of a script, a file that is gone looks like one that the network lost. */
const tellsStatus = () => 'responseStatus' in (window.PerformanceResourceTiming?.prototype ?? {})

/** The network or the server is away, so that a new document would not come either. */
function isAway({ kind, status = 0 }: Problem): boolean {
  if (kind === 'network') return tellsStatus() || !navigator.onLine
  return kind === 'timeout' || (kind === 'http' && status >= 500)
}

function failureOf(error: unknown, remote: string): Failure {
  const state = remoteStore.getSnapshot(remote)
  const hasNoCode = state.status === 'failed'
  const crash = reportError(hasNoCode ? state.error : error, remote)
  // After an upgrade the chunks of an old shell are gone, which a remote may be the first to ask for: only a new
  // document has the new shell. A retry that fails has another address in its message.
  const isCounted = hasNoCode ? !isAway(crash.problem) : loadedVersion(crash.remote) !== undefined
  const key = isCounted ? (hasNoCode ? remote : fingerprint(crash)) : undefined
  return {
    ...crash,
    key,
    hasNoCode,
    needsReload: key !== undefined && failures.has(key),
    isLoad: hasNoCode || error instanceof RemoteError,
  }
}

/** Files of the release are gone while discovery names another one: a reload helps. */
function isFileGone({ remote, version, problem }: Failure): boolean {
  const current = knownDiscovery()?.microFrontends[remote]?.[0]?.metadata.version
  const isGone = problem.phase === 'chunk' && (problem.status ?? 0) >= 400
  return isGone && version !== undefined && current !== undefined && current !== version
}

/** Describes the error of a boundary, and reloads once when the files of the release are gone. */
function useFailure(error: unknown, remote: string): Failure {
  const [known, setKnown] = useState(() => ({ error, failure: failureOf(error, remote) }))
  let { failure } = known
  if (known.error !== error) {
    failure = failureOf(error, remote)
    setKnown({ error, failure })
  }
  useEffect(() => {
    // Counted only once it is on screen: React tries a failed render a second time by itself.
    if (failure.key) failures.add(failure.key)
    if (!isFileGone(failure) || !failure.version) return
    if (claimReload(failure.remote, failure.version)) window.location.reload()
  }, [failure])
  return failure
}

/** What a visitor can do about a failed part, and why it may be of their own making. */
function FailureActions({ failure }: { failure: Failure }) {
  const { t } = useTranslation('federation')
  const revalidator = useRevalidator()
  const navigate = useNavigate()
  const isNavigating = useNavigation().state === 'loading'
  const location = useLocation()
  const { remote, needsReload, hasNoCode, isLoad } = failure
  const pin = activePins().find(({ name }) => name === remote)
  const problem = pin && pinProblemOf(remote)

  const [isTrying, setTrying] = useState(false)
  const tryAgain = async () => {
    forgetFailures()
    setTrying(true)
    await refetchCorrupt()
    // The router takes a page that broke down only with another location, be it the same place.
    if (isLoad) await revalidator.revalidate()
    else await navigate(location, { replace: true, preventScrollReset: true })
    setTrying(false)
  }
  return (
    <>
      {pin && (
        <p className={styles.text}>
          {t('pinned', { pin: formatPin(pin) })} {problem && t(`pinProblem.${problem}`)}
        </p>
      )}
      {needsReload && <p className={styles.text}>{t('reloadText')}</p>}
      <div className={styles.actions}>
        {needsReload && (
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
        )}
        {(!needsReload || hasNoCode) && (
          <Button
            type={needsReload ? 'default' : 'primary'}
            loading={isTrying || isNavigating || revalidator.state === 'loading'}
            onClick={() => void tryAgain()}
          >
            {t('tryAgain')}
          </Button>
        )}
        {pin && <Button onClick={resetPins}>{t('resetPins')}</Button>}
        <Link to={paths.home}>{t('backHome')}</Link>
      </div>
    </>
  )
}

/** The sentence that says in plain words what went wrong. */
function reasonOf({ phase, kind }: Problem) {
  if (kind === 'timeout') return 'slow'
  if (kind === 'network' || kind === 'http') return 'away'
  return kind === 'invalid' ? (phase === 'discovery' ? 'none' : 'refused') : 'broken'
}

/** What stands in the place of a page that failed; header and navigation stay usable. */
function RemoteBoundary({ remote }: { remote: string }) {
  const error = useRouteError()
  // The not-found page stands outside of the layout, so it is a boundary further up.
  if (isRouteErrorResponse(error) && error.status === 404) throw error
  return <FailurePanel error={error} remote={remote} />
}

function FailurePanel({ error, remote }: { error: unknown; remote: string }) {
  const { t } = useTranslation('federation')
  const heading = useRef<HTMLHeadingElement>(null)
  const failure = useFailure(error, remote)
  useEffect(() => heading.current?.focus(), [error])
  const part = t(`part.${failure.remote}`, { defaultValue: t('part.other') })
  const release = [failure.remote, failure.version].filter(Boolean).join(' ')
  return (
    <section className={styles.panel} role="alert">
      <p className={styles.kicker}>{t('kicker')}</p>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('heading')}
      </h1>
      <p className={styles.text}>
        {t(`reason.${reasonOf(failure.problem)}`, { part })} {t('text')}
      </p>
      <FailureActions failure={failure} />
      <p className={styles.trace}>{t('trace', { trace: failure.trace, release })}</p>
    </section>
  )
}

const boundaries = new Map<string, ComponentType>()

/** The boundary of one remote's pages; cached, so that React does not remount it. */
export function boundaryOf(remote: string): ComponentType {
  const known = boundaries.get(remote)
  if (known) return known
  const Boundary = () => <RemoteBoundary remote={remote} />
  boundaries.set(remote, Boundary)
  return Boundary
}

/** True after `SLOW_AFTER_MS`. */
function useSlowWait(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** The load that keeps the visitor waiting, if it is that of a remote. */
const useSlowLoad = () =>
  slowLoads(useSyncExternalStore(remoteStore.subscribe, remoteStore.getAll, remoteStore.getAll))[0]

/**
 * Notice below the loader: says that a page is slow and, when a remote is the cause, offers a retry or the previous
 * version (specification §8 lets a script take two minutes).
 */
export function SlowNotice() {
  const { t } = useTranslation('federation')
  const isSlow = useSlowWait()
  const load = useSlowLoad()
  return (
    <div role="status" className={styles.notice}>
      {(load || isSlow) && <p className={styles.noticeText}>{t('slow')}</p>}
      {load && (
        <div className={styles.noticeActions}>
          <Button size="small" onClick={() => interruptLoad(load.name, 'retry')}>
            {t('tryAgain')}
          </Button>
          {load.previous && (
            <Button size="small" onClick={() => interruptLoad(load.name, 'previous')}>
              {t('usePrevious')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
