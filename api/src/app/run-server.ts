import { ConfigError } from './config-error.ts'
import { parseConfig } from './config.ts'
import { StartError } from './start-error.ts'
import { startServer } from './start-server.ts'

const STOP_LIMIT = 9_000

/** Starts the server and stops it on Ctrl-C, SIGTERM, or when the process that started it is gone. */
export async function runServer(env: NodeJS.ProcessEnv) {
  try {
    const server = await startServer(parseConfig(env))
    let stopping: Promise<void> | undefined
    const stop = (code = 0) => {
      stopping ??= server.stop().then(
        () => process.exit(code),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
      setTimeout(() => process.exit(1), STOP_LIMIT).unref()
    }
    process.on('SIGINT', () => stop())
    process.on('SIGTERM', () => stop())
    process.on('disconnect', () => stop())
    server.failed.then((reason) => {
      console.error(`The database has ended unexpectedly:\n${reason}`)
      stop(1)
    })
  } catch (error) {
    if (error instanceof ConfigError || error instanceof StartError) console.error(error.message)
    else console.error(error)
    process.exit(error instanceof ConfigError ? 2 : 1)
  }
}
