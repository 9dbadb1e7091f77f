import { siteConfiguration } from '@awards/shared/client'

const LONGEST_WAIT_MS = 5_000

/** A browser that asks not to be followed is not asked how fast it was, although nothing would name it. */
const isUnwelcome = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Measures how fast this visit is, if it is one of those that are; what measures comes after all else. */
export function measureVisit() {
  if (Math.random() >= siteConfiguration().vitals_sample || isUnwelcome()) return
  const start = () =>
    void import('./report-vitals.ts')
      .then(({ reportVitals: tellVitals }) => tellVitals())
      .catch(() => undefined)
  const whenIdle = () =>
    'requestIdleCallback' in window
      ? window.requestIdleCallback(start, { timeout: LONGEST_WAIT_MS })
      : setTimeout(start, LONGEST_WAIT_MS)
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
