import type { DeployedVersion, Deployment, Channel, GateProblem } from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository, type AuditAction } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { MAX_WITHDRAWN } from './discovery/discovery.ts'
import { rolloutsRepository } from './rollout/rollouts.repository.ts'
import { compatibilityProblems } from './gates/gates.ts'
import { Refusal, gateRefusal } from './registry-input.ts'
import { manifestOf, releasesRepository, shellsRepository } from './releases.repository.ts'

const isIdle = (one: DeployedVersion) => one.traffic === 0 && !one.default
/** All visitors get the version, directly or as the fallback. */
export const isForEverybody = (one: DeployedVersion) => one.default || one.traffic === 100
const givesTraffic = ({ traffic }: DeployedVersion) => traffic > 0

/**
 * Versions that a rollback removes: those being rolled out beside the `default`, or the default itself if it has all
 * the traffic.
 */
function versionsToRemove({ versions }: Deployment): string[] {
  const live = versions.filter(givesTraffic)
  const rollingOut = live.filter((one) => !one.default)
  return (rollingOut.length > 0 ? rollingOut : live).map(({ version }) => version)
}

/**
 * Deployments that a rollback may restore, newest first: earlier ones without traffic for a version that is removed
 * now or was withdrawn before. One rollback therefore ends a whole ramp (1, 10, 50 %), and a second one goes further
 * back.
 */
export function rollbackCandidates(
  current: Deployment,
  earlier: readonly (readonly DeployedVersion[])[],
): (readonly DeployedVersion[])[] {
  const excluded = new Set([...versionsToRemove(current), ...current.withdrawn])
  return earlier
    .filter((versions) => versions.every((one) => !excluded.has(one.version) || isIdle(one)))
    .map((versions) => versions.filter(({ version }) => !excluded.has(version)))
    .filter((versions) => versions.length > 0)
}

/** Versions that open tabs have to leave: those removed now and by earlier rollbacks. */
function withdrawnAfter(current: Deployment, restored: readonly DeployedVersion[]): string[] {
  const restoredVersions = new Set(restored.map(({ version }) => version))
  const removed = current.versions.map(({ version }) => version)
  const all = new Set([...removed, ...current.withdrawn])
  return [...all].filter((version) => !restoredVersions.has(version)).slice(0, MAX_WITHDRAWN)
}

type DeploymentTarget = { readonly channel: Channel; readonly name: string }

export type Change = {
  readonly versions: readonly DeployedVersion[]
  readonly reason: string
  readonly by: string
  readonly action: Extract<
    AuditAction,
    'promote' | 'hold' | 'approve' | 'rollback' | 'remove' | 'advance' | 'stop'
  >
  readonly detail?: Record<string, unknown>
  /** Removed versions are also withdrawn from open tabs. */
  readonly isRollback?: boolean
}

/** The only writer of deployments. All functions with `trx` require the lock of the channel (`withChannelLock`). */
export function deploymentService({ registryDb, clock, registry }: AppContext) {
  /** Runs `work` in a transaction that holds the lock of the channel, then invalidates the reader's cache. */
  async function withChannelLock<T>(channel: Channel, work: (trx: Db) => Promise<T>): Promise<T> {
    const done = await registryDb.transaction().execute(async (trx) => {
      await channelsRepository(trx).lock([channel])
      return work(trx)
    })
    registry.invalidate()
    return done
  }

  /** Saves the next revision of a deployment and records it in the audit log. */
  async function apply(trx: Db, current: Deployment, change: Change): Promise<Deployment> {
    const { channel, name } = current
    const { versions, action, reason, by, detail = {}, isRollback = false } = change
    const promoted = new Set(versions.map(({ version }) => version))
    const next: Deployment = {
      channel,
      name,
      revision: current.revision + 1,
      versions: [...versions],
      withdrawn: isRollback
        ? withdrawnAfter(current, versions)
        : current.withdrawn.filter((version) => !promoted.has(version)),
    }
    await channelsRepository(trx).save(next)
    // A person who changes the deployment takes over from the judge; its own steps keep the rollout.
    if (action !== 'advance' && action !== 'stop') {
      await rolloutsRepository(trx).replaceRunning(channel, name)
    }
    await registryAuditRepository(trx).record({
      at: clock(),
      actor: by,
      action,
      channel,
      name,
      reason,
      revision: next.revision,
      detail: { ...detail, versions, before: current.versions, withdrawn: next.withdrawn },
    })
    return next
  }

  /** Reasons against deploying the versions now: `gone` has no files, `problems` are failed gates. */
  async function deploymentProblems(
    trx: Db,
    { channel, name }: DeploymentTarget,
    versions: readonly DeployedVersion[],
  ): Promise<{ gone: string[]; problems: GateProblem[] }> {
    const names = versions.map(({ version }) => version)
    const rows = await releasesRepository(trx).findMany(name, names)
    const gone = names.filter((version) => !rows.some((row) => row.version === version))
    const shells = await shellsRepository(trx).shells([channel])
    const otherRemotes = await channelsRepository(trx).otherRemotes([channel], name)
    const problems = rows.flatMap((row) =>
      compatibilityProblems({ name, version: row.version }, manifestOf(row), {
        shells,
        otherRemotes,
      }),
    )
    return { gone, problems }
  }

  const isDeployable = async (
    trx: Db,
    target: DeploymentTarget,
    versions: readonly DeployedVersion[],
  ) => {
    const { gone, problems } = await deploymentProblems(trx, target, versions)
    return gone.length === 0 && problems.length === 0
  }

  async function requireDeployable(
    trx: Db,
    target: DeploymentTarget,
    versions: readonly DeployedVersion[],
  ) {
    const { gone, problems } = await deploymentProblems(trx, target, versions)
    if (gone.length > 0) {
      const what = `${target.name} ${gone.join(', ')}`
      const message = `${what} is not published, or its files were removed. Publish it first, or name another version.`
      throw new Refusal(422, 'version_unknown', message)
    }
    if (problems.length > 0) throw gateRefusal(`${target.name} in ${target.channel}`, problems)
  }

  return { withChannelLock, apply, isDeployable, requireDeployable }
}
