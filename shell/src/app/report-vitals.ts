import { measuredRelease } from '../releases/failures/telemetry.ts'
import { registryPaths, type Vital, type VitalsReport } from '@awards/shared/releases'
import { below } from '@awards/shared/ui'
import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import { findRoute } from '../releases/routes/remote-pages.ts'
import { pathOf } from './addresses.ts'

/** Milliseconds, and thousandths of what has no unit. */
const valueOf = ({ name, value }: Metric) => Math.round(name === 'CLS' ? value * 1_000 : value)

/** Sends one beacon when the page is hidden, with the pattern of the route instead of the address. */
export function reportVitals() {
  const route = findRoute(pathOf(window.location).split('?')[0] ?? '/')?.path ?? '*'
  const device = window.matchMedia(below('tablet')).matches ? 'phone' : 'desktop'
  const values = new Map<Vital, number>()
  let isTold = false

  const note = (metric: Metric) => void values.set(metric.name, valueOf(metric))
  for (const watch of [onLCP, onFCP, onCLS, onINP, onTTFB]) watch(note)

  function tell() {
    if (isTold || values.size === 0) return
    isTold = true
    const vitals = [...values].map(([name, value]) => ({ name, value }))
    const remote = measuredRelease()
    const report: VitalsReport = { route, device, vitals, ...(remote && { remote }) }
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' })
    navigator.sendBeacon?.(registryPaths.vitals, body)
  }
  // On the window, where it arrives after those who measure have heard it on the document; `pagehide`
  // would come before them.
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell()
  })
}
