import { LANGUAGES } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { dayText } from '../../lib/moment.ts'
import { programmeOf } from '../documents/organiser.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import type { UserRow } from '../accounts/users.repository.ts'
import { exportArchive } from './export-archive.ts'
import { exportsRepository } from './exports.repository.ts'
import type { ExportRow } from './exports.repository.ts'

export const EXPORT_JOB = 'rights.export'
const EXPIRY_SECONDS = 3_600
/** How long a copy is kept. */
const KEPT_MS = 7 * 86_400_000
/** After this time of failing somebody has to look at it, and the person may ask again. */
const GIVEN_UP_MS = 3_600_000

/** Makes the copies that were asked for, and removes those that have had their time. */
export function exportJobs(context: AppContext) {
  const { db, jobs, clock, log, storage } = context
  const archive = exportArchive(context)

  jobs.handle(EXPORT_JOB, async ({ export_id }) => {
    const row = await exportsRepository(db).find(String(export_id))
    const user = row && (await usersRepository(db).find(row.user_id))
    if (row?.status !== 'preparing' || !row.storage_key || user?.status !== 'active') return
    try {
      await make(row, row.storage_key, user)
    } catch (error) {
      if (clock().getTime() - row.requested_at.getTime() < GIVEN_UP_MS) throw error
      log.error('rights.export_failed', { export_id, error })
      await exportsRepository(db).failed(row.id)
    }
  })

  jobs.every('rights.expired_exports', EXPIRY_SECONDS, async () => {
    for (const { id, storage_key } of await exportsRepository(db).expired(clock())) {
      if (storage_key) await storage.remove(storage_key)
      await exportsRepository(db).remove(id)
    }
  })

  /** A process that dies midway leaves no half copy: it comes under its key when it is whole. */
  async function make({ id, user_id }: ExportRow, key: string, user: UserRow) {
    const { bytes } = await storage.put(key, await archive.open(user))
    const now = clock()
    const expires = new Date(now.getTime() + KEPT_MS)
    const isWanted = await db.transaction().execute(async (trx) => {
      if (!(await exportsRepository(trx).ready(id, { bytes, ready_at: now, expires_at: expires })))
        return false
      await exportsRepository(trx).endOlder({ id, user_id }, now)
      const language = LANGUAGES.find((one) => one === user.language) ?? 'en'
      await context.mail.enqueue(trx, {
        to: user.email,
        template: 'data_export_ready',
        language,
        params: { until: dayText(expires, language, (await programmeOf(trx)).timezone) },
        dedupeKey: `data_export_ready:${id}`,
      })
      return true
    })
    if (!isWanted) await storage.remove(key)
  }
}
