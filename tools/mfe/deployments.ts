import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Canary,
  type DeployedVersion,
  type Channel,
  Deployment,
  AuditEntry,
  Proposal,
  registryPaths,
} from '@awards/shared/releases'
import { z } from 'zod'
import { CommandError } from './command.ts'
import { RefusedError, type RegistryResponse, type Registry } from './registry.ts'
import { ROOT } from './workspace.ts'

/** Text such as `1.2.0 10 %, 1.1.0 90 % (default)`. */
export const describeVersions = (versions: readonly DeployedVersion[]) =>
  versions.length === 0
    ? 'nothing'
    : versions
        .map((one) => `${one.version} ${one.traffic} %${one.default ? ' (default)' : ''}`)
        .join(', ')

const FILE = join(ROOT, '.cache/mfe/seen-revisions.json')
const Seen = z.record(z.string(), z.int().min(0))

const keyOf = (site: string, { channel, name }: { channel: Channel; name: string }) =>
  `${site} ${channel} ${name}`

function read(file: string): z.infer<typeof Seen> {
  try {
    return Seen.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The file is missing or damaged: no revision is known.
    return {}
  }
}

/**
 * Revisions of deployments that were shown on this machine, by `status` or by a change. A promotion sends the last one
 * seen, so that a concurrent change is never overwritten (optimistic locking).
 */
export const seenRevisions = (site: string, file = FILE) => ({
  /** Undefined if the deployment was never shown here, for instance in a CI. */
  of: (place: { channel: Channel; name: string }): number | undefined =>
    read(file)[keyOf(site, place)],

  note(deployments: readonly Deployment[]) {
    const seen = read(file)
    for (const one of deployments) seen[keyOf(site, one)] = one.revision
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(seen))
  },
})

export type DeploymentKey = { readonly channel: Channel; readonly name: string }

/** Reads the deployment of a remote in a channel; revision 0 if it was never deployed. */
export async function readDeployment(
  registry: Registry,
  { channel, name }: DeploymentKey,
): Promise<Deployment> {
  try {
    return await registry.get(registryPaths.deployment(channel, name), Deployment)
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error
    return { channel, name, revision: 0, versions: [], withdrawn: [] }
  }
}

const AuditPage = z.object({ entries: z.array(AuditEntry) })

async function describeLastChange(
  registry: Registry,
  { channel, name }: DeploymentKey,
): Promise<string> {
  const { entries } = await registry.get(registryPaths.audit(channel), AuditPage)
  const last = entries.find((one) => one.name === name && one.outcome === 'done')
  return last ? `${last.actor} was faster (${last.action} at ${last.at}). ` : ''
}

type Change = { readonly method: 'PATCH' | 'POST'; readonly path: string; readonly body: unknown }

/** Sends a change with `If-Match`; on 412 throws with the author of the concurrent change. */
export async function sendUnlessStale(
  registry: Registry,
  present: Deployment,
  { method, path, body }: Change,
): Promise<RegistryResponse> {
  const headers = { 'if-match': `"${present.revision}"` }
  return registry.send(method, path, { body, headers }).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError) || error.status !== 412) throw error
    throw await staleError(registry, present, error.message)
  })
}

async function staleError(
  registry: Registry,
  place: DeploymentKey,
  message: string,
): Promise<CommandError> {
  const faster = await describeLastChange(registry, place).catch(() => '')
  const advice = `Nothing was changed; "status ${place.name}" shows what is there now.`
  return new CommandError(`${faster}${message}\n${advice}`)
}

/** Throws with the author of the change if the deployment is at another revision. */
export async function requireRevision(registry: Registry, present: Deployment, decidedOn: number) {
  const { channel, name, revision } = present
  if (revision === decidedOn) return
  const message = `${name} in ${channel} is at revision ${revision}; you last saw ${decidedOn}.`
  throw await staleError(registry, present, message)
}

/** Parses the deployment after a change and records its revision as seen. */
export function recordDeployment(registry: Registry, answer: unknown): Deployment {
  const now = Deployment.parse(answer)
  seenRevisions(registry.site).note([now])
  return now
}

/** Changes a deployment; prints the new one, or the proposal if a second person is needed. */
export async function changeDeployment(
  registry: Registry,
  present: Deployment,
  body: {
    versions: DeployedVersion[]
    reason: string
    accept_failures?: boolean
    canary?: Canary
  },
): Promise<void> {
  const { channel, name } = present
  const path = registryPaths.deployment(channel, name)
  const asked = { method: 'PATCH', path, body } as const
  const { status, body: answer } = await sendUnlessStale(registry, present, asked)
  if (status === 202) {
    const { proposed_by } = Proposal.parse(answer)
    console.log(
      `Proposed by ${proposed_by}: ${channel} gives ${describeVersions(body.versions)} of ${name}.\n` +
        `Somebody else has to run "approve ${name} --channel ${channel}".`,
    )
    return
  }
  const now = recordDeployment(registry, answer)
  console.log(
    `${channel} gives ${describeVersions(now.versions)} of ${name} (revision ${now.revision}).`,
  )
}
