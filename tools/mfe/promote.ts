import {
  MIN_STEP_VIEWS,
  PublishedVersion,
  registryPaths,
  Proposal,
  isSameTraffic,
  mainVersion,
  promotionPlan,
  type Canary,
  type Channel,
} from '@awards/shared/releases'
import { z } from 'zod'
import {
  type Arguments,
  channelOf,
  revisionOf,
  trafficOf,
  type Command,
  CommandError,
  UsageError,
} from './command.ts'
import {
  changeDeployment,
  describeVersions,
  readDeployment,
  recordDeployment,
  registryOf,
  requireRevision,
  seenRevisions,
  sendUnlessStale,
  type DeploymentKey,
  type Registry,
} from './registry.ts'

/** Default version: for production the main version of staging, for staging the newest published one. */
async function proposedVersion(
  registry: Registry,
  { channel, name }: DeploymentKey,
): Promise<string> {
  if (channel === 'production') {
    const staged = mainVersion(
      (await readDeployment(registry, { channel: 'staging', name })).versions,
    )
    if (staged) return staged
  }
  const published = await registry.get(registryPaths.versions(name), z.array(PublishedVersion))
  const newest = published
    .filter(({ preview }) => !preview)
    .sort((a, b) => (a.published_at < b.published_at ? 1 : -1))[0]
  if (newest) return newest.version
  throw new CommandError(`Nothing of ${name} is published. Run "publish ${name}" first.`)
}

export type Promotion = {
  readonly version?: string | undefined
  readonly traffic?: number
  /** Starts a rollout that judges itself, instead of `traffic`. */
  readonly canary?: Canary | undefined
  readonly reason?: string
  /** Promotes a version although it failed to load in staging. */
  readonly acceptFailures?: boolean
  /** Expected revision; by default the last one shown on this machine. */
  readonly ifRevision?: number | undefined
}

/** Gives a version a share of a channel's traffic. */
export async function promoteRelease(
  registry: Registry,
  place: DeploymentKey,
  {
    version,
    traffic: share = 100,
    canary,
    reason = '',
    acceptFailures = false,
    ifRevision,
  }: Promotion,
): Promise<void> {
  const chosen = version ?? (await proposedVersion(registry, place))
  const present = await readDeployment(registry, place)
  const decidedOn = ifRevision ?? seenRevisions(registry.site).of(place)
  if (decidedOn !== undefined) await requireRevision(registry, present, decidedOn)
  const plan = promotionPlan(present.versions, chosen, { traffic: share, canary })
  const { versions, canary: judged } = plan
  if (isSameTraffic(present.versions, versions)) {
    const advice = version ? '' : ' Name a version to promote another one.'
    console.log(
      `${place.channel} gives ${describeVersions(versions)} of ${place.name} already.${advice}`,
    )
    return
  }
  if (versions.length === 1 && share < 100) {
    console.log(`${place.channel} has no other version of ${place.name}, so everybody gets it.`)
  }
  await changeDeployment(registry, present, {
    versions,
    reason,
    accept_failures: acceptFailures,
    ...(judged && { canary: judged }),
  })
  if (!judged) return
  console.log(
    `The canary judges itself: 1, 10, 50, 100 %, each step after 2 minutes and ${judged.min_views} views ` +
      `(a tenth at 1 %). "status ${place.name}" shows how far it is.`,
  )
}

/** The canary that a promotion asks for: by default in production, unless its traffic is given. */
function canaryOf(given: Arguments, channel: Channel): Canary | undefined {
  const mode = given.text('canary')
  const traffic = given.text('traffic')
  if (mode !== undefined && mode !== 'auto' && mode !== 'off') {
    throw new UsageError(`--canary ${mode}: there are auto and off.`)
  }
  if (mode === 'auto' && traffic !== undefined) {
    throw new UsageError('--canary auto gives the traffic by itself; leave --traffic out.')
  }
  const isAuto = mode === 'auto' || (!mode && channel === 'production' && traffic === undefined)
  const views = given.text('views')
  if (views !== undefined && !isAuto) throw new UsageError('--views belongs to --canary auto.')
  if (views !== undefined && !/^\d{2,7}$/.test(views)) {
    throw new UsageError(`--views ${views}: give the views that a step needs, for instance 500.`)
  }
  return isAuto ? { min_views: Number(views ?? MIN_STEP_VIEWS) } : undefined
}

