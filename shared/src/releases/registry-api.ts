import { z } from 'zod'
import { ChannelName, RemoteId, RemoteRoute, Version } from './release.ts'
import { MIN_STEP_VIEWS, ROLLOUT_STEPS } from './rollout.ts'

/** Reasons for which a release is refused; each is answered with 422 and a text that names both sides. */
export const GATES = [
  'archive_unreadable',
  'archive_too_large',
  'path_unsafe',
  'manifest_missing',
  'manifest_invalid',
  'name_mismatch',
  'global_name_mismatch',
  'public_path_not_auto',
  'entry_path_unsafe',
  'absolute_remote',
  'version_mismatch',
  'file_missing',
  'file_unlisted',
  'digest_mismatch',
  'chunk_name_missing',
  'shared_unsatisfied',
  'contract_unsatisfied',
  'expose_missing',
  'route_overlap',
  'render_failed',
  'contract_any',
  'types_failed',
  'surface_broken',
  'size_exceeded',
] as const
export type Gate = (typeof GATES)[number]

/** One reason of a refusal. `wanted` and `provided` name the two sides where there are two. */
export const GateProblem = z.object({
  gate: z.enum(GATES),
  message: z.string(),
  subject: z.string().optional(),
  wanted: z.string().optional(),
  provided: z.string().optional(),
})
export type GateProblem = z.infer<typeof GateProblem>

/** Body of every refusal of the registry: a stable code, what happened, what to do next. */
export const RegistryRefusal = z.object({
  error: z.string(),
  message: z.string(),
  problems: z.array(GateProblem).optional(),
})
export type RegistryRefusal = z.infer<typeof RegistryRefusal>

/** One version of a deployment; `traffic` in percent of visitors. */
export const DeployedVersion = z.strictObject({
  version: Version,
  traffic: z.int().min(0).max(100),
  default: z.boolean(),
})
export type DeployedVersion = z.infer<typeof DeployedVersion>

/** Production takes a release that failed to load in staging only from somebody who has seen its figures. */
const AcceptFailures = z.boolean().default(false)

/** A rollout that judges itself, from 1 % of the visitors on. */
export const Canary = z.strictObject({
  /** Views of each release that a step needs at least. */
  min_views: z.int().min(20).max(1_000_000).default(MIN_STEP_VIEWS),
})
export type Canary = z.infer<typeof Canary>

/** Body of PATCH on a deployment. An empty list takes the remote out of the channel. */
export const Promotion = z
  .strictObject({
    versions: z.array(DeployedVersion).max(5),
    reason: z.string().trim().max(300).default(''),
    accept_failures: AcceptFailures,
    canary: Canary.optional(),
  })
  .superRefine(({ versions, reason, accept_failures, canary }, context) => {
    if (accept_failures && !reason) {
      const message = 'Say why these failures are acceptable.'
      context.addIssue({ code: 'custom', message, path: ['reason'] })
    }
    if (versions.length === 0) return
    const note = (message: string) =>
      context.addIssue({ code: 'custom', message, path: ['versions'] })
    const traffic = versions.reduce((sum, one) => sum + one.traffic, 0)
    if (traffic !== 100) note(`The traffic adds up to ${traffic}; it has to be 100.`)
    if (versions.filter((one) => one.default).length !== 1)
      note('Mark exactly one version as default.')
    const [first] = ROLLOUT_STEPS
    const starts = versions.some((one) => one.traffic === first && !one.default)
    if (canary && !(versions.length === 2 && starts)) {
      note(`A canary begins with ${first} % for the new version beside the default one.`)
    }
    if (new Set(versions.map((one) => one.version)).size !== versions.length) {
      note('A version is named twice.')
    }
  })
export type Promotion = z.infer<typeof Promotion>

/** Query of a PUT of a version. Without a channel the shells of all channels have to suit. */
export const PublishQuery = z.object({
  dryRun: z.enum(['0', '1']).default('0'),
  channel: ChannelName.optional(),
  preview: z.enum(['0', '1']).default('0'),
  /** Of the sources; `-dirty` behind it says that they had changes which were not committed. */
  commit: z.string().trim().min(1).max(64).optional(),
  /** Whether the sources of the remote compile against the installed `shared`. */
  types: z.enum(['ok', 'failed', 'unchecked']).default('unchecked'),
  /** Why the release may be larger than its budget, or than the one before. */
  acceptSize: z.string().trim().min(3).max(300).optional(),
})

