import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { maintainReserve } from '../db/embedded/data-dir.ts'
import { migrate } from '../db/migrate.ts'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { checkBucket } from '../files/storage/open-storage.ts'
import { buildApp } from './build-app.ts'
import { isDatabaseUnreachable, StartError } from '../lib/errors.ts'
import { smtpTransport, type MailTransport } from '../mail/mail-outbox.ts'
import { createLog, type Log } from '../observability/log.ts'
import { NO_METRICS } from '../observability/instruments.ts'
import {
  keepShellRegistered,
  registerShell,
} from '../../../platform/src/registry/shell-builds.service.ts'
import { seedReleases } from '../../../platform/src/registry/seed.ts'
import type { AppContext } from './app-context.ts'
import type { Config } from './config.ts'
import { createContext } from './create-context.ts'
import type { StartedDatabase } from '../db/embedded/embedded-postgres.ts'
import { listen } from './ports.ts'

/** Interval for closing idle connections: requests sent before the port closed have arrived by then. */
const IDLE_CHECK_MS = 500
const DRAIN_MS = 5_000

/**
 * Graceful shutdown: stops listening, answers pending requests, closes all connections after five seconds. A keep-alive
 * connection with an unread request looks idle, so idle ones are closed at intervals, each time in `setImmediate` after
 * the event loop has read its sockets; on a busy machine the timer alone would fire before the read.
 */
export async function shutDownGracefully(app: FastifyInstance): Promise<void> {
  // Accepts connections that are already in the backlog.
  await nextTurn()
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  const closingIdle = setInterval(() => setImmediate(closeIdle), IDLE_CHECK_MS)
  const forceClose = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(closingIdle)
  clearTimeout(forceClose)
}

type Started = {
  config: Config
  log: Log
  accounts: readonly DemoAccount[]
  simulators:
    | {
        mailboxPage: string
        walletPage: string
        cardPage: string
        viesPage: string
        paPage: string
      }
    | undefined
}

/** Logs the URLs; outside production also prints them with the demo accounts. */
function printBanner({ config, accounts, simulators, log }: Started) {
  const { siteUrl, serve, host, port, metricsPort } = config
  log.info('site.ready', { serve, url: siteUrl, host, port, metrics_port: metricsPort })
  if (config.mode === 'production') return
  const ready = serve === 'site' ? `site is ready at ${siteUrl}/home` : `registry is at ${siteUrl}`
  const lines = ['', `The ${ready}`]
  if (simulators) {
    lines.push(`Mailbox (every mail the site sends): ${simulators.mailboxPage}`)
    lines.push(`Wallet (pays the QR codes):          ${simulators.walletPage}`)
    lines.push(`Cards (payments, as the bank does):  ${simulators.cardPage}`)
    lines.push(`VIES (looks VAT numbers up):         ${simulators.viesPage}`)
    lines.push(`Approved platform (takes invoices):  ${simulators.paPage}`)
  }
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map(({ role }) => role.length))
    lines.push('', `Demo accounts, password ${accounts[0]?.password}`)
    for (const { role, email } of accounts) lines.push(`  ${role.padEnd(width)}  ${email}`)
  }
  lines.push('', 'Press Ctrl-C to stop.', '')
  console.log(lines.join('\n'))
}

/** Starts metrics and tracing if configured; loads their libraries only then. */
async function startObservability({ metricsPort: port, metricsHost: host, ...config }: Config) {
  const prometheus = port
    ? (await import('../observability/serve-metrics.ts')).prometheusMetrics()
    : { metrics: NO_METRICS, registry: undefined }
  const log = createLog(config.logLevel, undefined, prometheus.metrics.line)
  const tracing = config.traces
    ? (await import('../observability/otlp.ts')).otlpTracing(config.traces, log)
    : undefined

  return {
    parts: { metrics: prometheus.metrics, tracing, log },
    /** Opens the metrics port if there is one; returns a function that closes metrics and tracing. */
    async serve(context: AppContext): Promise<() => Promise<void>> {
      const { registry } = prometheus
      if (!port || !registry) return async () => tracing?.close()
      const { siteGauges } = await import('../observability/site-gauges.ts')
      const { serveMetrics } = await import('../observability/serve-metrics.ts')
      const refresh = siteGauges(registry, context)
      const { close } = await serveMetrics({ host, port, registry, refresh, log })
      return async () => {
        await close()
        await tracing?.close()
      }
    },
  }
}

