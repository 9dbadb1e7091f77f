import { siteConfiguration } from '@awards/shared/client'
import { lazy, Suspense, useRef, useEffect, type RefObject } from 'react'
import { useHydrated } from '@awards/shared/browser/use-hydrated'
import styles from './notices.module.css'
import { pause } from '../loader/attempts.ts'
import { SilentBoundary } from './silent-boundary.tsx'
import { useUpdates } from '../updates.ts'
import { usePins } from '../pins.ts'

/** Pads the end of the page by the height of the fixed element, so that it never covers content. */
function useReservedSpace(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const fixed = element.current
    if (!fixed) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      document.body.style.paddingBottom = `${fixed.offsetHeight}px`
      // Keyboard focus scrolls elements to above it.
      root.style.scrollPaddingBottom = `${fixed.offsetHeight + 16}px`
    })
    observer.observe(fixed)
    return () => {
      observer.disconnect()
      document.body.style.removeProperty('padding-bottom')
      root.style.removeProperty('scroll-padding-bottom')
    }
  }, [element])
}

/** Retries the chunk once: people with pinned releases must see the bar. */
const load = () =>
  import('./corner.tsx').catch(async () => {
    await pause()
    return import('./corner.tsx')
  })
const Bar = lazy(() => load().then(({ Bar: component }) => ({ default: component })))
const Cards = lazy(() => load().then(({ Cards: component }) => ({ default: component })))

/** Renders in the browser only: the server knows neither pins nor updates. */
export const Notices = () => (useHydrated() ? <LiveNotices /> : null)

/**
 * What the platform has to say, at the bottom of every page: pinned releases, a newer release, a
 * message about pins, and on staging the way to the releases. Most visitors never load any of it.
 */
function LiveNotices() {
  const { current, next, malformed, refused, isPanelAsked } = usePins()
  const news = useUpdates()
  const corner = useRef<HTMLDivElement>(null)
  useReservedSpace(corner)
  const { channel, pins } = siteConfiguration()
  const isForTesting = channel === 'staging' || pins === 'on'
  const hasBar = isForTesting || isPanelAsked || current.length + next.length > 0
  const hasCards = news.length > 0 || malformed.length > 0 || refused
  return (
    <SilentBoundary>
      <div ref={corner} className={styles.corner}>
        <div role="status" className={styles.cards}>
          <Suspense fallback={null}>{hasCards && <Cards />}</Suspense>
        </div>
        <Suspense fallback={null}>{hasBar && <Bar />}</Suspense>
      </div>
    </SilentBoundary>
  )
}