/** Body of a rollback; without `to` the deployment before the present one comes back. */
export const Rollback = z.strictObject({
  to: Version.optional(),
  reason: z.string().trim().max(300).default(''),
})

/** Answer of `GET` on the rollback: what one without `to` would bring back, and the revision it would replace. */
export const RollbackTarget = z.object({ revision: z.int(), versions: z.array(DeployedVersion) })
export type RollbackTarget = z.infer<typeof RollbackTarget>

/** A remote in a channel. The revision is what `If-Match` has to name. */
export const Deployment = z.object({
  channel: ChannelName,
  name: RemoteId,
  revision: z.int(),
  versions: z.array(DeployedVersion),
  withdrawn: z.array(Version),
})
export type Deployment = z.infer<typeof Deployment>

/** Answer of `GET` on a channel: one for each remote that was ever deployed there. */
export const Deployments = z.array(Deployment)

/** A promotion that waits for a second person; the answer 202, and of `GET` on `approve`. */
export const Proposal = z.object({
  channel: ChannelName,
  name: RemoteId,
  /** The revision that stood when it was proposed; another one makes it void. */
  revision: z.int(),
  versions: z.array(DeployedVersion),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: z.iso.datetime(),
  /** Present where the proposal is for a rollout that judges itself. */
  canary: Canary.optional(),
})
export type Proposal = z.infer<typeof Proposal>

/** Answer of `GET` on the proposals of a channel that wait for a second person. */
export const Proposals = z.array(Proposal)

/** Body of an approval: `proposed_at` names the very proposal that the second person has seen. */
export const Approval = z.strictObject({
  proposed_at: z.iso.datetime('has to be that of the proposal; read it first with GET'),
  accept_failures: AcceptFailures,
})

/** One line of the record: what was done or refused, by whom. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  outcome: z.enum(['done', 'refused']),
  name: z.string().nullable(),
  channel: z.string().nullable(),
  /** Only where a deployment was changed; counts up by one for each remote in each channel. */
  revision: z.int().nullable(),
  detail: z.record(z.string(), z.unknown()),
  reason: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Answer of `GET` on the record, newest first; `next` is the `before` of the following page. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })
export type AuditPage = z.infer<typeof AuditPage>

/** A published release, without its files. */
export const PublishedVersion = z.object({
  name: RemoteId,
  version: Version,
  digest: z.string(),
  integrity: z.string(),
  contract: z.string(),
  routes: z.array(RemoteRoute),
  preview: z.boolean(),
  /** Whether browsers can check each of its scripts (`Integrity-Policy`); absent from an older registry. */
  sealed: z.boolean().optional(),
  commit: z.string().nullable(),
  published_by: z.string(),
  published_at: z.iso.datetime(),
  files: z.int(),
  bytes: z.int(),
})
export type PublishedVersion = z.infer<typeof PublishedVersion>

/** Answer of `GET` on a remote's versions, newest first. */
export const PublishedVersions = z.array(PublishedVersion)

/** Answer of `PUT` on a build of the shell. */
export const PublishedShell = z.object({ version: Version, files: z.int(), bytes: z.int() })
export type PublishedShell = z.infer<typeof PublishedShell>

/** Loads of one version in a channel in the last hour. */
export const VersionHealth = z.object({ ok: z.int(), fallback: z.int(), failed: z.int() })
export type VersionHealth = z.infer<typeof VersionHealth>

/** Answer of `GET` on the health of releases: one for each version that was loaded in a channel in the last hour. */
export const ReleaseHealth = z.array(
  VersionHealth.extend({ name: RemoteId, version: Version, channel: ChannelName }),
)
export type ReleaseHealth = z.infer<typeof ReleaseHealth>

const Known = z.int().nullable()
/** What a release did in its channel in the last hour. `null` is not known, for instance for want of a view. */
export const ReleaseSummary = z.object({
  views: Known,
  failed_views: Known,
  loads: Known,
  failed_loads: Known,
  fallbacks: Known,
  error_views: Known,
  api_failed_views: Known,
  renders: Known,
  failed_renders: Known,
  /** Visits in which a call failed, by call. */
  api_errors: z.record(z.string(), z.int()),
  /** Milliseconds. */
  lcp_p75: Known,
  inp_p75: Known,
})
export type ReleaseSummary = z.infer<typeof ReleaseSummary>

