import { CHANNELS } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { registryFiles } from './gates/release-files.ts'
import { FileList } from './releases.repository.ts'
import { retentionRepository } from './retention.repository.ts'
import { DAY_MS } from '../../../api/src/lib/durations.ts'

const DAY_SECONDS = 86_400
/** Days that an undeployed release keeps its files, for open tabs and rollbacks. */
export const RETENTION_DAYS = 30

/** Schedules the daily removal of unused releases. */
export function retention(context: AppContext) {
  context.jobs.every('registry-retention', DAY_SECONDS, () => removeUnused(context))
}

/**
 * Removes the files of releases that were neither deployed nor proposed for 30 days. Keeps the row, so that the version
 * cannot be published with other bytes.
 */
export async function removeUnused(context: AppContext) {
  const { registryDb, clock, registry, log } = context
  const now = clock()
  const since = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  await registryDb.transaction().execute(async (trx) => {
    // Holds the locks of all channels, so that no promotion starts using a release meanwhile.
    await channelsRepository(trx).lock(CHANNELS)
    const repository = retentionRepository(trx)
    const inUse = new Set((await repository.inUse(since)).map(key))
    for (const release of (await repository.publishedBefore(since)).filter(
      (one) => !inUse.has(key(one)),
    )) {
      const { name, version } = release
      await repository.markRemoved(release, now)
      const fact = { at: now, actor: 'retention', action: 'retire', name } as const
      await registryAuditRepository(trx).record({ ...fact, detail: { version } })
      log.info('registry.retired', { name, version })
    }
  })
  registry.invalidate()
  await removeFiles(context, now)
}

/** Removes the files of a week's removals again, in case a process crashed between the row and the files. */
async function removeFiles(context: AppContext, now: Date) {
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS)
  const removed = await retentionRepository(context.registryDb).removedSince(weekAgo)
  for (const { files, ...release } of removed) {
    await registryFiles(context).remove(release, Object.keys(FileList.parse(files)))
  }
}

const key = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
