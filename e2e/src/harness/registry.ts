import {
  Deployment,
  registryPaths,
  type AuditEntry,
  type Channel,
  type DeployedVersion,
  type DiscoveryDocument,
} from '@awards/shared/releases'
import { databaseUrl } from './database.ts'
import { archiveOf, type Release } from './release.ts'
import type { Site } from './site.ts'
import { runToEnd } from './start.ts'
import { until } from './until.ts'

export type Reply = { status: number; body: unknown }

/** The registry as a team's pipeline uses it. */
export type Registry = {
  publish(release: Release): Promise<Reply>
  /** Publishes a build of the shell for testers to pin; throws what the registry says when it refuses. */
  publishShell(shell: Release): Promise<Reply>
  /**
   * Puts exactly this into a channel, and waits until every machine of the site gives it. Throws what the registry says
   * when it refuses.
   */
  deploy(name: string, versions: readonly DeployedVersion[], channel?: Channel): Promise<Reply>
  /** Waits as `deploy` does. */
  rollback(name: string, channel?: Channel): Promise<Reply>
  /** Waits as `deploy` does, for what somebody else has put into the channel of the site. */
  untilDeployed(name: string): Promise<void>
  audit(channel?: Channel): Promise<AuditEntry[]>
}

/** A deploy token, made on the server's machine as its operator does. */
export async function newToken(site: Site, owner: string, scope = 'all'): Promise<string> {
  const { code, said } = await runToEnd(
    'platform/src/registry/registry.cli.ts',
    ['token', 'create', scope, '--owner', owner],
    { DATA_DIR: site.dataDir, DATABASE_URL: databaseUrl(site) },
  )
  const token = /dt_[\w-]+/.exec(said)?.[0]
  if (code !== 0 || !token) throw new Error(`There is no token:\n${said}`)
  return token
}

/** Asks as the owner of a token; channels are those of the site unless another one is named. */
export function registryOf(site: Site, token: string, own: Channel = 'production'): Registry {
  const ask = async (method: string, path: string, more: RequestInit = {}): Promise<Reply> => {
    const headers = { authorization: `Bearer ${token}`, ...more.headers }
    const answer = await fetch(site.url + path, { ...more, method, headers })
    const text = await answer.text()
    return { status: answer.status, body: text && JSON.parse(text) }
  }
  const send = (method: string, path: string, body: unknown, headers = {}) =>
    ask(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const deploymentOf = (name: string, channel: Channel) =>
    ask('GET', registryPaths.deployment(channel, name))
  const revisionOf = async (name: string, channel: Channel) => {
    const { status, body } = await deploymentOf(name, channel)
    return status === 404 ? 0 : (body as { revision: number }).revision
  }
  // A proposal (202) changes nothing yet, and a site gives its own channel only.
  const seen = async (reply: Reply): Promise<Reply> => {
    const deployment = reply.status === 200 ? Deployment.parse(reply.body) : undefined
    if (deployment?.channel === own) await untilEverywhere(site, deployment)
    return reply
  }
  return {
    publish: async (release) =>
      ask('PUT', `${registryPaths.version(release.name, release.version)}?types=ok`, {
        headers: { 'content-type': 'application/gzip' },
        body: new Uint8Array(await archiveOf(release)),
      }),
    publishShell: async (shell) =>
      done(
        await ask('PUT', registryPaths.shell(shell.version), {
          headers: { 'content-type': 'application/gzip' },
          body: new Uint8Array(await archiveOf(shell)),
        }),
      ),
    deploy: async (name, versions, channel = own) => {
      const revision = await revisionOf(name, channel)
      const path = registryPaths.deployment(channel, name)
      const body = { versions, reason: 'a test' }
      return seen(done(await send('PATCH', path, body, { 'if-match': `"${revision}"` })))
    },
    rollback: async (name, channel = own) =>
      seen(done(await send('POST', registryPaths.rollback(channel, name), { reason: 'a test' }))),
    untilDeployed: async (name) => {
      const { body } = done(await deploymentOf(name, own))
      await untilEverywhere(site, Deployment.parse(body))
    },
    audit: async (channel = own) =>
      (done(await ask('GET', registryPaths.audit(channel))).body as { entries: AuditEntry[] })
        .entries,
  }
}

function done(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
  return reply
}

const shareOf = ({ version, traffic, default: isDefault }: DeployedVersion) =>
  `${version} ${traffic} % ${isDefault}`

/**
 * Waits until every machine of the site gives a deployment. Each caches its channel for just under a second, and the next
 * tab comes to any of them.
 */
async function untilEverywhere({ replicas }: Site, { name, versions }: Deployment) {
  const given = async (machine: string) => {
    const answer = await fetch(`${machine}/discovery.json`)
    // None while the machine cannot reach the database.
    const { microFrontends } = (await answer.json()) as Partial<DiscoveryDocument>
    const entries = microFrontends?.[name] ?? []
    return entries
      .map(({ metadata, deployment }) => shareOf({ ...metadata, ...deployment }))
      .toSorted()
  }
  const wanted = versions.map(shareOf).toSorted()
  await until(
    () => Promise.all(replicas.map(given)),
    replicas.map(() => wanted),
  )
}
