import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Channel,
  isChannel,
  PublishedVersion,
  registryPaths,
  ReleaseManifest,
} from '@awards/shared/releases'
import { packFolder } from './archive.ts'
import { channelOf } from './arguments.ts'
import type { Command } from './command.ts'
import { registryOf } from './registry.ts'
import type { Registry } from './registry.ts'
import { CommandError } from './usage-error.ts'
import { lastBuilt, localBuildOf, releaseFolderOf } from './workspace.ts'

export type Publication = {
  readonly name: string
  readonly version: string
  readonly isPreview?: boolean
  readonly isRehearsal?: boolean
  /** Whose shells have to suit; all channels without it. */
  readonly channel?: Channel | undefined
}

/** The commit that the build noted: beside the release, or in it where it has a version of its own. */
function commitOf(name: string, version: string): string | undefined {
  const file = join(releaseFolderOf(name, version), 'mf-manifest.json')
  if (!existsSync(file)) throw new CommandError(`There is no ${file}. Build this version first.`)
  const local = localBuildOf(name)
  if (local?.version === version) return local.commit
  const parsed = ReleaseManifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.data.metaData.buildInfo.commit : undefined
}

/** Sends a built release to the registry and says what became of it. */
export async function publishRelease(registry: Registry, publication: Publication): Promise<void> {
  const { name, version, isPreview, isRehearsal, channel } = publication
  const commit = commitOf(name, version)
  const query = new URLSearchParams({
    ...(isRehearsal && { dryRun: '1' }),
    ...(isPreview && { preview: '1' }),
    ...(channel && { channel }),
    ...(commit && { commit }),
  })
  const path = `${registryPaths.version(name, version)}?${query}`
  const { status, body } = await registry.send('PUT', path, {
    body: await packFolder(releaseFolderOf(name, version)),
  })
  const { files, bytes, routes } = PublishedVersion.parse(body)
  const size = `${files} files, ${Math.ceil(bytes / 1024)} KB, ${routes.length} pages`
  if (isRehearsal)
    console.log(`${name} ${version} would be accepted by ${registry.site} (${size}).`)
  else if (status === 200) console.log(`${name} ${version} was published before, with these bytes.`)
  else console.log(`${name} ${version} is published at ${registry.site} (${size}).`)
}

export const publish: Command = {
  usage: '<name> [version] [--preview] [--channel staging] [--dry-run]',
  about: 'send a built release to the registry; --dry-run only asks its gates',
  shape: {
    name: 'required',
    version: 'optional',
    texts: ['channel'],
    flags: ['preview', 'dry-run'],
  },
  async run(given) {
    const registry = registryOf(given)
    const channel = given.text('channel')
    await publishRelease(registry, {
      name: given.name,
      version: given.version ?? lastBuilt(given.name),
      isPreview: given.flag('preview'),
      isRehearsal: given.flag('dry-run'),
      channel: channel === undefined || isChannel(channel) ? channel : channelOf(given),
    })
    return 0
  },
}