/** Answer of `GET /api/platform/overview`: everything the panel of QA shows; health is that of its own channel. */
export const PlatformOverview = z.object({
  channel: ChannelName,
  /** `preview`: only versions that are marked so, and only for staff. `off`: read with a deploy token. */
  pins: z.enum(['on', 'preview', 'off']),
  remotes: z.array(
    z.object({
      name: RemoteId,
      deployments: z.array(Deployment),
      versions: z.array(
        PublishedVersion.extend({
          /** Null where nobody loaded it. */
          health: VersionHealth.nullable(),
          /** By channel. */
          figures: z.partialRecord(ChannelName, ReleaseSummary),
        }),
      ),
    }),
  ),
})
export type PlatformOverview = z.infer<typeof PlatformOverview>

/** Scope of a token that reads and changes nothing. */
export const READ_ONLY = 'none'

/** Answer of `GET` on the caller: whose token it is, for which remote (`*` for all), and when it ends. */
export const Caller = z.object({
  owner: z.string(),
  scope: z.string(),
  expires_at: z.iso.datetime().nullable(),
})
export type Caller = z.infer<typeof Caller>

/** Answer of `GET` on the owners: who has a token for a remote, and who is told when a release is stopped. */
export const RemoteOwners = z.array(
  z.object({ name: z.string(), owners: z.array(z.string()), told: z.array(z.string()) }),
)
export type RemoteOwners = z.infer<typeof RemoteOwners>

/** What one release did in one minute of a channel; `null` is not known. */
export const ReleaseMinute = z.object({
  minute: z.iso.datetime(),
  version: Version,
  views: Known,
  failed_views: Known,
  failed_loads: Known,
  error_views: Known,
  api_failed_views: Known,
  failed_renders: Known,
})
export type ReleaseMinute = z.infer<typeof ReleaseMinute>

/** Answer of `GET` on the minutes of a remote in a channel: whole minutes in which something was counted. */
export const ReleaseMinutes = z.object({
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  minutes: z.array(ReleaseMinute),
})
export type ReleaseMinutes = z.infer<typeof ReleaseMinutes>

/** Answer of `GET` on the shares of a channel: what its shell provides, and what each deployed release takes of it. */
export const ChannelShares = z.object({
  /** Null where no site follows the channel. */
  shell: z.object({ version: Version, provides: z.record(z.string(), z.string()) }).nullable(),
  releases: z.array(
    z.object({
      name: RemoteId,
      version: Version,
      traffic: z.int(),
      uses: z.array(
        z.object({
          module: z.string(),
          range: z.string(),
          /** Whether the shell provides a version in this range. */
          suits: z.boolean(),
        }),
      ),
    }),
  ),
})
export type ChannelShares = z.infer<typeof ChannelShares>

/** Deployments that need a second person in production (platform: money is at stake). */
export const TWO_PERSON_REMOTES: readonly string[] = ['mf-payment']

/**
 * Versions of a channel that give `version` its `traffic` percent. The version with the most traffic so far
 * gets the rest and is the last known good, the fallback of a tab that cannot load the new one;
 * so it stays listed with 0 % until the next promotion.
 */
export function promotionOf(
  present: readonly DeployedVersion[],
  version: string,
  traffic: number,
): DeployedVersion[] {
  const [previous] = present
    .filter((one) => one.version !== version)
    .sort((a, b) => b.traffic - a.traffic || Number(b.default) - Number(a.default))
  if (!previous) return [{ version, traffic: 100, default: true }]
  return [
    { version, traffic, default: false },
    { version: previous.version, traffic: 100 - traffic, default: true },
  ]
}

const keyOf = (versions: readonly DeployedVersion[]) =>
  versions
    .map((one) => [one.version, one.traffic, one.default].join(' '))
    .sort()
    .join()

/** Whether two deployments have the same versions, traffic and default. */
export const isSameTraffic = (a: readonly DeployedVersion[], b: readonly DeployedVersion[]) =>
  keyOf(a) === keyOf(b)

/** The version with the most traffic. */
export const mainVersion = (versions: readonly DeployedVersion[]): string | undefined =>
  versions.toSorted((a, b) => b.traffic - a.traffic)[0]?.version

/** What a promotion asks for: a canary needs another version that has visitors beside it, else everybody gets it. */
export function promotionPlan(
  present: readonly DeployedVersion[],
  version: string,
  { traffic, canary }: { traffic: number; canary: Canary | undefined },
): { versions: DeployedVersion[]; canary: Canary | undefined } {
  const hasBeside = present.some((one) => one.version !== version && one.traffic > 0)
  const judged = hasBeside ? canary : undefined
  return {
    versions: promotionOf(present, version, judged ? ROLLOUT_STEPS[0] : traffic),
    canary: judged,
  }
}
