import type { Log } from '../observability/log.ts'

/**
 * Last-resort handlers. An unhandled rejection is only logged: it must not stop the site. An uncaught exception leaves
 * an undefined state, so the process shuts down gracefully and is restarted.
 */
export function exitOnUncaughtErrors(log: Log, stop: () => void) {
  process.on('unhandledRejection', (error) => log.error('process.unhandled_rejection', { error }))
  process.on('uncaughtException', (error) => {
    log.error('process.uncaught_exception', { error })
    stop()
  })
}
