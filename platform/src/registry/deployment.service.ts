import type { DeployedVersion, Deployment, Channel, GateProblem } from '@awards/shared/platform'
import type { Db } from '../../../api/src/db/database.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository, type AuditAction } from './authority.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { suitProblems } from './gates/gates.ts'
import { Refusal, gateRefusal } from './registry-input.ts'
import { manifestOf, releasesRepository, shellsRepository } from './releases.repository.ts'

const isIdle = (one: DeployedVersion) => one.traffic === 0 && !one.default
/** All visitors had it, or would have had it where another version fails. */
export const isForEverybody = (one: DeployedVersion) => one.default || one.traffic === 100
const givesTraffic = ({ traffic }: DeployedVersion) => traffic > 0

/**
 * The versions that a rollback takes away: what is being rolled out beside the last that was good
 * (`default`). Where the default itself has all the traffic, that is the one.
 */
function blamed({ versions }: Deployment): string[] {
  const live = versions.filter(givesTraffic)
  const rollingOut = live.filter((one) => !one.default)
  return (rollingOut.length > 0 ? rollingOut : live).map(({ version }) => version)
}

/**
 * What a rollback may restore, best first: earlier deployments of the remote that give no visitor a
 * version that is to go or was rolled back before. So one rollback ends a whole ramp of 1, 10 and 50
 * percent, and a second one goes further back, not forward again.
 */
export function rollbackCandidates(
  present: Deployment,
  earlier: readonly (readonly DeployedVersion[])[],
): (readonly DeployedVersion[])[] {
  const away = new Set([...blamed(present), ...present.withdrawn])
  return earlier
    .filter((versions) => versions.every((one) => !away.has(one.version) || isIdle(one)))
    .map((versions) => versions.filter(({ version }) => !away.has(version)))
    .filter((versions) => versions.length > 0)
}

/** Most that discovery carries. */
const MOST_WITHDRAWN = 50

/** Versions that open tabs have to leave: those left behind now, and those of earlier rollbacks. */
function withdrawnAfter(present: Deployment, restored: readonly DeployedVersion[]): string[] {
  const kept = new Set(restored.map(({ version }) => version))
  const left = present.versions.map(({ version }) => version)
  const all = new Set([...left, ...present.withdrawn])
  return [...all].filter((version) => !kept.has(version)).slice(0, MOST_WITHDRAWN)
}

type DeploymentTarget = { readonly channel: Channel; readonly name: string }

export type Change = {
  readonly versions: readonly DeployedVersion[]
  readonly reason: string
  readonly by: string
  readonly action: Extract<AuditAction, 'promote' | 'approve' | 'rollback' | 'remove'>
  readonly detail?: Record<string, unknown>
  /** Versions that are left behind are withdrawn from open tabs too. */
  readonly isRollback?: boolean
}

/** The one way in which a deployment changes; whoever changes one holds the lock of its channel. */
export function deploymentService({ registryDb, clock, registry }: AppContext) {
  /** The transaction has the channel for itself; afterwards this process reads it anew. */
  async function inChannel<T>(channel: Channel, work: (trx: Db) => Promise<T>): Promise<T> {
    const done = await registryDb.transaction().execute(async (trx) => {
      await channelsRepository(trx).lock([channel])
      return work(trx)
    })
    registry.invalidate()
    return done
  }

  async function apply(trx: Db, present: Deployment, change: Change): Promise<Deployment> {
    const { channel, name } = present
    const { versions, action, reason, by, detail = {}, isRollback = false } = change
    const promoted = new Set(versions.map(({ version }) => version))
    const next: Deployment = {
      channel,
      name,
      revision: present.revision + 1,
      versions: [...versions],
      withdrawn: isRollback
        ? withdrawnAfter(present, versions)
        : present.withdrawn.filter((version) => !promoted.has(version)),
    }
    await channelsRepository(trx).save(next)
    await registryAuditRepository(trx).record({
      at: clock(),
      actor: by,
      action,
      channel,
      name,
      reason,
      revision: next.revision,
      detail: { ...detail, versions, before: present.versions, withdrawn: next.withdrawn },
    })
    return next
  }

  /** What stands against giving these versions to the visitors of a channel now. */
  async function unsuitable(
    trx: Db,
    { channel, name }: DeploymentTarget,
    versions: readonly DeployedVersion[],
  ): Promise<{ gone: string[]; problems: GateProblem[] }> {
    const names = versions.map(({ version }) => version)
    const rows = await releasesRepository(trx).several(name, names)
    const gone = names.filter((version) => !rows.some((row) => row.version === version))
    const shells = await shellsRepository(trx).shells([channel])
    const neighbours = await channelsRepository(trx).neighbours([channel], name)
    const problems = rows.flatMap((row) =>
      suitProblems({ name, version: row.version }, manifestOf(row), { shells, neighbours }),
    )
    return { gone, problems }
  }

  const suits = async (trx: Db, place: DeploymentTarget, versions: readonly DeployedVersion[]) => {
    const { gone, problems } = await unsuitable(trx, place, versions)
    return gone.length === 0 && problems.length === 0
  }

  async function refuseUnsuitable(
    trx: Db,
    place: DeploymentTarget,
    versions: readonly DeployedVersion[],
  ) {
    const { gone, problems } = await unsuitable(trx, place, versions)
    if (gone.length > 0) {
      const what = `${place.name} ${gone.join(', ')}`
      const message = `${what} is not published, or its files were removed. Publish it first, or name another version.`
      throw new Refusal(422, 'version_unknown', message)
    }
    if (problems.length > 0) throw gateRefusal(`${place.name} in ${place.channel}`, problems)
  }

  return { inChannel, apply, suits, refuseUnsuitable }
}
