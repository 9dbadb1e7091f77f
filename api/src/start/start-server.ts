import { startSimulators } from '../demo/start-simulators.ts'
import { demoAccounts } from '../demo/demo-accounts.ts'
import { DEMO_PROGRAMME, loadDemo } from '../demo/load-demo.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import type { Connection } from '../db/database.ts'
import { giveReserve, keepReserve } from '../db/disk-reserve.ts'
import { migrate } from '../db/migrate.ts'
import { checkBucket } from '../files/storage/check-bucket.ts'
import { smtpCarrier } from '../mail/mail-outbox.ts'
import type { Carrier } from '../mail/mail-outbox.ts'
import { registerShell } from '../platform/registry/register-shell.ts'
import { seedReleases } from '../platform/registry/seed.ts'
import { announce } from './startup-banner.ts'
import { buildApp } from '../http/build-app.ts'
import { shutDownGracefully } from './graceful-shutdown.ts'
import type { Config } from './config.ts'
import { createContext } from './create-context.ts'
import { isDatabaseAway } from '../lib/database-away.ts'
import { listen } from './ports.ts'
import { StartError } from '../lib/start-error.ts'
import { startWatching } from './start-watching.ts'

const DATABASE = 'awards'
/** A registry alone sends none. */
const NO_MAIL: Carrier = { send: () => Promise.reject(new Error('SMTP_URL is not set')) }
const NEVER = new Promise<never>(() => undefined)

export type RunningServer = {
  /** Resolves with the reason when the embedded database ends by itself. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

/** Brings up everything the site needs; what was started is stopped again when a step fails. */
export async function startServer(given: Config): Promise<RunningServer> {
  const cleanups: (() => unknown)[] = []
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const isDemo = given.mode === 'demo' && given.serve === 'site'
    const simulators = isDemo ? await startSimulators(given) : undefined
    if (simulators) cleanups.push(simulators.close)

    const { storagePlace, registryPlace } = given
    if (storagePlace) await checkBucket(storagePlace, 'STORAGE_URL')
    if (registryPlace && registryPlace !== storagePlace) {
      await checkBucket(registryPlace, 'REGISTRY_STORAGE_URL')
    }
    const { connection, failed } = await database(given, cleanups)
    const config: Config = {
      ...given,
      wechat: given.wechat ?? simulators?.wechat,
      stripe: given.stripe ?? simulators?.stripe,
      vies: given.vies ?? simulators?.vies,
      simulatorPage: simulatorPage(given, simulators),
    }
    const watching = await startWatching(config)
    const smtpUrl = given.smtpUrl ?? simulators?.smtpUrl
    const carrier = smtpUrl === undefined ? NO_MAIL : smtpCarrier(config, smtpUrl)
    const { context, close } = createContext({ config, connection, carrier, ...watching.parts })
    cleanups.push(close)
    await migrate(context.db)
    if (context.registryDb !== context.db) await migrate(context.registryDb)
    if (simulators) await loadDemo(context)
    if (config.serve === 'site') {
      await registerShell(context)
      await seedReleases(context)
    }

    cleanups.push(await watching.serve(context))

    const app = buildApp(context)
    cleanups.push(() => Promise.all([shutDownGracefully(app), context.jobs.stop()]))
    await app.ready()
    await context.jobs.start({ isAlone: !config.databaseUrl })
    if (!config.databaseUrl) cleanups.push(keepReserve(config.dataDir, context.log))

    const accounts = simulators ? await demoAccounts(context.db, DEMO_PROGRAMME) : []
    // Last: whoever is let in can be waited for from here on.
    await listen(app.listen({ host: config.host, port: config.port }), config.port)
    announce({ config, accounts, simulators, log: context.log })
    return { failed, stop }
  } catch (error) {
    await stop()
    throw given.databaseUrl && isDatabaseAway(error) ? unreachable(error) : error
  }
}

const unreachable = (error: unknown) =>
  new StartError(
    `The database cannot be reached: ${error instanceof Error ? error.message : 'no answer'}.\n` +
      'Check DATABASE_URL: host, port and name, and whether PostgreSQL runs there.',
  )

/** Where the demo's payments happen; undefined where all of them are real. */
function simulatorPage(
  { wechat, stripe }: Config,
  simulators: { walletPage: string; cardPage: string } | undefined,
) {
  if (!wechat) return simulators?.walletPage
  return stripe ? undefined : simulators?.cardPage
}

async function database(config: Config, cleanups: (() => unknown)[]) {
  if (config.databaseUrl) {
    const connection: Connection = config.databaseUrl
    return { connection, failed: NEVER }
  }
  await giveReserve(config.dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  cleanups.push(postgres.stop)
  await postgres.createDatabase(DATABASE)
  const connection: Connection = { socketDir: postgres.socketDir, database: DATABASE }
  return { connection, failed: postgres.crashed }
}
