import { formatPin } from '@awards/shared/platform'
import { paths } from '@awards/shared/paths'
import { Button } from '@awards/shared/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router-dom'
import { activePins, pinProblemOf, resetPins } from '../pins.ts'
import { refetchCorrupt } from '../loader/refetch.ts'
import { forgetFailures } from '../loader/forget-failures.ts'
import styles from './failure-panel.module.css'
import type { Failure } from './use-failure.ts'

/** What a visitor can do about a failed part, and why it may be of their own making. */
export function FailureActions({ failure }: { failure: Failure }) {
  const { t } = useTranslation('federation')
  const revalidator = useRevalidator()
  const navigate = useNavigate()
  const location = useLocation()
  const { remote, needsReload, isLoad } = failure
  const pin = activePins().find(({ name }) => name === remote)
  const problem = pin && pinProblemOf(remote)

  const [isRefetching, setRefetching] = useState(false)
  const tryAgain = async () => {
    forgetFailures()
    setRefetching(true)
    await refetchCorrupt()
    setRefetching(false)
    // The router takes a page that broke down only with another location, be it the same place.
    if (isLoad) void revalidator.revalidate()
    else void navigate(location, { replace: true, preventScrollReset: true })
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
        {needsReload ? (
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
        ) : (
          <Button
            type="primary"
            loading={isRefetching || revalidator.state === 'loading'}
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
