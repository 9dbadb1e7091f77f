import { DEVICES, VITALS } from '@awards/shared/platform'
import { Gauge, type Registry } from 'prom-client'
import { summarise } from '../platform/reports/vital-classes.ts'
import type { VitalCount } from '../platform/reports/vitals.repository.ts'

/** How fast pages were for visitors, all routes together. */
export const vitalGauge = (registry: Registry) =>
  new Gauge({
    name: 'awards_web_vitals_p75',
    help: 'What three of four visits of today and yesterday stayed below: seconds, CLS without a unit',
    labelNames: ['metric', 'device'],
    registers: [registry],
  })

/** Shows what has been counted; of what nobody has told, nothing. */
export function showVitals(gauge: Gauge, counts: readonly VitalCount[]) {
  gauge.reset()
  for (const metric of VITALS) {
    for (const device of DEVICES) {
      const own = counts.filter((one) => one.metric === metric && one.device === device)
      // Both are kept in thousandths.
      if (own.length > 0) gauge.set({ metric, device }, summarise(metric, own).p75 / 1_000)
    }
  }
}
