import { LoadEvents } from '@awards/shared/platform'
import type { AppContext } from '../../app/app-context.ts'
import { readInput } from '../../app/read-input.ts'
import { boundedWarnings } from './bounded-warnings.ts'
import { telemetryRepository } from './telemetry.repository.ts'

const WORTH_A_LINE: readonly string[] = ['failed', 'fallback']

/** Keeps what tabs tell of their loads; a load that failed is a line of the log too. */
export function eventsService({ registryDb, clock, log }: AppContext) {
  const repository = telemetryRepository(registryDb)
  const warn = boundedWarnings(log, clock)

  return {
    async add(sent: unknown) {
      const { events } = readInput(LoadEvents, sent)
      for (const event of events) {
        if (!WORTH_A_LINE.includes(event.outcome)) continue
        const { remote, phase, kind, outcome, fallback_version, trace_id, message } = event
        const { name, version } = remote
        warn('remote.load', {
          ...{ remote: name, version, phase, kind, outcome, fallback_version },
          ...{ trace_id, message },
        })
      }
      const at = clock()
      await repository.addEvents(
        events.map((event) => ({
          at,
          remote: event.remote.name,
          version: event.remote.version ?? null,
          phase: event.phase,
          kind: event.kind ?? null,
          outcome: event.outcome,
          fallback_version: event.fallback_version ?? null,
          event: JSON.stringify(event),
        })),
      )
    },
  }
}
