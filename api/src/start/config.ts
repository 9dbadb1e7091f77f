import { mkdirSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ORGANISER_HOME, type Channel } from '@awards/shared/domain'
import { CHANNELS } from '@awards/shared/releases'
import { ConfigError } from '../lib/errors.ts'
import { writeOnce } from '../lib/write-once.ts'
import { isCertificateKey } from '../modules/documents/certificates/certificate-key.ts'
import { oidcConfig, OIDC_SETTINGS } from '../modules/accounts/oidc/oidc-config.ts'
import {
  platformConfig,
  PLATFORM_SETTINGS,
} from '../modules/accounting/platform/platform-client.ts'
import { viesConfig, VIES_SETTINGS } from '../modules/payments/tax/vies-client.ts'
import { bounceConfig, BOUNCE_SETTINGS } from '../mail/bounce-address.ts'
import { dkimConfig, DKIM_SETTINGS } from '../mail/dkim.ts'
import { readStorageUrl } from '../files/storage/s3-bucket.ts'
import { DEFAULT_DATA_DIR } from './code-cache.ts'

/** Root of the checkout: where `programme/`, `dist/` and the default data directory are. */
export const ROOT_DIR = resolve(import.meta.dirname, '../../..')

/** Fewest characters of a secret: 32 random ones are not guessed. */
const SECRET_LENGTH = 32

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
  const location = readStorageUrl(text)
  if (typeof location !== 'string') return location
  context.addIssue({ code: 'custom', message: location })
  return z.NEVER
})

const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\//, 'is not a mail server; it has to start with smtp:// or smtps://')

const sitePath = z
  .string()
  .regex(/^\/(?![/\\])\S*$/, 'is not a path of this site; it has to start with one slash')

/** The environment variables of the site; those of a payment channel are in its folder. */
export const SITE_SETTINGS = {
  MODE: z.enum(['demo', 'production'], 'has to be demo or production').default('demo'),
  HOST: z.string().min(1).default('0.0.0.0'),
  PORT: port.default(8080),
  DATA_DIR: z.string().min(1).default(DEFAULT_DATA_DIR),
  DATABASE_URL: postgresUrl.optional(),
  /** Bucket for files; without it they are in DATA_DIR. */
  STORAGE_URL: storageUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  /** Sender of mails; the default is the programme as no-reply at the host of the site. */
  MAIL_FROM: z.string().min(3, 'is not a sender').optional(),
  /** Mails of broadcasts that leave in a minute. */
  BROADCASTS_PER_MINUTE: z.coerce
    .number('is not a number of mails')
    .int('is not a whole number')
    .min(1, 'is below 1')
    .max(10_000, 'is above 10000')
    .default(120),
  ...DKIM_SETTINGS,
  ...BOUNCE_SETTINGS,
  SITE_URL: httpUrl.optional(),
  PUBLIC_SITE_URL: httpUrl.optional(),
  ADMIN_SITE_URL: httpUrl.optional(),
  HOME_PATH: sitePath.default('/account'),
  MFE_DIR: z.string().min(1).default('dist'),
  /** Channel whose deployments this site serves. */
  CHANNEL: z.enum(CHANNELS, 'has to be production or staging').default('production'),
  /** `always`: a start replaces production deployments of earlier starts; demo only. */
  DEPLOY_BUILDS: z.enum(['first', 'always'], 'has to be first or always').default('first'),
  /** Pinning of releases in a tab: by anybody, by staff for previews, or off. */
  PINS: z.enum(['on', 'preview', 'off'], 'has to be on, preview or off').optional(),
  /** `registry` runs the release registry without a site. */
  SERVE: z.enum(['site', 'registry'], 'has to be site or registry').default('site'),
  /** A registry shared by several sites: its database, and the folder or bucket of its files. */
  REGISTRY_DATABASE_URL: postgresUrl.optional(),
  REGISTRY_FILES_DIR: z.string().min(1).optional(),
  REGISTRY_STORAGE_URL: storageUrl.optional(),
  SECRET: z
    .string()
    .min(SECRET_LENGTH, `is too short; give at least ${SECRET_LENGTH} random characters`)
    .optional(),
  /** Secrets that verify and never sign, separated by commas: the one before and the one after a change of SECRET. */
  SECRET_FALLBACKS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .refine(
      (list) => list.every((one) => one.length >= SECRET_LENGTH),
      `has to be secrets of at least ${SECRET_LENGTH} characters, separated by commas`,
    )
    .optional(),
  TRUST_PROXY: z.string().default(''),
  /** Second factor of jurors by e-mail code; default on in production, off in a demo. */
  STEP_UP: z.enum(['on', 'off'], 'has to be on or off').optional(),
  /** Whether this process encodes public pictures as AVIF in idle time. */
  PREPARE_AVIF: z.enum(['on', 'off'], 'has to be on or off').default('on'),
  /** File with a clock shift in milliseconds, for rehearsals; refused in production. */
  CLOCK_SHIFT_FILE: z.string().min(1).optional(),
  /** URL of simulators in a separate process, if several processes of a demo share them. */
  SIMULATORS_URL: httpUrl.optional(),
  /** Megabytes that uploads leave free on the disk of DATA_DIR for the database. */
  DISK_RESERVE_MB: z.coerce
    .number('is not a number of megabytes')
    .int('is not a whole number')
    .min(0, 'is below 0')
    .default(128),
  /** Port for Prometheus; without it metrics are off. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** OpenTelemetry collector; the names are OpenTelemetry's standard ones. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('design-awards'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  /** Share of visits that send web vitals, 0 to 1. */
  VITALS_SAMPLE: ratio.default(1),
  LOG_LEVEL: z.enum(['info', 'warn', 'error'], 'has to be info, warn or error').default('info'),
  /** Private key that signs certificates; without it a key is generated in DATA_DIR. */
  CERTIFICATE_KEY: z
    .string()
    .refine(
      isCertificateKey,
      'is not an Ed25519 private key in PEM; make one with: openssl genpkey -algorithm ed25519',
    )
    .optional(),
  /** `on` lets webhooks reach http:// and private addresses, for development; refused in production. */
  WEBHOOKS_LOCAL: z.enum(['on', 'off'], 'has to be on or off').default('off'),
  ...OIDC_SETTINGS,
  ...VIES_SETTINGS,
  ...PLATFORM_SETTINGS,
}

