import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ROUTE_ASSETS_FILE,
  SHELL_RELEASE_FILE,
  ShellRelease,
  RouteAssets,
  type GateProblem,
  type PublishedShell,
} from '@awards/shared/releases'
import { errorCode, StartError } from '../../../api/src/lib/errors.ts'
import { DAY_MS, MINUTE_MS } from '../../../api/src/lib/time.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { SHELL_SERVER_FILE } from '../site/render/server-code.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { limitPerGate, compatibilityProblems } from './gates/gates.ts'
import {
  digestOfFiles,
  integrityOf,
  registryFiles,
  type ReceivedFiles,
  type ReleaseFiles,
} from './gates/release-files.ts'
import { gateRefusal, Refusal } from './registry-input.ts'
import {
  SHELL,
  shellBuildsRepository,
  manifestOf,
  releasesRepository,
  shellsRepository,
} from './releases.repository.ts'

/** The page of the shell, into which the server writes. */
export const TEMPLATE_FILE = 'index.html'
const NEEDED = [TEMPLATE_FILE, ROUTE_ASSETS_FILE, SHELL_RELEASE_FILE, SHELL_SERVER_FILE]
/** A change is merged or given up by then, as with previews of remotes. */
const KEPT_DAYS = 14

function json(files: ReleaseFiles, path: string): unknown {
  try {
    return JSON.parse(files.get(path)?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}

const problem = (gate: GateProblem['gate'], subject: string, message: string): GateProblem => ({
  gate,
  subject,
  message: `${message} Build the shell with "npm run build" and send the folder as it is.`,
})

/** What keeps a build of the shell from being pinned: a file that lacks, is damaged, or is of another version. */
function shellProblems(version: string, { files, problems, isComplete }: ReceivedFiles) {
  if (!isComplete) return problems
  const missing = NEEDED.filter((path) => !files.has(path))
  if (missing.length > 0) {
    return [
      ...problems,
      ...missing.map((path) => problem('file_missing', path, `${path} is missing.`)),
    ]
  }
  const found: GateProblem[] = [...problems]
  const release = ShellRelease.safeParse(json(files, SHELL_RELEASE_FILE))
  if (!release.success)
    found.push(problem('manifest_invalid', SHELL_RELEASE_FILE, 'It is no release of a shell.'))
  else if (release.data.version !== version) {
    const built = `The shell was built as ${release.data.version}, not as ${version}.`
    found.push(problem('version_mismatch', SHELL_RELEASE_FILE, built))
  }
  const assets = RouteAssets.safeParse(json(files, ROUTE_ASSETS_FILE))
  if (!assets.success)
    found.push(problem('manifest_invalid', ROUTE_ASSETS_FILE, 'It does not say what pages load.'))
  for (const [path, wanted] of Object.entries(assets.data?.integrity ?? {})) {
    const bytes = files.get(path)
    if (!bytes) found.push(problem('file_missing', path, `${path} is missing.`))
    else if (integrityOf(bytes) !== wanted)
      found.push(problem('digest_mismatch', path, `${path} is not what the build made.`))
  }
  return found
}

type ShellPublication = {
  readonly version: string
  readonly received: ReceivedFiles
  readonly by: string
  readonly isDryRun: boolean
}

/**
 * Checks a build of the shell and stores it, so that testers can pin it; it is given to nobody else. The same bytes again
 * are fine. Throws a Refusal: 422 with all failed gates, 409 for other bytes.
 */
export async function publishShell(
  context: AppContext,
  { version, received, by, isDryRun }: ShellPublication,
): Promise<PublishedShell & { readonly isNew: boolean }> {
  const problems = shellProblems(version, received)
  if (problems.length > 0) throw gateRefusal(`shell ${version}`, limitPerGate(problems))
  const { files } = received
  const digest = digestOfFiles(files)
  const sizes = [...files.values()].map(({ length }) => length)
  const answer = { version, files: files.size, bytes: sizes.reduce((sum, one) => sum + one, 0) }
  const at = context.clock()
  return context.registryDb.transaction().execute(async (trx) => {
    const builds = shellBuildsRepository(trx)
    await builds.lock()
    const before = await builds.find(version)
    if (before && before.digest !== digest) {
      const message = `shell ${version} is published with other bytes. A version never changes: commit the change and build again.`
      throw new Refusal(409, 'version_exists', message)
    }
    const isNew = before === undefined
    if (isDryRun) return { ...answer, isNew }
    const id = { name: SHELL, version }
    if (!isNew) {
      await registryFiles(context).restore(id, files)
      return { ...answer, isNew }
    }
    const list = [...files].map(([path, content]) => {
      return [path, { bytes: content.length, integrity: integrityOf(content) }] as const
    })
    await registryFiles(context).write(id, files)
    await builds.add({ version, digest, files: Object.fromEntries(list), by, at })
    const detail = { version, digest }
    await registryAuditRepository(trx).record({
      at,
      actor: by,
      action: 'publish',
      name: SHELL,
      detail,
    })
    return { ...answer, isNew }
  })
}

/** Removes builds of the shell that were published more than fourteen days ago. */
export async function removeOldShells(context: AppContext) {
  const { registryDb, clock, log } = context
  const cutoff = new Date(clock().getTime() - KEPT_DAYS * DAY_MS)
  for (const { version, files } of await shellBuildsRepository(registryDb).removeBefore(cutoff)) {
    await registryFiles(context).remove({ name: SHELL, version }, Object.keys(files))
    log.info('registry.retired', { name: SHELL, version })
  }
}

/**
 * Registers the shell of this site's channel, so that gates refuse releases that are incompatible with it, and warns of
 * deployed ones that are. Throws a StartError if the file is damaged.
 */
export async function registerShell(context: AppContext) {
  const { config, log } = context
  const release = await shellOf(config)
  if (!release) {
    log.info('registry.no_shell', { hint: 'npm run build' })
    return
  }
  await saveShell(context, release)
  // Only logs: damaged releases must not prevent the start.
  await warnOfIncompatible(context, release).catch((error: unknown) =>
    log.warn('registry.shell_not_compared', { channel: config.channel, error }),
  )
}

const AFFIRM_MS = MINUTE_MS
/** Three times unsaid: the last process that ran it has ended. */
const GONE_MS = 3 * AFFIRM_MS

/**
 * Says that this process runs its shell. While a process runs another one, as the new ones of an upgrade do, that one stays;
 * when an upgrade is given up, the shell of the old processes takes its place again.
 */
export async function affirmShell(context: AppContext) {
  const release = await shellOf(context.config)
  if (release) await saveShell(context, release, new Date(context.clock().getTime() - GONE_MS))
}

/** Affirms the shell of this process every minute; returns a function that ends it. */
export function keepShellRegistered(context: AppContext): () => Promise<void> {
  let affirming = Promise.resolve()
  const affirm = () =>
    affirmShell(context).catch((error: unknown) =>
      context.log.warn('registry.shell_not_affirmed', { error }),
    )
  const timer = setInterval(() => (affirming = affirm()), AFFIRM_MS).unref()
  return async () => {
    clearInterval(timer)
    await affirming
  }
}

/** Saves the shell of this site's channel; with `since`, only in the place of one that nobody affirmed from then on. */
async function saveShell(
  { config: { channel }, registryDb, clock }: AppContext,
  release: ShellRelease,
  since?: Date,
) {
  const { version } = release
  await registryDb.transaction().execute(async (trx) => {
    await channelsRepository(trx).lock([channel])
    const before = await shellsRepository(trx).registered(channel)
    const isOther = before?.version !== version
    if (since && before && isOther && before.registered_at >= since) return
    const now = clock()
    await shellsRepository(trx).save(channel, release, now)
    if (!isOther) return
    const detail = { version, before: before?.version ?? null }
    const fact = { at: now, actor: 'server', action: 'shell', channel, detail } as const
    await registryAuditRepository(trx).record(fact)
  })
}

const shellOf = ({ mfeDir }: AppContext['config']) =>
  readShell(join(mfeDir, 'shell', SHELL_RELEASE_FILE))

async function readShell(file: string): Promise<ShellRelease | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return ShellRelease.parse(JSON.parse(text))
  } catch (error) {
    throw new StartError(
      `${file} is damaged (${error instanceof Error ? error.message : String(error)}). Run "npm run build" again.`,
    )
  }
}

async function warnOfIncompatible({ config, registryDb, log }: AppContext, release: ShellRelease) {
  const { channel } = config
  const channels = channelsRepository(registryDb)
  for (const { name, versions } of await channels.deployments(channel)) {
    const deployed = versions.map(({ version }) => version)
    const rows = await releasesRepository(registryDb).findMany(name, deployed)
    const otherRemotes = await channels.otherRemotes([channel], name)
    for (const row of rows) {
      const { version } = row
      const context = { shells: [{ channel, release }], otherRemotes }
      const problems = compatibilityProblems({ name, version }, manifestOf(row), context)
      for (const { message } of problems) {
        log.warn('registry.shell_does_not_suit', { channel, name, version, message })
      }
    }
  }
}
