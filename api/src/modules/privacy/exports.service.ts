import type { DataExport } from '@awards/shared/contract'
import { signedUrl } from '../../lib/signed-token.ts'
import { newStorageKey, isStorageKey } from '../../files/storage/storage.ts'
import { dayIn } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDay } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import { usersRepository, type UserRow } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { programmeOf, invoiceDocumentsRepository } from '../documents/documents.repository.ts'
import { DAY_MS, HOUR_MS } from '../../lib/time.ts'
import type { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { certificatesService } from '../documents/certificates/certificates.service.ts'
import { documentFiles, invoiceFiles } from '../documents/document-files.ts'
import { exportContent, type ExportItem } from './export-content.ts'
import {
  exportRepository,
  type OwnFile,
  exportsRepository,
  type ExportRow,
} from './export.repository.ts'
import { dataRequestsRepository, type NewDataRequest } from './data-requests.repository.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'

/** Requests for exports of personal data, which a job builds. */
export function exportsService(context: AppContext) {
  const { db, clock, config, jobs, identity } = context

  return {
    async current(person: Pick<Actor, 'id'>): Promise<DataExport> {
      return describe(await exportsRepository(db).newest(person.id))
    },

    /**
     * Returns the export in preparation, else starts one; at most one an hour, or 429. The person gets the mail, also
     * where the organiser asks for it (`by`).
     */
    async request(
      person: Pick<Actor, 'id'>,
      by: Actor,
      how?: Pick<NewDataRequest, 'way' | 'received_on' | 'note'>,
    ): Promise<DataExport> {
      const now = clock()
      const today = dayIn(now, (await identity()).time_zone)
      const row = await db.transaction().execute(async (trx) => {
        const exports = exportsRepository(trx)
        await exports.lockPerson(person.id)
        const newest = await exports.newest(person.id)
        if (newest?.status === 'ready') requireInterval(newest, now)
        await dataRequestsRepository(trx).open({
          ...(how ? { ...how, by_user_id: by.id } : { way: 'account', received_on: today }),
          user_id: person.id,
          kind: 'export',
        })
        if (newest?.status === 'preparing') return newest
        const added = await exports.add(person.id, newStorageKey('zip'), now)
        await auditRepository(trx).record(by, 'data.exported', person.id, {
          ...(how?.note && { reason: how.note }),
        })
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
    const zip = await archive.open(user)
    // A storage that fails before the end leaves its source as it is: closing it ends the reading of the database, too.
    const { bytes } = await storage.put(key, zip).finally(() => zip.destroy())
    const now = clock()
    const expires = new Date(now.getTime() + RETENTION_MS)
    const isReady = await db.transaction().execute(async (trx) => {
      if (!(await exportsRepository(trx).ready(id, { bytes, ready_at: now, expires_at: expires })))
        return false
      await exportsRepository(trx).endOlder({ id, user_id }, now)
      await dataRequestsRepository(trx).done(user_id, 'export', now)
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

/** Streams the export as a ZIP, with one file open at a time. */
function exportArchive(context: AppContext) {
  const documents = exportDocuments(context)

  async function* itemsOf(user: UserRow): AsyncGenerator<ExportItem> {
    yield* await exportContent(context, user)
    yield* await exportFiles(context.db, user.id)
    yield* documents.of(user)
  }

  return {
    async open(user: UserRow): Promise<Readable> {
      const { default: ZipStream } = await import('zip-stream')
      const zip = new ZipStream({ store: true })
      // The reader hears of an error by reading; without a listener one that has left already would end the process.
      zip.on('error', () => undefined)
      // If the reader disconnects, the open source is destroyed, so that no file descriptor leaks.
      let source: Readable | undefined
      const closed = new Promise<void>((resolve) => {
        zip.once('close', () => {
          source?.destroy()
          resolve()
        })
      })

      async function add(name: string, body: Readable | Buffer) {
        const date = context.clock()
        const added = new Promise<void>((resolve, reject) => {
          zip.entry(body, { name, date }, (error) => (error ? reject(error) : resolve()))
        })
        await Promise.race([added, closed])
      }

      async function fill() {
        for await (const item of itemsOf(user)) {
          if (zip.destroyed) return
          if ('text' in item) await add(item.name, Buffer.from(item.text))
          else {
            const stored = await context.storage.get(item.key)
            source = stored?.body
            if (source) await add(item.name, source)
          }
        }
        zip.finish()
      }
      fill().catch((error: unknown) => {
        zip.destroy(error instanceof Error ? error : new Error(String(error)))
      })
      return zip
    },
  }
}

/** The user's uploaded pictures and PDFs, each in the best stored variant. */
async function exportFiles(db: Db, userId: string): Promise<ExportItem[]> {
  const files = await exportRepository(db).files(userId)
  return files.flatMap((file, index) => {
    const key = bestVariant(file)
    return key ? [{ name: pathInZip(file, index + 1, key), key }] : []
  })
}

const PREFERRED = ['full_jpeg', 'full', 'pdf', 'card', 'thumb']

function bestVariant({ variants }: OwnFile): string | undefined {
  const known = Object(variants) as Record<string, { key?: unknown } | undefined>
  return PREFERRED.map((size) => known[size]?.key).find(
    (key): key is string => typeof key === 'string' && isStorageKey(key),
  )
}

/** Path in the ZIP from the original name, with unsafe characters replaced. */
function pathInZip({ entry_no, original_name }: OwnFile, number: number, key: string): string {
  const extension = key.split('.').at(-1) ?? 'bin'
  const given = original_name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, '_')
    .trim()
    .slice(0, 60)
  const folder = entry_no ?? 'other'
  return `files/${folder}/${String(number).padStart(3, '0')}-${given || 'file'}.${extension}`
}

/** Invoices, withdrawal receipts and certificates of a user, rendered one after the other. */
function exportDocuments(context: AppContext) {
  const { db } = context
  const files = documentFiles(context)
  const invoices = invoiceFiles(context)
  const certificates = certificatesService(context)

  return {
    async *of({ id, language }: UserRow): AsyncGenerator<ExportItem> {
      for (const invoice of await invoiceDocumentsRepository(db).all(id)) {
        yield { name: `invoices/${invoice.number}.pdf`, key: await invoices.keyOf(invoice) }
      }
      for (const receipt of await withdrawalsRepository(db).receipts(id)) {
        const key = await files.keyOf({ kind: 'withdrawal', content: receipt })
        yield { name: `withdrawals/${receipt.reference}.pdf`, key }
      }
      for (const entryId of await exportRepository(db).certifiedEntries(id)) {
        const certificate = await certificates.storedPdf(entryId, language === 'fr' ? 'fr' : 'en')
        if (certificate)
          yield { name: `certificates/${certificate.number}.pdf`, key: certificate.key }
      }
    },
  }
}
