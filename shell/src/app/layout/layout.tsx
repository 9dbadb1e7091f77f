import { Loader } from '@awards/shared/ui'
import { useCurrentUser } from '@awards/shared/session'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'
import { findRoute } from '../find-route.ts'
import { SlowNotice } from '../../releases/failures/slow-notice.tsx'
import styles from './layout.module.css'
import { DeskHeader } from './desk-header.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Hydrated } from '../hydrated.tsx'

const SeenBanner = lazy(() =>
  import('./seen-banner.tsx').then((module) => ({ default: module.SeenBanner })),
)

/**
 * Placeholder while a page loads; header and footer stand already. Its heading is for screen readers that navigate by
 * headings, and never gets the focus.
 */
export function Waiting() {
  const { t } = useTranslation('shared')
  return (
    <>
      <h1 className={styles.waitingHeading} data-waiting>
        {t('loading')}
      </h1>
      <Loader />
      <SlowNotice />
    </>
  )
}

const PATIENCE_MS = 150

/** True once `busy` has lasted long enough to be noticed; a quick page does not flicker. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}

/**
 * The global layout: header, page, footer; for a page that is declared as a desk one bar and the page. While another
 * page loads, three dots take its place.
 */
export function Layout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t } = useTranslation('shell')
  const isSlow = useSlow(useNavigation().state === 'loading')
  const user = useCurrentUser()
  const { frame, hasViews } = findRoute(useLocation().pathname) ?? {}
  return (
    <div className={styles.layout} data-frame={frame} data-has-views={hasViews}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      {frame === 'desk' ? <DeskHeader /> : <Header />}
      <main id="content" className={styles.main} tabIndex={-1}>
        {isSlow ? (
          <Waiting />
        ) : (
          <Suspense fallback={<Loader />}>
            {children}
            <Hydrated />
          </Suspense>
        )}
      </main>
      {frame !== 'desk' && <Footer />}
      {user?.seen_by && (
        <Suspense>
          <SeenBanner user={user} until={user.seen_by.until} />
        </Suspense>
      )}
    </div>
  )
}