/** Settings of the process; no other code reads the environment. */
export type Config = ReturnType<typeof siteConfig> & {
  /** Credentials per channel, absent without any; a demo adds its simulators. */
  channels: Partial<Record<Channel, object>>
}

/** Settings apart from the payment channels; throws a `ConfigError`. Creates DATA_DIR/secret if needed. */
export function siteConfig(values: z.output<z.ZodObject<typeof SITE_SETTINGS>>) {
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
  if (values.MODE === 'production' && values.WEBHOOKS_LOCAL === 'on') {
    const problem =
      'WEBHOOKS_LOCAL=on is for development: webhooks would reach machines behind the firewall; take it away'
    throw new ConfigError([problem])
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
    if (missing.length > 0) throw new ConfigError(missing.map((name) => MISSING_SHARED_KEY[name]))
  }

  const dataDir = resolve(ROOT_DIR, values.DATA_DIR)
  const secret = values.SECRET ?? storedSecret(dataDir)
  const siteUrl = trimSlash(values.SITE_URL ?? `http://localhost:${values.PORT}`)
  return {
    mode: values.MODE,
    host: values.HOST,
    port: values.PORT,
    dataDir,
    databaseUrl:
      values.DATABASE_URL ??
      // A standalone registry has only its own database.
      (values.SERVE === 'registry' ? values.REGISTRY_DATABASE_URL : undefined),
    /** Undefined if files are on the disk. */
    storageBucket: values.STORAGE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** Undefined if mails are not signed by this site. */
    dkim: dkimConfig(values, siteUrl),
    /** Undefined if notices of failed delivery are not read. */
    bounces: bounceConfig(values),
    broadcastsPerMinute: values.BROADCASTS_PER_MINUTE,
    siteUrl,
    publicSiteUrl: trimSlash(values.PUBLIC_SITE_URL ?? siteUrl),
    adminSiteUrl: trimSlash(values.ADMIN_SITE_URL ?? `${siteUrl}${ORGANISER_HOME}`),
    homePath: values.HOME_PATH,
    mfeDir: resolve(ROOT_DIR, values.MFE_DIR),
    channel: values.CHANNEL,
    deployBuilds: values.DEPLOY_BUILDS,
    pins: values.PINS ?? (values.CHANNEL === 'staging' ? 'on' : 'off'),
    serve: values.SERVE,
    registryDatabaseUrl: values.REGISTRY_DATABASE_URL,
    registryFilesDir: resolve(ROOT_DIR, values.REGISTRY_FILES_DIR ?? join(dataDir, 'files')),
    /** Undefined if releases are in the folder; shared settings take precedence over STORAGE_URL. */
    registryBucket:
      values.REGISTRY_STORAGE_URL ?? (values.REGISTRY_FILES_DIR ? undefined : values.STORAGE_URL),
    secret,
    /** Verify signatures: `secret`, and during a rotation the other one. */
    acceptedSecrets: [secret, ...(values.SECRET_FALLBACKS ?? [])] as const,
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
    /** Undefined if tracing is off. */
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT && {
      endpoint: trimSlash(values.OTEL_EXPORTER_OTLP_ENDPOINT),
      service: values.OTEL_SERVICE_NAME,
      ratio: values.OTEL_TRACES_SAMPLER_ARG,
    },
    vitalsSample: values.VITALS_SAMPLE,
    webhooksLocal: values.WEBHOOKS_LOCAL === 'on',
    /** Organisations by way of which people sign in; a demo without any sets its simulator. */
    providers: oidcConfig(values, values.MODE),
    /** Undefined without credentials; a demo sets its simulator. */
    vies: viesConfig(values, values.MODE),
    /** Undefined if invoices between French businesses go to the outbox; a demo sets its simulator. */
    approvedPlatform: platformConfig(values, values.MODE),
    /** Page of the payment simulator, which pages link to; undefined if payments are real. */
    simulatorPage: undefined as string | undefined,
  }
}

/** Keys required if database and storage are external: several processes then run the site and have to share them. */
const MISSING_SHARED_KEY = {
  SECRET:
    'SECRET is missing; with DATABASE_URL and STORAGE_URL every process needs the same one. Make it with: openssl rand -base64 48',
  CERTIFICATE_KEY:
    'CERTIFICATE_KEY is missing; with DATABASE_URL and STORAGE_URL every process needs the same one. Make it with: openssl genpkey -algorithm ed25519',
}

const trimSlash = (url: string) => url.replace(/\/+$/, '')

/** The signing secret in the data directory; created at the first call. Throws a `ConfigError` if it is no whole one. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  writeOnce(file, randomBytes(32).toString('base64url'))
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= SECRET_LENGTH) return secret
  throw new ConfigError([
    `${file} is empty or cut off, so anybody could sign links. Put back kept/secret of a backup; or delete the file: ` +
      'the next start makes another, and links and codes that were sent end',
  ])
}
