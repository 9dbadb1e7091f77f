import type { Log } from '../../observability/log.ts'

const LINES = 30
const WINDOW_MS = 60_000

/** Warnings about what visitors' browsers tell: a broken release must not flood the log. */
export function boundedWarnings(log: Log, clock: () => Date): Log['warn'] {
  let began = -Infinity
  let lines = 0

  return (event, fields) => {
    const now = clock().getTime()
    if (now - began >= WINDOW_MS) {
      began = now
      lines = 0
    }
    lines += 1
    if (lines <= LINES) log.warn(event, fields)
    else if (lines === LINES + 1) log.warn('platform.more-warnings', { within_ms: WINDOW_MS })
  }
}
