import { CHANNELS } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { registryAuditRepository } from './authorization.repository.ts'
import { channelsRepository } from './channels.repository.ts'
import { registryFiles, type ReleaseId } from './gates/release-files.ts'
import type { Db } from '../../../api/src/db/database.ts'
import { Refusal } from './registry-input.ts'
import { FileList, releasesRepository, retentionRepository } from './releases.repository.ts'
import { removeOldShells } from './shell-builds.service.ts'
import { DAY_MS } from '../../../api/src/lib/time.ts'

const DAY_SECONDS = 86_400
/** Days that an undeployed release keeps its files, for open tabs and rollbacks. */
const RETENTION_DAYS = 30
/** The same of a preview, from its publication on: its change is merged or given up by then. */
const PREVIEW_DAYS = 14

/** Schedules the daily removal of unused releases. */
export function retention(context: AppContext) {
  context.jobs.every('registry-retention', DAY_SECONDS, async () => {
    await removeUnused(context)
    await removeOldShells(context)
  })
}

/**
 * Removes the files of releases that were neither deployed nor proposed for 30 days, and of previews after 14. Keeps the
 * row, so that the version cannot be published with other bytes.
 */
export async function removeUnused(context: AppContext) {
  const { registryDb, clock, registry, log } = context
  const now = clock()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const since = daysAgo(RETENTION_DAYS)
  await registryDb.transaction().execute(async (trx) => {
    // Holds the locks of all channels, so that no promotion starts using a release meanwhile.
    await channelsRepository(trx).lock(CHANNELS)
    const repository = retentionRepository(trx)
    const inUse = new Set((await repository.inUse(since)).map(key))
    const old = await repository.publishedBefore(since, daysAgo(PREVIEW_DAYS))
    for (const release of old.filter((one) => !inUse.has(key(one)))) {
      await retire(trx, release, { at: now, actor: 'retention' })
      log.info('registry.retired', { ...release })
    }
  })
  registry.invalidate()
  await removeFiles(context, now)
}

async function retire(trx: Db, release: ReleaseId, by: { at: Date; actor: string }) {
  const { name, version } = release
  await retentionRepository(trx).markRemoved(release, by.at)
  await registryAuditRepository(trx).record({ ...by, action: 'retire', name, detail: { version } })
}

/** Ends a preview whose change is merged or given up. Refuses other releases, and one that a channel gives. */
export async function endPreview(context: AppContext, release: ReleaseId, actor: string) {
  const { registryDb, clock, registry } = context
  const { name, version } = release
  const at = clock()
  await registryDb.transaction().execute(async (trx) => {
    await channelsRepository(trx).lock(CHANNELS)
    const row = await releasesRepository(trx).find(name, version)
    if (!row || row.removed_at) {
      throw new Refusal(404, 'not_found', `${name} ${version} is not published.`)
    }
    // From the present moment on: what was given or proposed in the past is no reason to keep a preview.
    const isInUse = (await retentionRepository(trx).inUse(at)).some(
      (one) => key(one) === key(release),
    )
    if (!row.preview || isInUse) {
      const why = row.preview ? 'a channel gives it' : 'it is no preview'
      throw new Refusal(422, 'invalid', `${name} ${version} stays: ${why}.`)
    }
    await retire(trx, release, { at, actor })
  })
  registry.invalidate()
  await removeFiles(context, at)
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
