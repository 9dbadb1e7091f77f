import { createHmac } from 'node:crypto'
import { signedUrl } from '../../files/signed-url.ts'
import type { AppContext } from '../../start/app-context.ts'
import { drawerOf } from './document-drawer.ts'
import { drawnDocumentsRepository, type StoredInvoice } from './documents.repository.ts'
import type { Drawing } from './pdf/drawing.ts'

/** Cache version: raise it when the layout changes, so that stored PDFs are drawn again. */
const LAYOUT_VERSION = 2

/** Storage key of a document: an HMAC of its content, so the same for the same content and not guessable. */
function documentKey(secret: string, content: object | string): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const name = createHmac('sha256', `documents:${secret}:${LAYOUT_VERSION}`)
    .update(text)
    .digest('hex')
  return `private/${name.slice(0, 2)}/${name.slice(2, 32)}.pdf`
}

/** Draws a document once, caches it in the storage, and returns short-lived signed links. */
export function documentFiles(context: AppContext) {
  const { config, db, storage, clock, log } = context
  const drawer = drawerOf(context)

  async function isStored(key: string): Promise<boolean> {
    const stored = await storage.get(key)
    stored?.body.destroy()
    return stored !== undefined
  }

  /** The storage key of the PDF; draws it if it is not stored. */
  function keyOf(drawing: Drawing): Promise<string> {
    const key = documentKey(config.secret, drawing.content)
    return drawer.once(key, async () => {
      if (await isStored(key)) return
      const { pdf, missing } = await drawer.draw(drawing)
      if (missing.length > 0) log.warn('documents.missing_signs', { key, signs: missing.join('') })
      await storage.put(key, pdf)
      await drawnDocumentsRepository(db).note(key, clock())
    })
  }

  return {
    missing: drawer.missing,
    keyOf,

    async link(filename: string, drawing: Drawing, certificate?: string): Promise<string> {
      const key = await keyOf(drawing)
      return signedUrl(config.secret, clock(), { key, filename, inline: true, certificate })
    },
  }
}

/** PDFs of invoices, credit notes and proformas; every reader gets the same file. */
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
