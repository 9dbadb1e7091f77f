import { startTopology } from '../../deploy/replicas/topology.ts'
import { databaseUrl } from '../../e2e/src/harness/database.ts'
import { freePort, startSite } from '../../e2e/src/harness/site.ts'
import { demoFolder, QUIET } from './demo.ts'
import { until } from './figures.ts'

/** The site that a rush comes to: what is asked, and what can be broken. */
export type RushSite = {
  url: string
  wallet: string
  database: string
  breakReplica?: () => Promise<void>
  breakDatabase?: (gone: () => Promise<void>) => Promise<void>
  stop(): Promise<void>
}

/** The site as on several machines; the pictures of the demo stay behind, as nobody looks at them. */
export async function onReplicas(replicas: number): Promise<RushSite> {
  const dataDir = await demoFolder()
  const topology = await startTopology({
    dataDir,
    replicas,
    port: await freePort(),
    env: {
      ...process.env,
      ...QUIET,
    },
    say: () => undefined,
  })
  const { site, simulators, database } = topology
  return {
    url: site,
    wallet: `${simulators}/wallet`,
    database,
    breakReplica: async () => {
      const replica = topology.member('api-1')
      await replica?.kill({ hold: false })
      await until(() => replica?.isRunning() ?? true, 'the replica is back')
    },
    breakDatabase: async (gone) => {
      await topology.member('database')?.kill({ hold: true })
      await gone()
      topology.member('database')?.start()
    },
    stop: topology.stop,
  }
}

/** One process with its own database, where nothing is broken. */
export async function onOne(): Promise<RushSite> {
  const site = await startSite({ dataDir: await demoFolder(), env: QUIET })
  return { url: site.url, wallet: site.wallet, database: databaseUrl(site), stop: site.stop }
}
