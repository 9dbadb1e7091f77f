import { resolve } from 'node:path'
import { z } from 'zod'
import { ROOT_DIR } from '../start/config.ts'
import { ConfigError, problemsOf, StartError } from '../lib/errors.ts'
import { shiftedClock } from '../lib/shifted-clock.ts'
import { serveSimulators, serveCredentials } from './serve-simulators.ts'

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
  /** Where browsers find these pages. */
  PAGES_URL: address.optional(),
  /** Where notices of payments go: the site as these simulators reach it. */
  NOTIFY_URL: address.default('http://127.0.0.1:8080'),
  CLOCK_SHIFT_FILE: z.string().min(1).optional(),
})

async function run() {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(problemsOf(parsed.error, given))
  const values = parsed.data
  const { close } = await serveSimulators({
    mode: values.MODE,
    dataDir: resolve(ROOT_DIR, values.DATA_DIR),
    host: values.HOST,
    port: values.PORT,
    smtp: { host: values.HOST, port: values.SMTP_PORT },
    pages: new URL(values.PAGES_URL ?? `http://localhost:${values.PORT}`).origin,
    notifyUrl: new URL(values.NOTIFY_URL).origin,
    now: values.CLOCK_SHIFT_FILE ? shiftedClock(values.CLOCK_SHIFT_FILE) : () => new Date(),
    otherwise: serveCredentials(values.SECRET),
  })
  console.log(`The simulators listen on port ${values.PORT}, mail on ${values.SMTP_PORT}.`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(signal, () => void close().then(() => process.exit(0)))
  }
}

await run().catch((error: unknown) => {
  const isTold = error instanceof ConfigError || error instanceof StartError
  console.error(isTold ? error.message : error)
  process.exit(error instanceof ConfigError ? 2 : 1)
})
