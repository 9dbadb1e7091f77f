import {
  isSameTraffic,
  TWO_PERSON_REMOTES,
  type Canary,
  type DeployedVersion,
  type ReleaseHealth,
  type Channel,
  type Deployment,
  type Promotion,
  type Proposal,
  type ChannelShares,
  type ShellRelease,
} from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { telemetryRepository } from '../reports/vitals.repository.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository, versionsIn } from './channels.repository.ts'
import { deploymentService, isForEverybody, rollbackCandidates } from './deployment.service.ts'
import { isSatisfied } from './gates/gates-routes.ts'
import { Refusal } from './registry-input.ts'
import {
  manifestOf,
  releasesRepository,
  shellsRepository,
  type ReleaseRow,
} from './releases.repository.ts'
import { rolloutsRepository } from './rollout/rollouts.repository.ts'
import { startRollout } from './rollout/rollouts.service.ts'

/** Time window of the loads in staging. */
const WINDOW_MS = 24 * 3_600_000
/** Fewer failures are ignored: a single tester with a bad connection must not block a release. */
const MIN_FAILURES = 3
/** Share of loads that may fail. */
const MAX_FAILURE_RATE = 0.01

type Health = ReleaseHealth[number]

const isUnhealthy = ({ ok, fallback, failed }: Health) =>
  fallback + failed >= MIN_FAILURES &&
  fallback + failed > (ok + fallback + failed) * MAX_FAILURE_RATE

const figures = ({ version, ok, fallback, failed }: Health) =>
  `${version}: ${ok} ok, ${fallback} fell back to another version, ${failed} failed`

/**
 * Refuses production for a release with too many failed loads in staging in the last 24 hours. Throws a `Refusal`
 * (422 `staging_failures`) with the figures, unless the caller accepts them.
 */
function stagingHealth({ registryDb, clock }: Pick<AppContext, 'registryDb' | 'clock'>) {
  return async (
    { channel, name }: { channel: string; name: string },
    versions: readonly DeployedVersion[],
    accepted: boolean,
  ): Promise<void> => {
    if (channel !== 'production' || accepted || versions.length === 0) return
    const since = new Date(clock().getTime() - WINDOW_MS)
    const loads = await telemetryRepository(registryDb).health(since)
    const bad = loads.filter(
      (one) =>
        one.channel === 'staging' &&
        one.name === name &&
        versions.some(({ version }) => version === one.version) &&
        isUnhealthy(one),
    )
    if (bad.length === 0) return
    const message =
      `${name} failed to load in staging in the last 24 hours (${bad.map(figures).join('; ')}). ` +
      'Repair it and ship it again; or, if you know why, repeat with --accept-failures and a --reason.'
    throw new Refusal(422, 'staging_failures', message)
  }
}

type DeploymentTarget = { readonly channel: Channel; readonly name: string }
type By = { readonly by: string }
type Outcome = { readonly deployment: Deployment } | { readonly proposal: Proposal }

/** Two-person rule: production deployments of remotes that handle payments need an approval. */
const needsApproval = ({ channel, name }: DeploymentTarget) =>
  channel === 'production' && TWO_PERSON_REMOTES.includes(name)

