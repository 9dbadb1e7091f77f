import type { DataExport } from '@awards/shared/contract'
import { signedUrl } from '../../files/signed-url.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDay } from '../../lib/format.ts'
import type { AppContext } from '../../start/app-context.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import { usersRepository, type UserRow } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { exportArchive } from './export-archive.ts'
import { exportsRepository, type ExportRow } from './exports.repository.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'

/** Requests for exports of personal data, which a job builds. */
export function exportsService(context: AppContext) {
  const { db, clock, config, jobs } = context

  return {
    async current(person: Pick<Actor, 'id'>): Promise<DataExport> {
      return describe(await exportsRepository(db).newest(person.id))
    },

    /**
     * Returns the export in preparation, else starts one; at most one an hour, or 429. The person gets the mail, also
     * where the organiser asks for it (`by`).
     */
    async request(person: Pick<Actor, 'id'>, by: Actor): Promise<DataExport> {
      const now = clock()
      const row = await db.transaction().execute(async (trx) => {
        const exports = exportsRepository(trx)
        await exports.lockPerson(person.id)
        const newest = await exports.newest(person.id)
        if (newest?.status === 'preparing') return newest
        if (newest?.status === 'ready') requireInterval(newest, now)
        const added = await exports.add(person.id, newStorageKey('zip'), now)
        await auditRepository(trx).record(by, 'data.exported', person.id)
        await jobs.enqueue(trx, EXPORT_JOB, { export_id: added.id }, { key: added.id })
        return added
      })
      return describe(row)
    },
  }

  function describe(row: ExportRow | undefined): DataExport {
    const now = clock()
    if (!row || (row.expires_at && row.expires_at <= now)) return NONE
    const iso = (at: Date | null) => at?.toISOString() ?? null
    return {
      status: row.status as DataExport['status'],
      requested_at: row.requested_at.toISOString(),
      ready_at: iso(row.ready_at),
      bytes: row.bytes === null ? null : Number(row.bytes),
      url: row.status === 'ready' && row.storage_key ? linkTo(row.storage_key, row) : null,
      expires_at: iso(row.expires_at),
    }
  }

  function linkTo(key: string, { requested_at }: ExportRow): string {
    const filename = `my-data-${requested_at.toISOString().slice(0, 10)}.zip`
    return signedUrl(config.secret, clock(), { key, filename })
  }
}

const NONE: DataExport = {
  status: 'none',
  requested_at: null,
  ready_at: null,
  bytes: null,
  url: null,
  expires_at: null,
}

function requireInterval({ requested_at }: ExportRow, now: Date) {
  const wait = requested_at.getTime() + HOUR_MS - now.getTime()
  if (wait <= 0) return
  throw new BusinessError(
    429,
    'Your latest copy is less than an hour old. Download that one, or ask again later.',
    { reason: 'EXPORT_RECENT', retry_after: Math.ceil(wait / 1_000) },
  )
}

const EXPORT_JOB = 'rights.export'
const EXPIRY_SECONDS = 3_600
/** Retention of an export. */
const RETENTION_MS = 7 * DAY_MS
/** Stops retrying after this time: logs an error, and the user may request another export. */
const RETRY_FOR_MS = 3_600_000

/** Jobs that build requested exports and delete expired ones. */
export function exportJobs(context: AppContext) {
  const { db, jobs, clock, log, storage } = context
  const archive = exportArchive(context)

  jobs.handle(EXPORT_JOB, async ({ export_id }) => {
    const row = await exportsRepository(db).find(String(export_id))
    const user = row && (await usersRepository(db).find(row.user_id))
    if (row?.status !== 'preparing' || !row.storage_key || user?.status !== 'active') return
    try {
      await build(row, row.storage_key, user)
    } catch (error) {
      if (clock().getTime() - row.requested_at.getTime() < RETRY_FOR_MS) throw error
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

  /** `storage.put` is atomic, so a process that dies midway leaves no partial export. */
  async function build({ id, user_id }: ExportRow, key: string, user: UserRow) {
    const { bytes } = await storage.put(key, await archive.open(user))
    const now = clock()
    const expires = new Date(now.getTime() + RETENTION_MS)
    const isReady = await db.transaction().execute(async (trx) => {
      if (!(await exportsRepository(trx).ready(id, { bytes, ready_at: now, expires_at: expires })))
        return false
      await exportsRepository(trx).endOlder({ id, user_id }, now)
      await context.mail.enqueue(trx, {
        to: user.email,
        template: 'data_export_ready',
        language: languageOf(user),
        params: { until: formatDay(expires, languageOf(user), (await programmeOf(trx)).timezone) },
        dedupeKey: `data_export_ready:${id}`,
      })
      return true
    })
    if (!isReady) await storage.remove(key)
  }
}
