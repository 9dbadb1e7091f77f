import type { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { isStorageKey } from '../../files/storage/storage.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { UserRow } from '../accounts/users.repository.ts'
import { certificatesService } from '../documents/certificates/certificates.service.ts'
import { documentFiles, invoiceFiles } from '../documents/document-files.ts'
import { invoiceDocumentsRepository } from '../documents/documents.repository.ts'
import { exportContent, type ExportItem } from './export-content.ts'
import { exportRepository, type OwnFile } from './export.repository.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'

/** Streams the export as a ZIP, with one file open at a time. */
export function exportArchive(context: AppContext) {
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
