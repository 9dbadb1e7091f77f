import { existsSync, readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type Channel,
  isChannel,
  PIN_PARAMETER,
  PublishedShell,
  PublishedVersion,
  registryPaths,
  ReleaseManifest,
  ROUTE_ASSETS_FILE,
  SHELL_PIN,
  SHELL_RELEASE_FILE,
  ShellRelease,
} from '@awards/shared/releases'
import { pack } from 'tar-stream'
import { z } from 'zod'
import { runTool } from '../run/processes.mjs'
import { CommandError, type Command, channelOf } from './command.ts'
import { readDeployment, registryOf, type Registry } from './registry.ts'
import { promoteRelease } from './promote.ts'
import { folderOf, KIT, lastBuilt, localBuildOf, releaseFolderOf, ROOT } from './workspace.ts'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const EPOCH = new Date(0)
const MODE = 0o644

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** Packs a folder as tar.gz, or some of its files; reproducible: equal files give equal bytes. */
export async function packFolder(
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Buffer> {
  if (!existsSync(folder))
    throw new CommandError(`There is no ${folder}. Build this version first.`)
  const archive = pack()
  const chunks: Buffer[] = []
  const whole = new Promise<void>((done, fail) => {
    archive.on('data', (chunk) => chunks.push(chunk as Buffer))
    archive.on('end', done)
    archive.on('error', fail)
  })
  for (const name of filesBelow(folder).filter(isWanted)) {
    archive.entry(
      { name, mtime: EPOCH, mode: MODE, uid: 0, gid: 0 },
      readFileSync(join(folder, name)),
    )
  }
  archive.finalize()
  await whole
  return gzipSync(Buffer.concat(chunks), { level: 9 })
}

/** Builds a remote; returns the built version. */
export async function buildRemote(name: string, version?: string): Promise<string> {
  folderOf(name)
  const env = version === undefined ? {} : { MFE_VERSION: version }
  const code = await runTool('tools/build.mjs', [name], { env })
  if (code !== 0) throw new CommandError(`${name} could not be built; the messages above say why.`)
  return version ?? lastBuilt(name)
}

export const build: Command = {
  usage: '<name> [--version 1.5.0]',
  about: 'build a release of a remote into dist/mfe',
  shape: { name: 'required', texts: ['version'] },
  async run(given) {
    const version = await buildRemote(given.name, given.text('version'))
    console.log(`${given.name} ${version} is in dist/mfe/${given.name}/${version}.`)
    return 0
  },
}

export type Publication = {
  readonly name: string
  readonly version: string
  readonly isPreview?: boolean
  readonly isRehearsal?: boolean
  /** Why the release may be larger than its budget, or than the one before. */
  readonly acceptSize?: string | undefined
  /** Channel whose shell has to match; all channels by default. */
  readonly channel?: Channel | undefined
}

/** Commit of the build: from `release.json`, or from the manifest of an explicit version. */
function builtCommit(name: string, version: string): string | undefined {
  const file = join(releaseFolderOf(name, version), 'mf-manifest.json')
  if (!existsSync(file)) throw new CommandError(`There is no ${file}. Build this version first.`)
  const local = localBuildOf(name)
  if (local?.version === version) return local.commit
  const parsed = ReleaseManifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.data.metaData.buildInfo.commit : undefined
}

/** Uploads a built release to the registry and prints the result. */
export async function publishRelease(registry: Registry, publication: Publication): Promise<void> {
  const { name, version, isPreview, isRehearsal, channel, acceptSize } = publication
  const commit = builtCommit(name, version)
  const errors = await typeErrors(name)
  for (const line of errors) console.error(line)
  const query = new URLSearchParams({
    ...(isRehearsal && { dryRun: '1' }),
    ...(isPreview && { preview: '1' }),
    ...(channel && { channel }),
    ...(commit && { commit }),
    types: errors.length === 0 ? 'ok' : 'failed',
    ...(acceptSize && { acceptSize }),
  })
  const path = `${registryPaths.version(name, version)}?${query}`
  const { status, body } = await registry.send('PUT', path, {
    body: await packFolder(releaseFolderOf(name, version)),
  })
  const { files, bytes, routes } = PublishedVersion.parse(body)
  const dirty = commit?.endsWith('-dirty') ? ', of sources that are not committed' : ''
  const size = `${files} files, ${Math.ceil(bytes / 1024)} KB, ${routes.length} pages${dirty}`
  if (isRehearsal)
    console.log(`${name} ${version} would be accepted by ${registry.site} (${size}).`)
  else if (status === 200) console.log(`${name} ${version} was published before, with these bytes.`)
  else console.log(`${name} ${version} is published at ${registry.site} (${size}).`)
}

const ShellAssets = z.object({ integrity: z.record(z.string(), z.string()) })

/** Uploads the build of the shell, so that testers can pin it; no channel gives it. */
async function publishShell(registry: Registry, isRehearsal: boolean): Promise<void> {
  const folder = join(KIT, 'dist/shell')
  if (!existsSync(join(folder, SHELL_RELEASE_FILE))) {
    throw new CommandError('The shell is not built. Run "npm run build" first.')
  }
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const { version } = ShellRelease.parse(read(SHELL_RELEASE_FILE))
  const { integrity } = ShellAssets.parse(read(ROUTE_ASSETS_FILE))
  // Beside it lie scripts and styles of builds before.
  const isWanted = (path: string) =>
    !/^(js|css)\//.test(path) || Object.hasOwn(integrity, path.replace(/\.br$/, ''))
  const path = registryPaths.shell(version) + (isRehearsal ? '?dryRun=1' : '')
  const sent = { body: await packFolder(folder, isWanted) }
  const { status, body } = await registry.send('PUT', path, sent)
  const { files, bytes } = PublishedShell.parse(body)
  const size = `${files} files, ${Math.ceil(bytes / 1024)} KB`
  if (isRehearsal) console.log(`shell ${version} would be accepted by ${registry.site} (${size}).`)
  else if (status === 200) console.log(`shell ${version} was published before, with these bytes.`)
  else console.log(`shell ${version} is published at ${registry.site} (${size}).`)
  if (!isRehearsal) console.log(`${registry.site}/home?${PIN_PARAMETER}=${SHELL_PIN}@${version}`)
}

export const publish: Command = {
  usage: '<name> [version] [--preview] [--channel staging] [--accept-size "reason"] [--dry-run]',
  about:
    'send a built release to the registry, or "shell", for testers to pin; --dry-run only asks its gates',
  shape: {
    name: 'required',
    takesShell: true,
    version: 'optional',
    texts: ['channel', 'accept-size'],
    flags: ['preview', 'dry-run'],
  },
  async run(given) {
    const registry = registryOf(given)
    if (given.name === SHELL_PIN) {
      await publishShell(registry, given.flag('dry-run'))
      return 0
    }
    const channel = given.text('channel')
    await publishRelease(registry, {
      name: given.name,
      version: given.version ?? lastBuilt(given.name),
      isPreview: given.flag('preview'),
      isRehearsal: given.flag('dry-run'),
      acceptSize: given.text('accept-size'),
      channel: channel === undefined || isChannel(channel) ? channel : channelOf(given),
    })
    return 0
  },
}

export const ship: Command = {
  usage: '<name> [--version 1.5.0] [--reason "…"] [--accept-size "reason"] [--dry-run]',
  about:
    'build, publish and give it to everybody in staging; --dry-run builds and only asks the gates',
  shape: {
    name: 'required',
    texts: ['version', 'reason', 'accept-size'],
    flags: ['dry-run'],
  },
  async run(given) {
    const registry = registryOf(given)
    const place = { channel: 'staging', name: given.name } as const
    // Read before the build: a concurrent deployment during the build is not overwritten.
    const { revision } = await readDeployment(registry, place)
    const version = await buildRemote(given.name, given.text('version'))
    const isRehearsal = given.flag('dry-run')
    const acceptSize = given.text('accept-size')
    await publishRelease(registry, { ...place, version, isRehearsal, acceptSize })
    if (isRehearsal) return 0
    await promoteRelease(registry, place, {
      version,
      reason: given.text('reason') ?? '',
      ifRevision: revision,
    })
    return 0
  },
}

const require = createRequire(import.meta.url)
const { sourceHash } = require('../../shared/build/workspace.cjs') as {
  sourceHash(name: string): string
}
const FOLDER = join(ROOT, '.cache/types')
const MOST_LINES = 20

/**
 * Compiles the sources of a remote against the installed `shared`; returns what the compiler says, one line each, and
 * nothing for sources that compile. Sources that compiled once are not compiled again.
 */
async function typeErrors(name: string): Promise<string[]> {
  const hash = sourceHash(name)
  const passed = join(FOLDER, `${name}.passed`)
  if (existsSync(passed) && readFileSync(passed, 'utf8') === hash) return []
  mkdirSync(FOLDER, { recursive: true })
  const project = join(FOLDER, `${name}.json`)
  const options = {
    extends: join(KIT, 'tsconfig.json'),
    compilerOptions: { tsBuildInfoFile: `./${name}.tsbuildinfo` },
    include: [`../../${name}/src`, join(KIT, 'shared/src/*.d.ts')],
    exclude: ['../../**/*.test.ts', '../../**/*.test.tsx'],
  }
  writeFileSync(project, JSON.stringify(options))
  const compiler = require.resolve('typescript/bin/tsc')
  const { code, output } = await capture(process.execPath, [
    compiler,
    '-p',
    project,
    '--pretty',
    'false',
  ])
  if (code === 0) {
    writeFileSync(passed, hash)
    return []
  }
  return output.split('\n').filter(Boolean).slice(0, MOST_LINES)
}

const capture = (
  program: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
