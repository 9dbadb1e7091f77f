import { useEffect, useRef, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { FailureActions } from './failure-actions.tsx'
import styles from './failure-panel.module.css'
import type { Problem } from './remote-error.ts'
import { useFailure } from './use-failure.ts'

/** The sentence that says in plain words what went wrong. */
function reasonOf({ phase, kind }: Problem) {
  if (kind === 'timeout') return 'slow'
  if (kind === 'network' || kind === 'http') return 'away'
  return kind === 'invalid' ? (phase === 'discovery' ? 'none' : 'refused') : 'broken'
}

/** What stands in the place of a page that failed; header and navigation stay usable. */
export function RemoteBoundary({ remote }: { remote: string }) {
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

/** The boundary of one remote's pages; the same component each time, so that it is not mounted anew. */
export function boundaryOf(remote: string): ComponentType {
  const known = boundaries.get(remote)
  if (known) return known
  const Boundary = () => <RemoteBoundary remote={remote} />
  boundaries.set(remote, Boundary)
  return Boundary
}
