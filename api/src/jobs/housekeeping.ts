import type { AppContext } from '../start/app-context.ts'
import { keepRetention } from './retention.ts'

const HOUR = 3_600

/** Removes what has had its time. */
export function housekeeping(context: AppContext) {
  context.jobs.every('housekeeping', HOUR, () => keepRetention(context))
}
