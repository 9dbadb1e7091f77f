import {
  TWO_PERSON_REMOTES,
  type Channel,
  type DeployedVersion,
  type Deployment,
  type Promotion,
  type Proposal,
} from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import type { Db } from '../../../api/src/db/database.ts'
import { registryAuditRepository } from './authority.repository.ts'
import { channelsRepository, versionsIn } from './channels.repository.ts'
import {
  deploymentService,
  isForEverybody,
  rollbackCandidates,
  type Change,
} from './deployment.service.ts'
import { Refusal } from './registry-input.ts'
import { stagingHealth } from './staging-health.ts'

export type DeploymentTarget = { readonly channel: Channel; readonly name: string }
type By = { readonly by: string }
export type Outcome = { readonly deployment: Deployment } | { readonly proposal: Proposal }

/** Production of a remote that handles money changes when two persons want it. */
const needsTwo = ({ channel, name }: DeploymentTarget) =>
  channel === 'production' && TWO_PERSON_REMOTES.includes(name)

/** What the channels give: promotions, their approval, and the way back. */
export function channelsService(context: AppContext) {
  const { registryDb, clock } = context
  const deployments = deploymentService(context)
  const refuseUnhealthy = stagingHealth(context)

  /** `revision`: the one that was read before; a change in between is told, not overwritten. */
  async function promote(
    place: DeploymentTarget,
    { versions, reason, accept_failures }: Promotion,
    { by, revision }: By & { revision: number },
  ): Promise<Outcome> {
    return deployments.inChannel(place.channel, async (trx) => {
      const present = await channelsRepository(trx).deployment(place.channel, place.name)
      refuseStale(present, revision)
      await deployments.refuseUnsuitable(trx, place, versions)
      await refuseUnhealthy(place, added(present, versions), accept_failures)
      if (needsTwo(place)) return { proposal: await propose(trx, present, versions, reason, by) }
      return {
        deployment: await deployments.apply(trx, present, {
          ...promotionOf(versions, reason, by),
          ...(accept_failures && { detail: { accept_failures } }),
        }),
      }
    })
  }

  async function propose(
    trx: Db,
    { channel, name, revision }: Deployment,
    versions: DeployedVersion[],
    reason: string,
    by: string,
  ): Promise<Proposal> {
    const at = clock()
    const proposed = { revision, versions, reason, proposed_by: by }
    const proposal = { channel, name, ...proposed, proposed_at: at.toISOString() }
    await channelsRepository(trx).propose(proposal)
    const detail = { versions, on_revision: revision }
    await registryAuditRepository(trx).record({
      at,
      actor: by,
      action: 'propose',
      channel,
      name,
      detail,
      reason,
    })
    return proposal
  }

  /** The second person agrees to what the first has proposed, if nothing changed meanwhile. */
  async function approve(
    place: DeploymentTarget,
    { by, seen, accepts }: By & { seen: string; accepts: boolean },
  ): Promise<Deployment> {
    return deployments.inChannel(place.channel, async (trx) => {
      const proposal = await requireProposal(trx, place)
      if (proposal.proposed_by === by) {
        const message = `${by} proposed this, so somebody else has to approve it.`
        throw new Refusal(403, 'second_person', message)
      }
      if (seen !== proposal.proposed_at) {
        const message = `The proposal was replaced at ${proposal.proposed_at}. Look at it and approve it then.`
        throw new Refusal(412, 'stale', message)
      }
      const present = await channelsRepository(trx).deployment(place.channel, place.name)
      refuseStale(present, proposal.revision)
      const { versions, reason, proposed_by } = proposal
      await deployments.refuseUnsuitable(trx, place, versions)
      await refuseUnhealthy(place, added(present, versions), accepts)
      const detail = { proposed_by, ...(accepts && { accept_failures: true }) }
      const change = { versions, reason, by, action: 'approve', detail } as const
      await channelsRepository(trx).dropProposal(place.channel, place.name)
      return deployments.apply(trx, present, change)
    })
  }

  /** Forward to a new revision that restores an earlier deployment; it needs one person alone. */
  async function rollback(
    place: DeploymentTarget,
    { to, reason }: { to?: string | undefined; reason: string },
    { by, revision }: By & { revision: number | undefined },
  ): Promise<Deployment> {
    return deployments.inChannel(place.channel, async (trx) => {
      const present = await channelsRepository(trx).deployment(place.channel, place.name)
      if (revision !== undefined) refuseStale(present, revision)
      const versions = to ? await only(trx, present, to) : await lastGood(trx, present)
      const change = { versions, reason, by, action: 'rollback', isRollback: true } as const
      return deployments.apply(trx, present, change)
    })
  }

  async function only(trx: Db, present: Deployment, version: string): Promise<DeployedVersion[]> {
    const versions = [{ version, traffic: 100, default: true }]
    await deployments.refuseUnsuitable(trx, present, versions)
    await refuseNeverDeployed(trx, present, version)
    const isThere = present.versions.length === 1 && present.versions[0]?.version === version
    if (!isThere) return versions
    const message = `${present.name} ${version} is all that ${present.channel} has already.`
    throw new Refusal(409, 'nothing_to_roll_back', message)
  }

  /**
   * Otherwise one person alone could bring a new release to where two are needed. There, one that was
   * only tried with a part of the visitors is new too.
   */
  async function refuseNeverDeployed(
    trx: Db,
    { channel, name }: DeploymentTarget,
    version: string,
  ) {
    const isMeant = (one: DeployedVersion) =>
      one.version === version && (!needsTwo({ channel, name }) || isForEverybody(one))
    const earlier = await earlierDeployments(trx, { channel, name })
    if (earlier.some(({ versions }) => versions.some(isMeant))) return
    const never = needsTwo({ channel, name })
      ? 'never deployed to everybody in'
      : 'never deployed to'
    const message = `${name} ${version} was ${never} ${channel}, so there is no way back to it. Promote it.`
    throw new Refusal(422, 'never_deployed', message)
  }

  async function earlierDeployments(trx: Db, { channel, name }: DeploymentTarget) {
    const rows = await registryAuditRepository(trx).deployments(channel, name)
    return rows.map(({ revision, detail }) => {
      const { versions } = detail as Record<string, unknown>
      return { revision: revision ?? 0, versions: versionsIn(versions) }
    })
  }

  async function lastGood(trx: Db, present: Deployment): Promise<DeployedVersion[]> {
    const { channel, name } = present
    const earlier = (await earlierDeployments(trx, present))
      .filter(({ revision }) => revision < present.revision)
      .map(({ versions }) => versions)
    for (const candidate of rollbackCandidates(present, earlier)) {
      if (await deployments.suits(trx, present, candidate)) return [...candidate]
    }
    const message =
      `There is no earlier deployment of ${name} in ${channel} to go back to: none was different, ` +
      'still has its files and suits the shell. Name a version (--to 1.4.2), or publish a repaired one.'
    throw new Refusal(409, 'nothing_to_roll_back', message)
  }

  const requireProposal = async (db: Db, { channel, name }: DeploymentTarget) => {
    const proposal = await channelsRepository(db).proposal(channel, name)
    if (proposal) return proposal
    const message = `Nothing is proposed for ${name} in ${channel}.`
    throw new Refusal(404, 'no_proposal', message)
  }

  return {
    promote,
    approve,
    rollback,
    list: (channel: Channel) => channelsRepository(registryDb).deployments(channel),
    find: ({ channel, name }: DeploymentTarget) =>
      channelsRepository(registryDb).deployment(channel, name),
    proposal: (place: DeploymentTarget) => requireProposal(registryDb, place),
  }
}

/** Versions that get more visitors than before: the known good one beside them needs no second look. */
const added = (present: Deployment, versions: readonly DeployedVersion[]) =>
  versions.filter(({ version, traffic }) => {
    const before = present.versions.find((one) => one.version === version)
    return traffic > (before?.traffic ?? 0)
  })

const promotionOf = (versions: DeployedVersion[], reason: string, by: string): Change => ({
  versions,
  reason,
  by,
  action: versions.length === 0 ? 'remove' : 'promote',
})

function refuseStale({ channel, name, revision }: Deployment, expected: number) {
  if (revision === expected) return
  const message = `${name} in ${channel} is at revision ${revision}, not at ${expected}: somebody changed it. Look at it and decide again.`
  throw new Refusal(412, 'stale', message)
}
