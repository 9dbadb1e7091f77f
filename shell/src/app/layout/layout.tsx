import { useRoving } from '@awards/shared/browser/focus'
import { useCurrentUser } from '@awards/shared/session'
import { DESK_SLOT, Loader } from '@awards/shared/ui'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigation } from 'react-router-dom'
import { SlowNotice } from '../../releases/failures/failure-panel.tsx'
import { findRoute } from '../../releases/routes/remote-pages.ts'
import { pathOf } from '../addresses.ts'
import { Hydrated } from '../hydrated.tsx'
import styles from './layout.module.css'
import { AccountMenu, Header, ThemeSwitch } from './header.tsx'
import { Footer } from './footer.tsx'
import { Wordmark } from './icon.tsx'
import { LanguageSwitch } from './menus.tsx'

/** The one bar of a desk: the mark, what the desk brings (`InDeskBar`), then language, look and account. */
function DeskHeader() {
  const { t } = useTranslation('shell')
  const tools = useRoving<HTMLDivElement>()
  return (
    <header className={styles.header}>
      <Wordmark isMark />
      <div id={DESK_SLOT} className={styles.slot} />
      <div ref={tools} role="toolbar" aria-label={t('deskTools')} className={styles.tools}>
        <LanguageSwitch />
        <ThemeSwitch />
        <AccountMenu isBrief />
      </div>
    </header>
  )
}

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
 * Whether the router loads the page of another path. A change of the query alone leaves the page mounted: a page that
 * is unmounted loses the focus, what was typed and what was chosen.
 */
function useIsLeaving(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  // The location of a navigation has the base path in it, that of the page has not.
  return state === 'loading' && pathOf({ ...location, search: '' }) !== pathname
}

/**
 * The global layout: header, page, footer; for a page that is declared as a desk one bar and the page. While the page
 * of another path loads, three dots take its place.
 */
export function Layout({ children = <Outlet /> }: { children?: ReactNode }) {
  const { t } = useTranslation('shell')
  const isSlow = useSlow(useIsLeaving())
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
