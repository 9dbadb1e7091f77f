import { api, BusinessError, toFailure } from '@awards/shared/client'
import {
  AuditPage,
  Caller,
  ChannelShares,
  Deployment,
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
  type Channel,
} from '@awards/shared/releases'
import type { z } from 'zod'
import type { Change } from './change.ts'

/* The registry's own calls, those of the command line. Its answers have real statuses and no envelope. */

const PATIENCE_MS = 20_000

type Init = { method?: string; headers?: Record<string, string>; body?: unknown }

/** Calls the registry with the token that this browser has; throws a `BusinessError` with the reason of a refusal. */
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
const MOST_PAGES = 6
const ENOUGH_ENTRIES = 30

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
