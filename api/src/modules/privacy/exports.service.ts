import type { DataExport } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { signedUrl } from '../../files/signed-url.ts'
import { newStorageKey } from '../../files/storage/storage-key.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { EXPORT_JOB } from './exports.job.ts'
import { exportsRepository } from './exports.repository.ts'
import type { ExportRow } from './exports.repository.ts'

const HOUR_MS = 3_600_000

/** The copy of a person's data: asked for here, made by a job. */
export function exportsService(context: AppContext) {
  const { db, clock, config, jobs } = context

  return {
    async current(actor: Actor): Promise<DataExport> {
      return describe(await exportsRepository(db).newest(actor.id))
    },

    /** A copy that is being made is the one that was asked for; otherwise one in an hour. */
    async request(actor: Actor): Promise<DataExport> {
      const now = clock()
      const row = await db.transaction().execute(async (trx) => {
        const exports = exportsRepository(trx)
        await exports.lockPerson(actor.id)
        const newest = await exports.newest(actor.id)
        if (newest?.status === 'preparing') return newest
        if (newest?.status === 'ready') requirePause(newest, now)
        const added = await exports.add(actor.id, newStorageKey('zip'), now)
        await auditRepository(trx).record(actor, 'data.exported', actor.id)
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

function requirePause({ requested_at }: ExportRow, now: Date) {
  const wait = requested_at.getTime() + HOUR_MS - now.getTime()
  if (wait <= 0) return
  throw new BusinessError(
    429,
    'Your latest copy is less than an hour old. Download that one, or ask again later.',
    { reason: 'EXPORT_RECENT', retry_after: Math.ceil(wait / 1_000) },
  )
}
