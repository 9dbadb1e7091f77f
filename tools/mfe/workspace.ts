import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { isRemoteId, LocalRelease } from '@awards/shared/releases'
import { CommandError } from './command.ts'

/** This repository, or the package @awards/mfe in that of a team. */
export const KIT = resolve(import.meta.dirname, '../..')
const PROJECT = process.env['MFE_PROJECT']
/** Whether these commands run from the package, in the repository of a team: without server and shell. */
export const isPackaged = PROJECT !== undefined
/** Where the remotes are. */
export const ROOT = PROJECT ?? KIT

/** The remote in whose folder a command was started. */
export function remoteAt(folder: string): string | undefined {
  const [first = ''] = relative(ROOT, folder).split(sep)
  return isRemoteId(first) && existsSync(join(ROOT, first, 'package.json')) ? first : undefined
}

/** The folder of a remote that is in this checkout. */
export function folderOf(name: string): string {
  const folder = join(ROOT, name)
  if (existsSync(join(folder, 'package.json'))) return folder
  throw new CommandError(`There is no folder ${name} in this checkout. "create ${name}" makes one.`)
}

export const releaseFolderOf = (name: string, version: string) =>
  join(ROOT, 'dist/mfe', name, version)

/** The last build that had no version of its own. */
export function localBuildOf(name: string): LocalRelease | undefined {
  const file = join(ROOT, 'dist/mfe', name, 'release.json')
  return existsSync(file) ? LocalRelease.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** The version of that build. */
export function lastBuilt(name: string): string {
  const build = localBuildOf(name)
  if (build) return build.version
  throw new CommandError(
    `${name} is not built yet. Run "build ${name}", or name a version that is.`,
  )
}