/** Promotions, approvals and rollbacks of remotes in a channel. */
export function channelsService(context: AppContext) {
  const { registryDb, clock } = context
  const deployments = deploymentService(context)
  const refuseUnhealthy = stagingHealth(context)

  /**
   * Deploys versions, or proposes them if the two-person rule applies. `revision` is the one the caller has read
   * (optimistic locking). Throws a Refusal: 412 for another revision, 422 for versions that cannot be deployed.
   */
  async function promote(
    target: DeploymentTarget,
    promotion: Promotion,
    { by, revision }: By & { revision: number },
  ): Promise<Outcome> {
    const { versions, reason, accept_failures, canary } = promotion
    return deployments.withChannelLock(target.channel, async (trx) => {
      const current = await channelsRepository(trx).deployment(target.channel, target.name)
      requireRevision(current, revision)
      await deployments.requireDeployable(trx, target, versions)
      await refuseUnhealthy(target, withMoreTraffic(current, versions), accept_failures)
      const isHold = await holdsCanary(trx, current, promotion)
      if (needsApproval(target) && !isHold)
        return { proposal: await propose(trx, current, { versions, reason, by, canary }) }
      const deployment = await deployments.apply(trx, current, {
        versions,
        reason,
        by,
        action: isHold ? 'hold' : versions.length === 0 ? 'remove' : 'promote',
        ...(accept_failures && { detail: { accept_failures } }),
      })
      if (canary) await startRollout(trx, deployment, { canary, by, now: clock() })
      return { deployment }
    })
  }

  async function propose(
    trx: Db,
    { channel, name, revision }: Deployment,
    {
      versions,
      reason,
      by,
      canary,
    }: By & { versions: DeployedVersion[]; reason: string; canary: Canary | undefined },
  ): Promise<Proposal> {
    const at = clock()
    const proposed = { revision, versions, reason, proposed_by: by, ...(canary && { canary }) }
    const proposal = { channel, name, ...proposed, proposed_at: at.toISOString() }
    await channelsRepository(trx).propose(proposal)
    const detail = { versions, on_revision: revision, ...(canary && { canary }) }
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

  /**
   * Applies a proposal. Throws a Refusal: 403 for the proposer, 412 if the proposal (compared
   * by `proposedAt`) or the deployment changed meanwhile.
   */
  async function approve(
    target: DeploymentTarget,
    { by, proposedAt, acceptsFailures }: By & { proposedAt: string; acceptsFailures: boolean },
  ): Promise<Deployment> {
    return deployments.withChannelLock(target.channel, async (trx) => {
      const proposal = await requireProposal(trx, target)
      if (proposal.proposed_by === by) {
        const message = `${by} proposed this, so somebody else has to approve it.`
        throw new Refusal(403, 'second_person', message)
      }
      if (proposedAt !== proposal.proposed_at) {
        const message = `The proposal was replaced at ${proposal.proposed_at}. Look at it and approve it then.`
        throw new Refusal(412, 'stale', message)
      }
      const current = await channelsRepository(trx).deployment(target.channel, target.name)
      requireRevision(current, proposal.revision)
      const { versions, reason, proposed_by, canary } = proposal
      await deployments.requireDeployable(trx, target, versions)
      await refuseUnhealthy(target, withMoreTraffic(current, versions), acceptsFailures)
      const detail = { proposed_by, ...(acceptsFailures && { accept_failures: true }) }
      const change = { versions, reason, by, action: 'approve', detail } as const
      await channelsRepository(trx).dropProposal(target.channel, target.name)
      const deployment = await deployments.apply(trx, current, change)
      if (canary) await startRollout(trx, deployment, { canary, by: proposed_by, now: clock() })
      return deployment
    })
  }

  /** Restores version `to` or the last good deployment as a new revision. Needs no approval, so that it is quick. */
  async function rollback(
    target: DeploymentTarget,
    { to, reason }: { to?: string | undefined; reason: string },
    { by, revision }: By & { revision: number | undefined },
  ): Promise<Deployment> {
    return deployments.withChannelLock(target.channel, async (trx) => {
      const current = await channelsRepository(trx).deployment(target.channel, target.name)
      if (revision !== undefined) requireRevision(current, revision)
      const versions = to ? await singleVersion(trx, current, to) : await lastGood(trx, current)
      const change = { versions, reason, by, action: 'rollback', isRollback: true } as const
      return deployments.apply(trx, current, change)
    })
  }

  async function singleVersion(
    trx: Db,
    current: Deployment,
    version: string,
  ): Promise<DeployedVersion[]> {
    const versions = [{ version, traffic: 100, default: true }]
    await deployments.requireDeployable(trx, current, versions)
    await refuseNeverDeployed(trx, current, version)
    const isThere = current.versions.length === 1 && current.versions[0]?.version === version
    if (!isThere) return versions
    const message = `${current.name} ${version} is all that ${current.channel} has already.`
    throw new Refusal(409, 'nothing_to_roll_back', message)
  }

  /**
   * Prevents a rollback from bypassing the two-person rule with a new release. Where the rule applies, a version that
   * only a part of the visitors had counts as new.
   */
  async function refuseNeverDeployed(
    trx: Db,
    { channel, name }: DeploymentTarget,
    version: string,
  ) {
    const isSameRelease = (one: DeployedVersion) =>
      one.version === version && (!needsApproval({ channel, name }) || isForEverybody(one))
    const earlier = await earlierDeployments(trx, { channel, name })
    if (earlier.some(({ versions }) => versions.some(isSameRelease))) return
    const never = needsApproval({ channel, name })
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

  async function lastGood(trx: Db, current: Deployment): Promise<DeployedVersion[]> {
    const { channel, name } = current
    const earlier = (await earlierDeployments(trx, current))
      .filter(({ revision }) => revision < current.revision)
      .map(({ versions }) => versions)
    for (const candidate of rollbackCandidates(current, earlier)) {
      if (await deployments.isDeployable(trx, current, candidate)) return [...candidate]
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
    /** What a rollback without a version would bring back now. */
    async rollbackTarget(target: DeploymentTarget) {
      const current = await channelsRepository(registryDb).deployment(target.channel, target.name)
      return { revision: current.revision, versions: await lastGood(registryDb, current) }
    },
    list: (channel: Channel) => channelsRepository(registryDb).deployments(channel),
    find: ({ channel, name }: DeploymentTarget) =>
      channelsRepository(registryDb).deployment(channel, name),
    proposal: (target: DeploymentTarget) => requireProposal(registryDb, target),
  }
}

/** Versions whose traffic grows. The health of the others is not checked again. */
const withMoreTraffic = (current: Deployment, versions: readonly DeployedVersion[]) =>
  versions.filter(({ version, traffic }) => {
    const before = current.versions.find((one) => one.version === version)
    return traffic > (before?.traffic ?? 0)
  })

/** The same shares again while a canary runs: nobody gets anything new, and the judge lets the release go. */
async function holdsCanary(trx: Db, current: Deployment, { versions, canary }: Promotion) {
  if (canary || !isSameTraffic(current.versions, versions)) return false
  const running = await rolloutsRepository(trx).running()
  return running.some(({ channel, name }) => channel === current.channel && name === current.name)
}

function requireRevision({ channel, name, revision }: Deployment, expected: number) {
  if (revision === expected) return
  const message = `${name} in ${channel} is at revision ${revision}, not at ${expected}: somebody changed it. Look at it and decide again.`
  throw new Refusal(412, 'stale', message)
}

type Share = ChannelShares['releases'][number]['uses'][number]

/** The shared modules that a release takes from a shell, by name. */
function usesOf(row: ReleaseRow, shell: ShellRelease | undefined): Share[] {
  return manifestOf(row)
    .shared.map(({ name, requiredVersion }) => {
      const provided =
        shell && Object.hasOwn(shell.provides, name) ? shell.provides[name] : undefined
      const suits = provided !== undefined && isSatisfied(provided, requiredVersion)
      return { module: name, range: requiredVersion, suits }
    })
    .sort((one, other) => one.module.localeCompare(other.module))
}

/**
 * Who provides and who uses the shared modules of a channel: its shell, and every release that is deployed there, stand-ins
 * too, since each of them may run beside the shell.
 */
export async function channelShares(
  { registryDb }: Pick<AppContext, 'registryDb'>,
  channel: Channel,
): Promise<ChannelShares> {
  const [shells, deployments] = await Promise.all([
    shellsRepository(registryDb).shells([channel]),
    channelsRepository(registryDb).deployments(channel),
  ])
  const shell = shells[0]?.release
  const releases = await Promise.all(
    deployments.map(async ({ name, versions }) => {
      const wanted = versions.map(({ version }) => version)
      const rows = await releasesRepository(registryDb).findMany(name, wanted)
      return versions.flatMap(({ version, traffic }) => {
        const row = rows.find((one) => one.version === version)
        return row ? [{ name, version, traffic, uses: usesOf(row, shell) }] : []
      })
    }),
  )
  return {
    shell: shell ? { version: shell.version, provides: shell.provides } : null,
    releases: releases.flat(),
  }
}
