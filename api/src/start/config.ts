import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { CHANNELS } from '@awards/shared/platform'
import { errorCode, ConfigError, problemsOf } from '../lib/errors.ts'
import { stripeConfig, STRIPE_SETTINGS } from '../modules/payments/channels/stripe/stripe-client.ts'
import { isCertificateKey } from '../modules/documents/certificates/certificate-key.ts'
import { viesConfig, VIES_SETTINGS } from '../modules/payments/tax/vies-client.ts'
import { wechatConfig, WECHAT_SETTINGS } from '../modules/payments/channels/wechat/wechat-config.ts'
import { readStorageUrl } from '../files/storage/storage-url.ts'

/** Root of the checkout: where `programme/`, `dist/` and the default data directory are. */
export const ROOT_DIR = resolve(import.meta.dirname, '../../..')

const port = z.coerce
  .number('is not a port number; give a whole number from 1 to 65535, for instance 8080')
  .int('is not a whole number')
  .min(1, 'is below 1; ports go from 1 to 65535')
  .max(65_534, 'is above 65534; the demo needs the port after it too')

const ratio = z.coerce
  .number('is not a number; give one from 0 (nothing) to 1 (everything)')
  .min(0, 'is below 0; give a number from 0 (nothing) to 1 (everything)')
  .max(1, 'is above 1; give a number from 0 (nothing) to 1 (everything)')

const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'is not an address; it has to start with http:// or https://',
})

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'is not a PostgreSQL address; it has to start with postgres://')

const storageUrl = z.string().transform((text, context) => {
  const place = readStorageUrl(text)
  if (typeof place !== 'string') return place
  context.addIssue({ code: 'custom', message: place })
  return z.NEVER
})

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\//, 'is not a mail server; it has to start with smtp:// or smtps://')

const sitePath = z
  .string()
  .regex(/^\/(?![/\\])\S*$/, 'is not a path of this site; it has to start with one slash')

