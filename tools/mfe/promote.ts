import { z } from 'zod'
import { PublishedVersion, registryPaths } from '@awards/shared/releases'
import { channelOf, revisionOf, trafficOf } from './arguments.ts'
import type { Command } from './command.ts'
import { changeDeployment, readDeployment, requireRevision } from './deployments.ts'
import type { Place } from './deployments.ts'
import { describe, isSame, mostGiven, promotionOf } from './promotion.ts'
import { registryOf } from './registry.ts'
import type { Registry } from './registry.ts'
import { seenRevisions } from './seen-revisions.ts'
import { CommandError } from './usage-error.ts'

/** Without a version: in production what staging gives, in staging what was published last. */
async function proposedVersion(registry: Registry, { channel, name }: Place): Promise<string> {
  if (channel === 'production') {
    const staged = mostGiven(
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
  readonly reason?: string
  /** Promote it although it failed to load in staging. */
  readonly acceptFailures?: boolean
  /** The revision that was decided on; without it the one that was last shown on this machine. */
  readonly ifRevision?: number | undefined
}

/** Gives a version to a share of a channel's visitors. */
export async function promoteRelease(
  registry: Registry,
  place: Place,
  { version, traffic = 100, reason = '', acceptFailures = false, ifRevision }: Promotion,
): Promise<void> {
  const chosen = version ?? (await proposedVersion(registry, place))
  const present = await readDeployment(registry, place)
  const decidedOn = ifRevision ?? seenRevisions(registry.site).of(place)
  if (decidedOn !== undefined) await requireRevision(registry, present, decidedOn)
  const versions = promotionOf(present.versions, chosen, traffic)
  if (isSame(present.versions, versions)) {
    const advice = version ? '' : ' Name a version to promote another one.'
    console.log(`${place.channel} gives ${describe(versions)} of ${place.name} already.${advice}`)
    return
  }
  if (versions.length === 1 && traffic < 100) {
    console.log(`${place.channel} has no other version of ${place.name}, so everybody gets it.`)
  }
  await changeDeployment(registry, present, {
    versions,
    reason,
    accept_failures: acceptFailures,
  })
}

export const promote: Command = {
  usage:
    '<name> [version] --channel staging|production [--traffic 10] [--reason "…"] [--accept-failures] [--if-revision 4]',
  about: 'give a published version to all visitors of a channel, or to some percent of them',
  shape: {
    name: 'required',
    version: 'optional',
    texts: ['channel', 'traffic', 'reason', 'if-revision'],
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
      reason,
      acceptFailures,
      ifRevision,
    })
    return 0
  },
}
