import type { Readable } from 'node:stream'
import ZipStream from 'zip-stream'
import type { AppContext } from '../../start/app-context.ts'
import type { UserRow } from '../accounts/users.repository.ts'
import { exportContent, type ExportItem } from './export-content.ts'
import { exportPapers } from './export-papers.ts'
import { exportFiles } from './export-files.ts'

/** The copy as a ZIP that is written while it is read: one file in memory's reach at a time. */
export function exportArchive(context: AppContext) {
  const papers = exportPapers(context)

  async function* itemsOf(user: UserRow): AsyncGenerator<ExportItem> {
    yield* await exportContent(context, user)
    yield* await exportFiles(context.db, user.id)
    yield* papers.of(user)
  }

  return {
    async open(user: UserRow): Promise<Readable> {
      const zip = new ZipStream({ store: true })
      // A reader who goes away ends the source that is open, else its descriptor would stay.
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
