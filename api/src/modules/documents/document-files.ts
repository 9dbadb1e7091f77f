import { createHmac } from 'node:crypto'
import { signedUrl } from '../../files/signed-url.ts'
import type { AppContext } from '../../start/app-context.ts'
import { drawerOf } from './document-drawer.ts'
import { drawnDocumentsRepository, type StoredInvoice } from './documents.repository.ts'
import type { Drawing } from './pdf/drawing.ts'

/** Raised when documents are drawn in another way, so that none is taken from before. */
const DRAWING = 2

/** Storage key of a generated document: always the same for the same content, and not guessable. */
function documentKey(secret: string, content: object | string): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const name = createHmac('sha256', `documents:${secret}:${DRAWING}`).update(text).digest('hex')
  return `private/${name.slice(0, 2)}/${name.slice(2, 32)}.pdf`
}

/** Draws a document once, keeps it, and hands out short-lived links that need no token. */
export function documentFiles(context: AppContext) {
  const { config, db, storage, clock, log } = context
  const drawer = drawerOf(context)

  async function isKept(key: string): Promise<boolean> {
    const kept = await storage.get(key)
    kept?.body.destroy()
    return kept !== undefined
  }

  /** Where the drawn document lies. */
  function keyOf(drawing: Drawing): Promise<string> {
    const key = documentKey(config.secret, drawing.content)
    return drawer.once(key, async () => {
      if (await isKept(key)) return
      const { pdf, missing } = await drawer.draw(drawing)
      if (missing.length > 0) log.warn('documents.missing_signs', { key, signs: missing.join('') })
      await storage.put(key, pdf)
      await drawnDocumentsRepository(db).note(key, clock())
    })
  }

  return {
    missing: drawer.missing,
    keyOf,

    async link(filename: string, drawing: Drawing): Promise<string> {
      const key = await keyOf(drawing)
      return signedUrl(config.secret, clock(), { key, filename, inline: true })
    },
  }
}

/** Invoices, credit notes and proformas as files; the same for whoever may read them. */
export function invoiceFiles(context: AppContext) {
  const files = documentFiles(context)
  const drawingOf = ({ document, facturx_xml }: StoredInvoice): Drawing => ({
    kind: 'invoice',
    content: document,
    xml: facturx_xml,
  })

  return {
    keyOf: (invoice: StoredInvoice) => files.keyOf(drawingOf(invoice)),

    link: async (invoice: StoredInvoice) => ({
      number: invoice.number,
      url: await files.link(`${invoice.number}.pdf`, drawingOf(invoice)),
    }),
  }
}