/** What this process may be told from outside; the wallet's settings have a schema of their own. */
const Environment = z.object({
  MODE: z.enum(['demo', 'production'], 'has to be demo or production').default('demo'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: port.default(8080),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  /** A bucket for files; without it they lie in DATA_DIR. */
  STORAGE_URL: storageUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  /** Without it mails come from the programme, as no-reply at the host of the site. */
  MAIL_FROM: z.string().min(3, 'is not a sender').optional(),
  SITE_URL: httpUrl.optional(),
  PUBLIC_SITE_URL: httpUrl.optional(),
  ADMIN_SITE_URL: httpUrl.optional(),
  HOME_PATH: sitePath.default('/account'),
  MFE_DIR: z.string().min(1).default('dist'),
  /** Which deployments of the remotes this site follows. */
  CHANNEL: z.enum(CHANNELS, 'has to be production or staging').default('production'),
  /** Whether a start replaces what an earlier start deployed to production; only a demo may. */
  DEPLOY_BUILDS: z.enum(['first', 'always'], 'has to be first or always').default('first'),
  /** Whether a tab may hold a remote at another release: by anybody, by staff for previews, or never. */
  PINS: z.enum(['on', 'preview', 'off'], 'has to be on, preview or off').optional(),
  /** `registry` runs the registry of the remotes alone, without the site. */
  SERVE: z.enum(['site', 'registry'], 'has to be site or registry').default('site'),
  /** A registry that several sites share: its database, and the folder or the bucket of its files. */
  REGISTRY_DATABASE_URL: postgresUrl.optional(),
  REGISTRY_FILES_DIR: z.string().min(1).optional(),
  REGISTRY_STORAGE_URL: storageUrl.optional(),
  SECRET: z.string().min(32, 'is too short; give at least 32 random characters').optional(),
  TRUST_PROXY: z.string().default(''),
  /** Whether jurors prove themselves with a code by e-mail; in the demo only where it is asked for. */
  STEP_UP: z.enum(['on', 'off'], 'has to be on or off').optional(),
  /** Whether this process prepares public pictures as AVIF when it has nothing else to do. */
  PREPARE_AVIF: z.enum(['on', 'off'], 'has to be on or off').default('on'),
  /** For rehearsals, never in production: a file with the milliseconds by which the clock is moved. */
  CLOCK_SHIFT_FILE: z.string().min(1).optional(),
  /** Simulators of the demo in a process of their own, for several processes of one site. */
  SIMULATORS_URL: httpUrl.optional(),
  /** Megabytes that uploads leave free on the disk of DATA_DIR, for the database. */
  DISK_RESERVE_MB: z.coerce
    .number('is not a number of megabytes')
    .int('is not a whole number')
    .min(0, 'is below 0')
    .default(128),
  /** Where Prometheus asks this process; without a port nothing is counted. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** A collector of traces; these names are OpenTelemetry's own. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('design-awards'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  /** The part of visits whose speed is measured. */
  VITALS_SAMPLE: ratio.default(1),
  LOG_LEVEL: z.enum(['info', 'warn', 'error'], 'has to be info, warn or error').default('info'),
  /** Signs certificates; without it a key is made and kept in DATA_DIR. */
  CERTIFICATE_KEY: z
    .string()
    .refine(
      isCertificateKey,
      'is not an Ed25519 private key in PEM; make one with: openssl genpkey -algorithm ed25519',
    )
    .optional(),
  ...WECHAT_SETTINGS,
  ...STRIPE_SETTINGS,
  ...VIES_SETTINGS,
})

/** Settings of the process, read once; nothing else reads the environment. */
export type Config = ReturnType<typeof parseConfig>

/** Reads the environment, or throws one `ConfigError` that names everything that is wrong. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  // An empty variable is what a compose file or a shell leaves when nothing was set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(problemsOf(parsed.error, given))
  const values = parsed.data

  const taken = values.MODE === 'demo' ? [values.PORT, values.PORT + 1] : [values.PORT]
  if (values.METRICS_PORT && taken.includes(values.METRICS_PORT)) {
    const problem = `METRICS_PORT is taken by the site (${taken.join(' and ')}); give another`
    throw new ConfigError([problem])
  }
  if (values.REGISTRY_FILES_DIR && values.REGISTRY_STORAGE_URL) {
    const problem =
      'REGISTRY_FILES_DIR and REGISTRY_STORAGE_URL are both given; keep the one where the releases lie'
    throw new ConfigError([problem])
  }
  if (values.MODE === 'production' && values.CLOCK_SHIFT_FILE) {
    throw new ConfigError(['CLOCK_SHIFT_FILE is for rehearsals; take it away in production'])
  }
  if (values.MODE === 'production' && values.SIMULATORS_URL) {
    throw new ConfigError(['SIMULATORS_URL is for demos; take it away in production'])
  }
  if (values.MODE === 'production' && values.DEPLOY_BUILDS === 'always') {
    const problem =
      'DEPLOY_BUILDS=always is for demos; take it away and promote releases with npm run mfe -- promote'
    throw new ConfigError([problem])
  }
  if (values.MODE === 'production' && values.SERVE === 'site') {
    const missing = (['SITE_URL', 'SMTP_URL'] as const).filter((name) => !values[name])
    if (missing.length > 0) {
      throw new ConfigError(missing.map((name) => `${name} is missing; production needs it`))
    }
  }

  if (values.DATABASE_URL && values.STORAGE_URL && values.SERVE === 'site') {
    const missing = (['SECRET', 'CERTIFICATE_KEY'] as const).filter((name) => !values[name])
    if (missing.length > 0) throw new ConfigError(missing.map((name) => ONE_FOR_ALL[name]))
  }

  const dataDir = resolve(ROOT_DIR, values.DATA_DIR)
  const siteUrl = trimSlash(values.SITE_URL ?? `http://localhost:${values.PORT}`)
  return {
    mode: values.MODE,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl:
      values.DATABASE_URL ??
      // A registry that runs alone has no other records than its own.
      (values.SERVE === 'registry' ? values.REGISTRY_DATABASE_URL : undefined),
    /** Undefined where files lie on the disk. */
    storagePlace: values.STORAGE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    siteUrl,
    publicSiteUrl: trimSlash(values.PUBLIC_SITE_URL ?? siteUrl),
    adminSiteUrl: trimSlash(values.ADMIN_SITE_URL ?? siteUrl),
    homePath: values.HOME_PATH,
    mfeDir: resolve(ROOT_DIR, values.MFE_DIR),
    channel: values.CHANNEL,
    deployBuilds: values.DEPLOY_BUILDS,
    pins: values.PINS ?? (values.CHANNEL === 'staging' ? 'on' : 'off'),
    serve: values.SERVE,
    registryDatabaseUrl: values.REGISTRY_DATABASE_URL,
    registryFilesDir: resolve(ROOT_DIR, values.REGISTRY_FILES_DIR ?? join(dataDir, 'files')),
    /** Undefined where releases lie in the folder; what several sites share comes before a site's own. */
    registryPlace:
      values.REGISTRY_STORAGE_URL ?? (values.REGISTRY_FILES_DIR ? undefined : values.STORAGE_URL),
    secret: values.SECRET ?? storedSecret(dataDir),
    certificateKey: values.CERTIFICATE_KEY,
    trustProxy: values.TRUST_PROXY,
    stepUp: (values.STEP_UP ?? (values.MODE === 'production' ? 'on' : 'off')) === 'on',
    preparesAvif: values.PREPARE_AVIF === 'on',
    clockShiftFile: values.CLOCK_SHIFT_FILE,
    simulatorsUrl: values.SIMULATORS_URL && trimSlash(values.SIMULATORS_URL),
    diskReserve: values.DISK_RESERVE_MB * 1_024 * 1_024,
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    /** Undefined where nobody asks for traces. */
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT && {
      endpoint: trimSlash(values.OTEL_EXPORTER_OTLP_ENDPOINT),
      service: values.OTEL_SERVICE_NAME,
      ratio: values.OTEL_TRACES_SAMPLER_ARG,
    },
    vitalsSample: values.VITALS_SAMPLE,
    /** Each undefined without a merchant's papers; the demo puts its simulators here. */
    wechat: wechatConfig(values, { siteUrl, mode: values.MODE }),
    stripe: stripeConfig(values, values.MODE),
    vies: viesConfig(values, values.MODE),
    /** Where the demo pretends to pay; the pages say so. Undefined where money is real. */
    simulatorPage: undefined as string | undefined,
  }
}

/** With database and files elsewhere, a process is one of several: they have to sign alike. */
const ONE_FOR_ALL = {
  SECRET:
    'SECRET is missing; with DATABASE_URL and STORAGE_URL every process needs the same one. Make it with: openssl rand -base64 48',
  CERTIFICATE_KEY:
    'CERTIFICATE_KEY is missing; with DATABASE_URL and STORAGE_URL every process needs the same one. Make it with: openssl genpkey -algorithm ed25519',
}

const trimSlash = (url: string) => url.replace(/\/+$/, '')

/** The secret that signs links; made once and kept in the data directory, for its owner only. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