export const promote: Command = {
  usage:
    '<name> [version] --channel staging|production [--canary auto|off] [--views 500] [--traffic 10] [--reason "…"] [--accept-failures] [--if-revision 4]',
  about: 'give a published version to all visitors of a channel, or to some percent of them',
  shape: {
    name: 'required',
    version: 'optional',
    texts: ['channel', 'canary', 'views', 'traffic', 'reason', 'if-revision'],
    needed: ['channel'],
    flags: ['accept-failures'],
  },
  async run(given) {
    const place = { channel: channelOf(given), name: given.name }
    const traffic = trafficOf(given)
    const reason = given.text('reason') ?? ''
    const acceptFailures = given.flag('accept-failures')
    const ifRevision = revisionOf(given)
    const { version } = given
    await promoteRelease(registryOf(given), place, {
      version,
      traffic,
      canary: canaryOf(given, place.channel),
      reason,
      acceptFailures,
      ifRevision,
    })
    return 0
  },
}

export const approve: Command = {
  usage: '<name> --channel production [--accept-failures]',
  about: 'agree to what somebody else proposed, where two persons are needed',
  shape: { name: 'required', texts: ['channel'], needed: ['channel'], flags: ['accept-failures'] },
  async run(given) {
    const channel = channelOf(given)
    const registry = registryOf(given)
    const path = registryPaths.approve(channel, given.name)
    const { versions, proposed_by, proposed_at, reason } = await registry.get(path, Proposal)
    const why = reason ? ` (${reason})` : ''
    console.log(`${proposed_by} proposed at ${proposed_at}: ${describeVersions(versions)}${why}`)
    const { body } = await registry.send('POST', path, {
      body: { proposed_at, accept_failures: given.flag('accept-failures') },
    })
    const now = recordDeployment(registry, body)
    console.log(`${channel} gives ${describeVersions(now.versions)} of ${given.name}.`)
    return 0
  },
}

export const rollback: Command = {
  usage: '<name> --channel production [--to 1.4.2] [--reason "…"]',
  about: 'go back to the deployment before, or to a version; open tabs leave at their next page',
  shape: { name: 'required', texts: ['channel', 'to', 'reason'], needed: ['channel'] },
  async run(given) {
    const channel = channelOf(given)
    const registry = registryOf(given)
    const to = given.text('to')
    const present = await readDeployment(registry, { channel, name: given.name })
    const { body } = await sendUnlessStale(registry, present, {
      method: 'POST',
      path: registryPaths.rollback(channel, given.name),
      body: { ...(to && { to }), reason: given.text('reason') ?? '' },
    })
    const now = recordDeployment(registry, body)
    console.log(
      `${channel} gives ${describeVersions(now.versions)} of ${given.name} again (revision ${now.revision}).`,
    )
    return 0
  },
}

export const hold: Command = {
  usage: '<name> --channel production [--reason "…"]',
  about: 'keep the shares as they are: a canary goes no further, and nobody judges it any more',
  shape: { name: 'required', texts: ['channel', 'reason'], needed: ['channel'] },
  async run(given) {
    const place = { channel: channelOf(given), name: given.name }
    const registry = registryOf(given)
    const present = await readDeployment(registry, place)
    if (present.versions.length === 0) {
      throw new CommandError(`${place.channel} has nothing of ${place.name}.`)
    }
    const reason = given.text('reason') ?? ''
    await changeDeployment(registry, present, { versions: present.versions, reason })
    return 0
  },
}

export const remove: Command = {
  usage: '<name> --channel staging [--reason "…"]',
  about: 'take a remote out of a channel: its pages are not found there any more',
  shape: { name: 'required', texts: ['channel', 'reason'], needed: ['channel'] },
  async run(given) {
    const place = { channel: channelOf(given), name: given.name }
    const registry = registryOf(given)
    const present = await readDeployment(registry, place)
    if (present.versions.length === 0) {
      console.log(`${place.channel} has nothing of ${place.name}.`)
      return 0
    }
    await changeDeployment(registry, present, { versions: [], reason: given.text('reason') ?? '' })
    return 0
  },
}
