import { z } from 'zod'
import {
  AuditEntry,
  type Channel,
  type DeployedVersion,
  Deployment,
  Proposal,
  registryPaths,
} from '@awards/shared/releases'
import { describe } from './promotion.ts'
import { seenRevisions } from './seen-revisions.ts'
import { RefusedError } from './registry.ts'
import type { Answer, Registry } from './registry.ts'
import { CommandError } from './usage-error.ts'

export type Place = { readonly channel: Channel; readonly name: string }

/** What a channel gives of a remote; revision 0 where it never had it. */
export async function readDeployment(
  registry: Registry,
  { channel, name }: Place,
): Promise<Deployment> {
  try {
    return await registry.get(registryPaths.deployment(channel, name), Deployment)
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error
    return { channel, name, revision: 0, versions: [], withdrawn: [] }
  }
}

const AuditPage = z.object({ entries: z.array(AuditEntry) })

async function whoWasFaster(registry: Registry, { channel, name }: Place): Promise<string> {
  const { entries } = await registry.get(registryPaths.audit(channel), AuditPage)
  const last = entries.find((one) => one.name === name && one.outcome === 'done')
  return last ? `${last.actor} was faster (${last.action} at ${last.at}). ` : ''
}

type Change = { readonly method: 'PATCH' | 'POST'; readonly path: string; readonly body: unknown }

/** Sends a change as long as the channel still gives what was read; otherwise says who was faster. */
export async function sendUnlessStale(
  registry: Registry,
  present: Deployment,
  { method, path, body }: Change,
): Promise<Answer> {
  const headers = { 'if-match': `"${present.revision}"` }
  return registry.send(method, path, { body, headers }).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError) || error.status !== 412) throw error
    throw await outrun(registry, present, error.message)
  })
}

async function outrun(registry: Registry, place: Place, message: string): Promise<CommandError> {
  const faster = await whoWasFaster(registry, place).catch(() => '')
  const advice = `Nothing was changed; "status ${place.name}" shows what is there now.`
  return new CommandError(`${faster}${message}\n${advice}`)
}

/** Throws unless the channel still gives what was decided on, and says who changed it. */
export async function requireRevision(registry: Registry, present: Deployment, decidedOn: number) {
  const { channel, name, revision } = present
  if (revision === decidedOn) return
  const message = `${name} in ${channel} is at revision ${revision}; you last saw ${decidedOn}.`
  throw await outrun(registry, present, message)
}

/** The deployment that a change has led to, which its person has now seen. */
export function changedTo(registry: Registry, answer: unknown): Deployment {
  const now = Deployment.parse(answer)
  seenRevisions(registry.site).note([now])
  return now
}

/** Changes what a channel gives; says what became of it. */
export async function changeDeployment(
  registry: Registry,
  present: Deployment,
  body: { versions: DeployedVersion[]; reason: string; accept_failures?: boolean },
): Promise<void> {
  const { channel, name } = present
  const path = registryPaths.deployment(channel, name)
  const asked = { method: 'PATCH', path, body } as const
  const { status, body: answer } = await sendUnlessStale(registry, present, asked)
  if (status === 202) {
    const { proposed_by } = Proposal.parse(answer)
    console.log(
      `Proposed by ${proposed_by}: ${channel} gives ${describe(body.versions)} of ${name}.\n` +
        `Somebody else has to run "approve ${name} --channel ${channel}".`,
    )
    return
  }
  const now = changedTo(registry, answer)
  console.log(`${channel} gives ${describe(now.versions)} of ${name} (revision ${now.revision}).`)
}
