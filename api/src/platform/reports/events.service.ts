import { LoadEvents } from '@awards/shared/platform'
import type { AppContext } from '../../start/app-context.ts'
import { perNetwork } from '../../http/limits.ts'
import { readInput } from '../../http/read-input.ts'
import { boundedWarnings } from './bounded-warnings.ts'
import { telemetryRepository } from './telemetry.repository.ts'

/** Rows that one address may fill in a minute: an office that opens the site at once stays below. */
const ROWS_PER_ADDRESS = { points: 600, seconds: 60 }
const WORTH_A_LINE: readonly string[] = ['failed', 'fallback']

/** Keeps what tabs tell of their loads; a load that failed is a line of the log too. */
export function eventsService({ config, limits, registryDb, clock, log }: AppContext) {
  const rule = perNetwork(ROWS_PER_ADDRESS, config.mode)
  const repository = telemetryRepository(registryDb)
  const warn = boundedWarnings(log, clock)

  return {
    async add(sent: unknown, address: string) {
      const { events } = readInput(LoadEvents, sent)
      await limits.take('event_rows_ip', address, rule, events.length)
      for (const event of events) {
        if (!WORTH_A_LINE.includes(event.outcome)) continue
        const { remote, phase, kind, outcome, fallback_version, trace_id, message } = event
        const { name, version } = remote
        warn('remote.load', {
          ...{ remote: name, version, phase, kind, outcome, fallback_version },
          ...{ trace_id, message },
        })
      }
      await repository.addEvents(events, { at: clock(), channel: config.channel })
    },
  }
}
