import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { lockDataDir, refuseUnfinishedRestore } from '../db/embedded/data-dir-lock.ts'
import { ConfigError, StartError } from '../lib/errors.ts'
import { parseConfig } from './config.ts'
import { exitOnUncaughtErrors } from './uncaught-errors.ts'
import { createLog } from '../observability/log.ts'
import { probePorts } from './ports.ts'
import type { RunningServer } from './start-server.ts'

const STOP_LIMIT = 9_000

/** Starts the server and stops it on Ctrl-C, SIGTERM, or when the process that started it is gone. */
export async function runServer(env: NodeJS.ProcessEnv) {
  let server: RunningServer | undefined
  let isStopping = false

  function stop(code: number) {
    // Nothing is open yet that a database would not recover from.
    if (!server) process.exit(code)
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_LIMIT).unref()
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
    // Before the rest is even read: what stands in the way is told at once.
    if (!config.databaseUrl) process.on('exit', lockDataDir(config.dataDir))
    refuseUnfinishedRestore(config.dataDir)
    await probePorts(config)
    // What was compiled once is kept: the next start takes half as long, also after a crash.
    enableCompileCache(join(config.dataDir, 'cache/code'))
    const { startServer } = await import('./start-server.ts')
    server = await startServer(config)
    flushCompileCache()
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
