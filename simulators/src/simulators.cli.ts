import { resolve } from 'node:path'
import { z } from 'zod'
import { serveCredentials, serveSimulators } from './serve-simulators.ts'
import { shiftedClock } from './shifted-clock.ts'

const ROOT_DIR = resolve(import.meta.dirname, '../..')

const port = z.coerce.number('is not a port number').int('is not a whole number').min(1).max(65_535)
const address = z.url({
  protocol: /^https?$/,
  error: 'is not an address; it has to start with http://',
})

const Environment = z.object({
  MODE: z.literal('demo', 'has to be demo; there are no simulators in production').default('demo'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(8081),
  SMTP_PORT: port.default(1025),
  DATA_DIR: z.string().min(1).default('.data'),
  SECRET: z.string('is missing; give the SECRET of the site').min(32, 'is too short'),
  /** URL at which browsers reach these pages. */
  PAGES_URL: address.optional(),
  /** URL of payment notifications: the site as these simulators reach it. */
  NOTIFY_URL: address.default('http://127.0.0.1:8080'),
  CLOCK_SHIFT_FILE: z.string().min(1).optional(),
})

/** Prints each invalid variable, with its value unless it is secret, and exits with 2. */
function refuse(error: z.ZodError, env: NodeJS.ProcessEnv): never {
  console.error('The settings are not valid:')
  for (const { path, message } of error.issues) {
    const name = String(path[0])
    const value = name === 'SECRET' ? '' : ` (given: ${JSON.stringify(env[name])})`
    console.error(`  - ${name} ${message}${value}`)
  }
  process.exit(2)
}

/** Prints which port is in use, otherwise the error itself, and exits with 1. */
function fail(error: unknown): never {
  const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isInUse || !('port' in error)) console.error(error)
  else {
    console.error(
      `Port ${error.port} is in use. Stop the other program, or set PORT or SMTP_PORT to another.`,
    )
  }
  process.exit(1)
}

async function run() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const { data: values, error } = Environment.safeParse(given)
  if (!values) refuse(error, given)
  const clockFile = values.CLOCK_SHIFT_FILE
  const { close } = await serveSimulators({
    mode: values.MODE,
    dataDir: resolve(ROOT_DIR, values.DATA_DIR),
    host: values.HOST,
    port: values.PORT,
    smtp: { host: values.HOST, port: values.SMTP_PORT },
    pages: new URL(values.PAGES_URL ?? `http://localhost:${values.PORT}`).origin,
    notifyUrl: new URL(values.NOTIFY_URL).origin,
    now: clockFile ? shiftedClock(clockFile) : () => new Date(),
    otherwise: serveCredentials(values.SECRET),
  })
  console.log(`The simulators listen on port ${values.PORT}, mail on ${values.SMTP_PORT}.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, () => void close().then(() => process.exit(0)))
  }
}

await run().catch(fail)
