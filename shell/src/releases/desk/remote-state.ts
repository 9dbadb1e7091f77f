import type {
  Channel,
  Deployment,
  PlatformOverview,
  ReleaseSummary,
  Rollout,
} from '@awards/shared/releases'
import type { Releases } from './registry-client.ts'

export type Remote = PlatformOverview['remotes'][number]
export type Release = Remote['versions'][number]

/** How a remote fares in a channel. */
export type RemoteState =
  | 'absent'
  | 'waiting'
  | 'stopped'
  | 'canary'
  | 'failing'
  | 'good'
  | 'unknown'

/** Failing views that a single visitor does not make. */
const MIN_FAILURES = 3
const MAX_FAILURE_RATE = 0.01

export const deploymentIn = ({ deployments }: Remote, channel: Channel): Deployment | undefined =>
  deployments.find((one) => one.channel === channel && one.versions.length > 0)

/** Deployed versions, that with the most visitors first. */
export const sharesOf = (deployment: Deployment | undefined) =>
  (deployment?.versions ?? []).toSorted(
    (one, other) => other.traffic - one.traffic || Number(other.default) - Number(one.default),
  )

export const figuresOf = (remote: Remote, channel: Channel, version: string) =>
  remote.versions.find((one) => one.version === version)?.figures[channel]

/** The newest rollout of a remote, unless somebody took over from the judge. */
export const rolloutOf = ({ rollouts }: Releases, name: string): Rollout | undefined =>
  rollouts.find((one) => one.name === name && one.state !== 'replaced')

/** Whether the stop of a rollout is still what the channel stands on. */
const isStopped = (rollout: Rollout, deployment: Deployment) =>
  rollout.state === 'stopped' && deployment.withdrawn.includes(rollout.version)

const isFailing = ({ failed_views, views }: ReleaseSummary) =>
  (failed_views ?? 0) >= MIN_FAILURES &&
  (failed_views ?? 0) > Math.max(views ?? 0, failed_views ?? 0) * MAX_FAILURE_RATE

/** The one thing to know of a remote in a channel. */
export function stateOf(releases: Releases, remote: Remote, channel: Channel): RemoteState {
  const deployment = deploymentIn(remote, channel)
  if (releases.proposals.some(({ name }) => name === remote.name)) return 'waiting'
  if (!deployment) return 'absent'
  const rollout = rolloutOf(releases, remote.name)
  if (rollout?.state === 'running') return 'canary'
  const figures = deployment.versions.flatMap(
    ({ version }) => figuresOf(remote, channel, version) ?? [],
  )
  if (figures.some(isFailing)) return 'failing'
  if (rollout && isStopped(rollout, deployment)) return 'stopped'
  return figures.some(({ views }) => views !== null) ? 'good' : 'unknown'
}

/** Remotes that a channel has before those that it lacks. */
export const inOrder = (remotes: readonly Remote[], channel: Channel) =>
  remotes.toSorted(
    (one, other) =>
      Number(!deploymentIn(one, channel)) - Number(!deploymentIn(other, channel)) ||
      one.name.localeCompare(other.name),
  )
