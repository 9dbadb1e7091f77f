import { siteConfiguration } from '@awards/shared/client'

const LONGEST_WAIT_MS = 5_000

/** Do Not Track and Global Privacy Control switch the measurement off, although it is anonymous. */
const isUnwelcome = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

/** Measures web vitals of a sample of visits; loads the measuring code in idle time after `load`. */
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
