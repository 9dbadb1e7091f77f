import { CHANNELS } from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository } from './authority.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { registryFiles } from './gates/release-files.ts'
import { FileList } from './releases.repository.ts'
import { retentionRepository } from './retention.repository.ts'

const DAY_SECONDS = 86_400
const DAY = DAY_SECONDS * 1_000
/** How long a release that no channel names any more stays for open tabs and for a rollback. */
export const RETENTION_DAYS = 30

/** Once a day the files of releases that nobody can meet any more are removed. */
export function retention(context: AppContext) {
  context.jobs.every('registry-retention', DAY_SECONDS, () => removeUnused(context))
}

/** The row of a release stays, so that its version is never given to other bytes. */
export async function removeUnused(context: AppContext) {
  const { registryDb, clock, registry, log } = context
  const now = clock()
  const since = new Date(now.getTime() - RETENTION_DAYS * DAY)
  await registryDb.transaction().execute(async (trx) => {
    // Nobody can promote one of them meanwhile.
    await channelsRepository(trx).lock(CHANNELS)
    const repository = retentionRepository(trx)
    const inUse = new Set((await repository.inUse(since)).map(key))
    for (const release of (await repository.old(since)).filter((one) => !inUse.has(key(one)))) {
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

/** Those of the last week once more: a process may have ended between the row and its files. */
async function removeFiles(context: AppContext, now: Date) {
  const weekAgo = new Date(now.getTime() - 7 * DAY)
  const removed = await retentionRepository(context.registryDb).removedSince(weekAgo)
  for (const { files, ...release } of removed) {
    await registryFiles(context).remove(release, Object.keys(FileList.parse(files)))
  }
}

const key = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
