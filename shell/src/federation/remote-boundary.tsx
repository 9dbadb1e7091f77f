import { useEffect, useRef } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, Link, useRevalidator, useRouteError } from 'react-router-dom'
import { paths } from '@awards/shared/paths'
import { forgetFailures } from './forget-failures.ts'
import styles from './remote-boundary.module.css'

/** What stands in the place of a page that could not be loaded; header and navigation stay usable. */
export function RemoteBoundary() {
  const error = useRouteError()
  const { t } = useTranslation('federation')
  const heading = useRef<HTMLHeadingElement>(null)
  const revalidator = useRevalidator()

  useEffect(() => heading.current?.focus(), [error])

  // The not-found page stands outside of the layout, so it is a boundary further up.
  if (isRouteErrorResponse(error) && error.status === 404) throw error

  const tryAgain = () => {
    forgetFailures()
    void revalidator.revalidate()
  }
  return (
    <section className={styles.panel} role="alert">
      <p className={styles.kicker}>{t('kicker')}</p>
      <h1 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('heading')}
      </h1>
      <p className={styles.text}>{t('text')}</p>
      <div className={styles.actions}>
        <Button type="primary" loading={revalidator.state === 'loading'} onClick={tryAgain}>
          {t('tryAgain')}
        </Button>
        <Link to={paths.home}>{t('backHome')}</Link>
      </div>
    </section>
  )
}
