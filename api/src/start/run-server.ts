import { lockDataDir, refuseUnfinishedRestore } from '../db/embedded/data-dir.ts'
import { ConfigError, StartError } from '../lib/errors.ts'
import { parseConfig } from './parse-config.ts'
import { createLog, type Log } from '../observability/log.ts'
import { enableCodeCache, saveCodeCacheLater } from './code-cache.ts'
import { launchDatabase } from '../db/embedded/embedded-postgres.ts'
import { probePorts } from './ports.ts'
import type { RunningServer } from './start-server.ts'

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

const STOP_TIMEOUT_MS = 9_000

/** Runs the server until SIGINT, SIGTERM, SIGHUP, or the disconnect of the parent process. Exit code 2: invalid settings. */
export async function runServer(env: NodeJS.ProcessEnv) {
  let server: RunningServer | undefined
  let isStopping = false

  function stop(code: number) {
    // Before the start is complete the process may exit at once: the database recovers from a crash.
    if (!server) process.exit(code)
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    server.stop().then(
      () => process.exit(code),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  process.on('disconnect', () => stop(0))
  const log = createLog('info')
  exitOnUncaughtErrors(log, () => stop(1))

  try {
    const config = parseConfig(env)
    // Checked before the other modules are loaded, so that a refusal is immediate.
    if (!config.databaseUrl) process.on('exit', lockDataDir(config.dataDir))
    refuseUnfinishedRestore(config.dataDir)
    await probePorts(config)
    enableCodeCache(config.dataDir)
    const database = await launchDatabase(config)
    const { startServer } = await import('./start-server.ts')
    server = await startServer(config, database.started)
    saveCodeCacheLater()
    const reason = await server.failed
    log.error('database.ended', { reason })
    stop(1)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  if (error instanceof ConfigError || error instanceof StartError) console.error(error.message)
  else console.error(error)
  process.exit(error instanceof ConfigError ? 2 : 1)
}
