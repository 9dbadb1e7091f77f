import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CHANNELS, LocalRelease, isRemoteId, type Channel } from '@awards/shared/releases'
import { errorCode, StartError } from '../../../api/src/lib/errors.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { deploymentService } from './deployment.service.ts'
import { fileCollector, type ReceivedFiles } from './gates/release-files.ts'
import { publishService } from './publish.service.ts'
import { Refusal } from './registry-input.ts'
import { releasesRepository, shellsRepository, type ReleaseRow } from './releases.repository.ts'
import { SEED } from './authorization.ts'

/** Reads a build folder with the limits and checks of an uploaded archive. */
async function readFolder(folder: string): Promise<ReceivedFiles> {
  const collector = fileCollector()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => !one.isDirectory())) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    const bytes = await readFile(file)
    if (collector.accepts(path, bytes.length)) collector.files.set(path, bytes)
    const overflow = collector.overflow()
    if (overflow) {
      return { files: new Map(), problems: [...collector.problems, overflow], isComplete: false }
    }
  }
  return { files: collector.files, problems: collector.problems, isComplete: true }
}

const REASON = 'local build'

/**
 * Publishes the builds below `dist/mfe`, so that a fresh checkout has its site and teams can promote a rebuild.
 * Deploys a build if its remote has no deployment yet; in staging it also replaces the deployment of an earlier start.
 * An existing production deployment changes by promotion only, since nobody is responsible for a restart;
 * `DEPLOY_BUILDS=always` allows it for a demo. Never replaces a promotion by a team. Throws a StartError for a build
 * that is damaged or fails a gate.
 */
export async function seedReleases(context: AppContext) {
  const { config, log } = context
  const folder = join(config.mfeDir, 'mfe')
  const builds = await localBuilds(folder)
  if (builds.length === 0) log.info('registry.no_builds', { folder, hint: 'npm run build' })
  const channels = await seededChannels(context)
  for (const build of builds) {
    if (await publishBuild(context, folder, build)) await deployBuild(context, build, channels)
  }
}

async function localBuilds(folder: string): Promise<LocalRelease[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing)
  const names = (entries ?? [])
    .filter((entry) => entry.isDirectory() && isRemoteId(entry.name))
    .map((entry) => entry.name)
    .sort()
  const builds = await Promise.all(names.map((name) => readBuild(folder, name)))
  return builds.flatMap((build) => build ?? [])
}

async function readBuild(folder: string, name: string): Promise<LocalRelease | undefined> {
  const file = join(folder, name, 'release.json')
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (text === undefined) return undefined
  try {
    const build = LocalRelease.parse(JSON.parse(text))
    if (build.name === name) return build
  } catch {
    // Falls through to the error below, which also covers another name.
  }
  throw new StartError(`${file} is damaged. Run "npm run build" again, or remove the folder.`)
}

/** The site's own channel, and the channels without a registered shell, which no other site follows. */
async function seededChannels({ config, registryDb }: AppContext): Promise<Channel[]> {
  const followed = (await shellsRepository(registryDb).shells()).map(({ channel }) => channel)
  return CHANNELS.filter((channel) => channel === config.channel || !followed.includes(channel))
}

/** Publishes a build unless its version exists; false if retention has removed the files of that version. */
async function publishBuild(
  context: AppContext,
  folder: string,
  build: LocalRelease,
): Promise<boolean> {
  const { name, version } = build
  const releases = releasesRepository(context.registryDb)
  const known = await releases.find(name, version)
  if (known) return isUsable(context, build, known)
  const received = await readFolder(join(folder, name, version))
  const channels = [context.config.channel]
  const published = { name, version, received, channels, commit: build.commit, by: SEED }
  try {
    const { isNew } = await publishService(context).publish(published)
    if (isNew) context.log.info('registry.published', { name, version, by: SEED })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // 409: another process published the version concurrently.
    const other = error.status === 409 && (await releases.find(name, version))
    if (other) return isUsable(context, build, other)
    const problems = error.problems?.map(({ message }) => message) ?? [error.message]
    throw new StartError(
      `The build of ${name} in ${join(folder, name, version)} cannot be published:\n` +
        problems.map((problem) => `  - ${problem}`).join('\n') +
        '\nRepair it and run "npm run build", or remove the folder.',
    )
  }
}

/**
 * Warns if the bytes differ (another machine, another commit) and uses the published ones, since caches hold them: a
 * version is derived from its sources, so both builds behave alike. False if the files were removed.
 */
function isUsable({ log }: AppContext, build: LocalRelease, published: ReleaseRow): boolean {
  const { name, version, integrity } = build
  if (published.integrity !== integrity) {
    const hint = 'the published files stay; a new version shows new ones'
    log.warn('registry.build_differs', { name, version, hint })
  }
  return published.removed_at === null
}

async function deployBuild(
  context: AppContext,
  { name, version }: LocalRelease,
  targets: readonly Channel[],
) {
  const { config, log } = context
  const deployments = deploymentService(context)
  for (const channel of targets) {
    await deployments.withChannelLock(channel, async (trx) => {
      const current = await channelsRepository(trx).deployment(channel, name)
      const { versions } = current
      const [last] = await registryAuditRepository(trx).deployments(channel, name, 1)
      const isPromotedByTeam = last !== undefined && last.actor !== SEED
      const isProtected =
        last !== undefined && channel === 'production' && config.deployBuilds === 'first'
      if (isPromotedByTeam || isProtected) {
        if (versions.some((one) => one.version === version)) return
        const deployed = versions.map((one) => `${one.version} (${one.traffic} %)`).join(', ')
        const by = last.actor
        const hint = `npm run mfe -- promote ${name} ${version} --channel ${channel}`
        log.info('registry.promotion_kept', {
          name,
          channel,
          local: version,
          kept: deployed,
          by,
          hint,
        })
        return
      }
      if (versions.length === 1 && versions[0]?.version === version) return
      const promoted = [{ version, traffic: 100, default: true }]
      const change = { versions: promoted, reason: REASON, by: SEED, action: 'promote' } as const
      const { revision } = await deployments.apply(trx, current, change)
      log.info('registry.deployed', { name, version, channel, revision, by: SEED })
    })
  }
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
