import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  mainVersion,
  PublishedVersion,
  registryPaths,
  type RemoteRoute,
} from '@awards/shared/releases'
import { z } from 'zod'
import { type Arguments, type Command, CommandError, UsageError } from '../command.ts'
import { readDeployment, registryOf, type Registry } from '../registry.ts'
import { buildRemote, publishRelease } from '../publish.ts'
import { folderOf, ROOT } from '../workspace.ts'
import { commentOf } from './comment.ts'

/*
 * preview mf-jury --change 88        publishes the working copy as …-pr88.1 (then .2, …), which no channel gives, and writes
 *                                   comment.md for the review: link, sizes, times and pictures beside staging.
 * preview mf-jury --change 88 --end  takes its previews away, once the change is merged or given up; else they go after
 *                                   fourteen days.
 */

const versionsOf = (registry: Registry, name: string, query = '') =>
  registry.get(registryPaths.versions(name) + query, z.array(PublishedVersion))

/** The previews of a change: `1.5.0-pr88.2` is the second of change 88. */
const numberOf = (version: string, change: string) =>
  Number(new RegExp(`-pr${change}\\.(\\d+)$`).exec(version)?.[1] ?? 0)

function changeOf(given: Arguments): string {
  const change = given.text('change') ?? ''
  if (/^\d{1,9}$/.test(change)) return change
  throw new UsageError(`--change ${change}: give the number of the change, as 88.`)
}

async function end(registry: Registry, name: string, change: string): Promise<number> {
  const published = await versionsOf(registry, name)
  const previews = published.filter((one) => one.preview && numberOf(one.version, change) > 0)
  for (const { version } of previews) {
    await registry.send('DELETE', registryPaths.version(name, version))
    console.log(`${name} ${version} is taken away.`)
  }
  if (previews.length === 0) console.log(`Change ${change} has no preview of ${name}.`)
  return 0
}

/** Pages that can be looked at without a number of theirs. */
const isPlain = ({ path }: RemoteRoute) => !path.includes(':')

/** Builds and publishes the next preview of a change. */
async function publishNext(registry: Registry, name: string, change: string) {
  const own = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as {
    version: string
  }
  // A version never comes back, so those count whose files are gone.
  const all = await versionsOf(registry, name, '?removed=1')
  const earlier = all.map(({ version }) => numberOf(version, change))
  const version = `${own.version}-pr${change}.${Math.max(0, ...earlier) + 1}`
  await buildRemote(name, version)
  await publishRelease(registry, { name, version, isPreview: true, channel: 'staging' })
  const found = (await versionsOf(registry, name)).find((one) => one.version === version)
  if (!found) throw new CommandError(`${name} ${version} is not there any more.`)
  return found
}

export const preview: Command = {
  usage:
    '<name> --change 88 [--accounts a@example.org,…] [--out folder] | <name> --change 88 --end',
  about:
    'publish a change that no channel gives, and compare it with staging: link, sizes, times, pictures, accessibility',
  shape: {
    name: 'required',
    texts: ['change', 'accounts', 'out'],
    needed: ['change'],
    flags: ['end'],
  },
  async run(given) {
    const { name } = given
    const registry = registryOf(given)
    const change = changeOf(given)
    if (given.flag('end')) return end(registry, name, change)
    const { version, routes } = await publishNext(registry, name, change)
    const { versions } = await readDeployment(registry, { channel: 'staging', name })
    const beside = mainVersion(versions)
    const pages = routes.filter(isPlain).map(({ path }) => path)
    const left = routes.filter((route) => !isPlain(route)).map(({ path }) => path)
    const out = given.text('out') ?? join(ROOT, '.cache/preview', `${name}-${version}`)
    mkdirSync(out, { recursive: true })
    const accounts = given.text('accounts')?.split(',') ?? []
    const { site } = registry
    // They take parts of this repository that the package @awards/mfe does not have, and a browser.
    const { pageSizes } = await import('./comment.ts')
    const { comparePages } = await import('./pictures.ts')
    const sizes = await pageSizes(site, name, { version, beside })
    const looks = await comparePages({ site, name, version, beside, pages, accounts, out })
    const link = `${site}${pages[0] ?? '/'}?mfe=${name}@${version}`
    const comment = commentOf({ name, version, beside, link, sizes, looks, left })
    const file = join(out, 'comment.md')
    writeFileSync(file, comment)
    console.log(
      `Open ${link}\n${relative(process.cwd(), file)} is for the review, with its pictures beside it.`,
    )
    return 0
  },
}
