import type { Log } from '../observability/log.ts'

/**
 * What nobody has caught. A promise that somebody forgot must not end the site for everybody; after an
 * exception nobody knows what state things are in, so the process ends in order, to be started again.
 */
export function exitOnUncaughtErrors(log: Log, stop: () => void) {
  process.on('unhandledRejection', (error) => log.error('process.unhandled_rejection', { error }))
  process.on('uncaughtException', (error) => {
    log.error('process.uncaught_exception', { error })
    stop()
  })
}
