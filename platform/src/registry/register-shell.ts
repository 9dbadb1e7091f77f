import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SHELL_RELEASE_FILE, ShellRelease } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { errorCode, StartError } from '../../../api/src/lib/errors.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { compatibilityProblems } from './gates/gates.ts'
import { manifestOf, releasesRepository, shellsRepository } from './releases.repository.ts'

/**
 * Registers the shell of this site's channel, so that gates refuse releases that are incompatible with it, and warns of
 * deployed ones that are. Throws a StartError if the file is damaged.
 */
export async function registerShell(context: AppContext) {
  const { config, registryDb, clock, log } = context
  const release = await readShell(join(config.mfeDir, 'shell', SHELL_RELEASE_FILE))
  if (!release) {
    log.info('registry.no_shell', { hint: 'npm run build' })
    return
  }
  const { channel } = config
  await registryDb.transaction().execute(async (trx) => {
    await channelsRepository(trx).lock([channel])
    const [before] = await shellsRepository(trx).shells([channel])
    const now = clock()
    await shellsRepository(trx).save(channel, release, now)
    if (before?.release.version === release.version) return
    const detail = { version: release.version, before: before?.release.version ?? null }
    const fact = { at: now, actor: 'server', action: 'shell', channel, detail } as const
    await registryAuditRepository(trx).record(fact)
  })
  // Only logs: damaged releases must not prevent the start.
  await warnOfIncompatible(context, release).catch((error: unknown) =>
    log.warn('registry.shell_not_compared', { channel, error }),
  )
}

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