/** A standalone registry sends no mail. */
const NO_MAIL: MailTransport = { send: () => Promise.reject(new Error('SMTP_URL is not set')) }

export type RunningServer = {
  /** Resolves with the reason if the embedded database exits unexpectedly. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

/** Starts migrations, demo, jobs and HTTP server on a starting database; stops all of them if a step fails. */
export async function startServer(
  given: Config,
  database: Promise<StartedDatabase>,
): Promise<RunningServer> {
  const cleanups: (() => unknown)[] = [
    () =>
      database.then(
        (started) => started.stop(),
        () => undefined,
      ),
  ]
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const isDemo = given.mode === 'demo' && given.serve === 'site'
    const demo = isDemo ? await importDemo() : undefined
    const simulators = await demo?.startSimulators(given)
    if (simulators) cleanups.push(simulators.close)

    const { storageBucket, registryBucket } = given
    if (storageBucket) await checkBucket(storageBucket, 'STORAGE_URL')
    if (registryBucket && registryBucket !== storageBucket) {
      await checkBucket(registryBucket, 'REGISTRY_STORAGE_URL')
    }
    const { connection, failed } = await database
    const config: Config = {
      ...given,
      channels: { ...simulators?.channels, ...given.channels },
      providers: given.providers.length > 0 ? given.providers : (simulators?.providers ?? []),
      vies: given.vies ?? simulators?.vies,
      approvedPlatform: given.approvedPlatform ?? simulators?.approvedPlatform,
      simulatorPage: simulatorPage(given, simulators),
    }
    const observability = await startObservability(config)
    const smtpUrl = given.smtpUrl ?? simulators?.smtpUrl
    const mailTransport = smtpUrl === undefined ? NO_MAIL : smtpTransport(config, smtpUrl)
    const { context, close } = createContext({
      config,
      connection,
      mailTransport,
      ...observability.parts,
    })
    cleanups.push(close)
    await migrate(context.db)
    if (context.registryDb !== context.db) await migrate(context.registryDb)
    await demo?.loadDemo(context)
    if (config.serve === 'site') {
      await registerShell(context)
      cleanups.push(keepShellRegistered(context))
      await seedReleases(context)
    }

    cleanups.push(await observability.serve(context))

    const app = buildApp(context)
    cleanups.push(() => Promise.all([shutDownGracefully(app), context.jobs.stop()]))
    await app.ready()
    await context.jobs.start({ isOnlyProcess: !config.databaseUrl })
    if (!config.databaseUrl) cleanups.push(maintainReserve(config.dataDir, context.log))

    const accounts = (await demo?.demoAccounts(context.db, demo.DEMO_PROGRAMME)) ?? []
    // Listens last: from here on the shutdown can wait for clients.
    await listen(app.listen({ host: config.host, port: config.port }), config.port)
    printBanner({ config, accounts, simulators, log: context.log })
    return { failed, stop }
  } catch (error) {
    await stop()
    throw given.databaseUrl && isDatabaseUnreachable(error) ? unreachable(error) : error
  }
}

/** Imports the code of the demo: a production process neither has it in memory nor needs the simulators installed. */
const importDemo = async () => ({
  ...(await import('../demo/connect-simulators.ts')),
  ...(await import('../demo/load-demo.ts')),
  ...(await import('../demo/demo-accounts.ts')),
})

const unreachable = (error: unknown) =>
  new StartError(
    `The database cannot be reached: ${error instanceof Error ? error.message : 'no answer'}.\n` +
      'Check DATABASE_URL: host, port and name, and whether PostgreSQL runs there.',
  )

/** Page of the payment simulator; undefined if all payments are real. */
function simulatorPage(
  { channels }: Config,
  simulators: { walletPage: string; cardPage: string } | undefined,
) {
  if (!channels.wechat_native) return simulators?.walletPage
  return channels.card ? undefined : simulators?.cardPage
}
