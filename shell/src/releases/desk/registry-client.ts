import { api, BusinessError, toFailure } from '@awards/shared/client'
import {
  AuditPage,
  Caller,
  ChannelShares,
  Deployment,
  MIN_STEP_VIEWS,
  PlatformOverview,
  Proposal,
  Proposals,
  RegistryRefusal,
  registryPaths,
  ReleaseMinutes,
  RemoteOwners,
  RollbackTarget,
  Rollouts,
  type AuditEntry,
  type Canary,
  type Channel,
  type DeployedVersion,
  type ReleaseSummary,
  type Rollout,
} from '@awards/shared/releases'
import type { z } from 'zod'

type Common = {
  readonly channel: Channel
  readonly name: string
  /** The revision that the person has seen; another one is refused. */
  readonly revision: number
  readonly reason: string
}

/** What somebody does to the deployment of a remote in a channel. */
export type Change = Common &
  (
    | {
        readonly kind: 'promote'
        readonly version: string
        readonly versions: readonly DeployedVersion[]
        readonly canary: Canary | undefined
        readonly acceptFailures: boolean
      }
    | { readonly kind: 'hold'; readonly versions: readonly DeployedVersion[] }
    | { readonly kind: 'rollback'; readonly to: string | undefined }
    | { readonly kind: 'approve'; readonly proposed_at: string; readonly acceptFailures: boolean }
  )

/** A word as a shell reads it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The line that does the same from the command line. */
export function commandLine(change: Change): string {
  const { channel, name, reason, revision } = change
  const words = ['npm run mfe --', change.kind, name]
  if (change.kind === 'promote') words.push(change.version)
  words.push('--channel', channel)
  if (change.kind === 'promote') {
    if (!change.canary) words.push('--canary off')
    else if (change.canary.min_views !== MIN_STEP_VIEWS) {
      words.push('--views', String(change.canary.min_views))
    }
    words.push('--if-revision', String(revision))
  }
  if (change.kind === 'rollback' && change.to) words.push('--to', change.to)
  if ((change.kind === 'promote' || change.kind === 'approve') && change.acceptFailures) {
    words.push('--accept-failures')
  }
  if (reason && change.kind !== 'approve') words.push('--reason', quoted(reason))
  return words.join(' ')
}

const PATIENCE_MS = 20_000

type Init = { method?: string; headers?: Record<string, string>; body?: unknown }

/**
 * Makes one of the registry's own calls, those of the command line, with the token that this browser has. Its answers
 * have real statuses and no envelope; a refusal is thrown as a `BusinessError` with its reason.
 */
async function call<S extends z.ZodType>(
  path: string,
  schema: S,
  { method = 'GET', headers = {}, body }: Init = {},
): Promise<z.output<S>> {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return schema.parse(answer)
  const refusal = RegistryRefusal.parse(answer)
  const text = [
    refusal.message,
    ...(refusal.problems ?? []).map((one) => `${one.gate}: ${one.message}`),
  ].join('\n')
  throw new BusinessError(response.status, text, { reason: refusal.error })
}

async function everything(channel: Channel) {
  // First alone: without a good token nothing else is asked for.
  const caller = await call(registryPaths.caller, Caller)
  const [overview, owners, rollouts, waiting] = await Promise.all([
    call(registryPaths.overview, PlatformOverview),
    call(registryPaths.owners, RemoteOwners),
    call(registryPaths.rollouts(channel), Rollouts),
    call(registryPaths.proposals(channel), Proposals),
  ])
  return { caller, remotes: overview.remotes, owners, rollouts, proposals: waiting }
}
export type Releases = Awaited<ReturnType<typeof everything>>

export type Place = { readonly channel: Channel; readonly name: string }

const MOST_PAGES = 6
const ENOUGH_ENTRIES = 30

async function page({ channel, name }: Place): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  let before: string | null = null
  // A page of the record is of the whole channel; a busy remote hides a quiet one.
  for (let pages = 0; pages < MOST_PAGES && found.length < ENOUGH_ENTRIES; pages += 1) {
    const query: string = before === null ? '' : `?before=${before}`
    const { entries, next }: AuditPage = await call(registryPaths.audit(channel) + query, AuditPage)
    found.push(...entries.filter((one) => one.name === name))
    before = next
    if (next === null) break
  }
  return found
}

const sent = (change: Change) => {
  const { channel, name, revision } = change
  const headers = { 'if-match': `"${revision}"` }
  const { reason } = change
  if (change.kind === 'approve') {
    const { proposed_at, acceptFailures: accept_failures } = change
    const body = { proposed_at, accept_failures }
    return call(registryPaths.approve(channel, name), Deployment, { method: 'POST', body })
  }
  if (change.kind === 'rollback') {
    const { to } = change
    const body = { reason, ...(to && { to }) }
    const path = registryPaths.rollback(channel, name)
    return call(path, Deployment, { method: 'POST', headers, body })
  }
  const { versions } = change
  const body =
    change.kind === 'promote'
      ? {
          versions,
          reason,
          accept_failures: change.acceptFailures,
          ...(change.canary && { canary: change.canary }),
        }
      : { versions, reason }
  return call(registryPaths.deployment(channel, name), Deployment.or(Proposal), {
    method: 'PATCH',
    headers,
    body,
  })
}

const answering =
  <Given, Data>(work: (given: Given) => Promise<Data>) =>
  async (given: Given) => {
    try {
      return { data: await work(given) }
    } catch (error) {
      return { error: toFailure(error) }
    }
  }

const registryApi = api.enhanceEndpoints({ addTagTypes: ['releases'] }).injectEndpoints({
  endpoints: (build) => ({
    releases: build.query<Releases, Channel>({
      queryFn: answering(everything),
      providesTags: ['releases'],
    }),
    releaseMinutes: build.query<ReleaseMinutes, Place>({
      queryFn: answering(({ channel, name }) =>
        call(registryPaths.minutes(channel, name), ReleaseMinutes),
      ),
      providesTags: ['releases'],
    }),
    channelShares: build.query<ChannelShares, Channel>({
      queryFn: answering((channel) => call(registryPaths.shares(channel), ChannelShares)),
      providesTags: ['releases'],
    }),
    releaseRecord: build.query<AuditEntry[], Place>({
      queryFn: answering(page),
      providesTags: ['releases'],
    }),
    rollbackTarget: build.query<RollbackTarget, Place & { revision: number }>({
      queryFn: answering(({ channel, name }) =>
        call(registryPaths.rollback(channel, name), RollbackTarget),
      ),
      providesTags: ['releases'],
    }),
    changeRelease: build.mutation<Deployment | Proposal, Change>({
      queryFn: answering(sent),
      invalidatesTags: ['releases'],
    }),
  }),
})

export const {
  useReleasesQuery,
  useReleaseMinutesQuery,
  useChannelSharesQuery,
  useReleaseRecordQuery,
  useRollbackTargetQuery,
  useChangeReleaseMutation,
} = registryApi

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
