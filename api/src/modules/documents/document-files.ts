import { createHmac } from 'node:crypto'
import { signedUrl } from '../../lib/signed-token.ts'
import type { AppContext } from '../../start/app-context.ts'
import { drawnDocumentsRepository, type StoredInvoice } from './documents.repository.ts'
import type { Drawing, DrawingTask, Drawn } from './pdf/drawing.ts'
import path from 'node:path'
import { BusinessError } from '../../http/business-error.ts'
import { concurrencyLimit, workerProcess, type WorkerFailure } from '../../lib/concurrency.ts'
import type { Script } from './pdf/fonts.ts'

/** Cache version: raise it when the layout changes, so that stored PDFs are drawn again. */
const LAYOUT_VERSION = 4

/** Storage key of a PDF: an HMAC of its content, so the same for the same content and not guessable. */
function documentKey(secret: string, content: object | string): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const name = createHmac('sha256', `documents:${secret}:${LAYOUT_VERSION}`)
    .update(text)
    .digest('hex')
  return `private/${name.slice(0, 2)}/${name.slice(2, 32)}.pdf`
}

/** Storage key of the web page of a PDF. */
const pageKey = (key: string) => key.replace(/\.pdf$/, '.html')

/** A document as a PDF, and the same as a web page. */
export type DocumentLinks = { url: string; page_url: string }

/** Draws a document once, caches it in the storage, and returns short-lived signed links. */
export function documentFiles(context: AppContext) {
  const { config, db, storage, clock, log } = context
  const drawer = drawerOf(context)

  async function isStored(key: string): Promise<boolean> {
    const stored = await storage.get(key)
    stored?.body.destroy()
    return stored !== undefined
  }

  /** The storage key of the PDF; draws it and its web page if they are not stored. */
  function keyOf(drawing: Drawing): Promise<string> {
    const key = documentKey(config.secret, drawing.content)
    return drawer.once(key, async () => {
      if (await isStored(key)) return
      const { pdf, page, missing } = await drawer.draw(drawing)
      if (missing.length > 0) log.warn('documents.missing_signs', { key, signs: missing.join('') })
      // The page first: the PDF says that both are stored.
      for (const [name, content] of [
        [pageKey(key), Buffer.from(page)],
        [key, pdf],
      ] as const) {
        await storage.put(name, content)
        await drawnDocumentsRepository(db).note(name, clock())
      }
    })
  }

  return {
    missing: drawer.missing,
    keyOf,

    /** Signed links to the PDF and to its web page; `certificate` ends them with the certificate. */
    async links(name: string, drawing: Drawing, certificate?: string): Promise<DocumentLinks> {
      const key = await keyOf(drawing)
      const link = (of: string, filename: string) =>
        signedUrl(config.secret, clock(), { key: of, filename, inline: true, certificate })
      return { url: link(key, `${name}.pdf`), page_url: link(pageKey(key), `${name}.html`) }
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

    links: async (invoice: StoredInvoice) => ({
      number: invoice.number,
      ...(await files.links(invoice.number, drawingOf(invoice))),
    }),
  }
}

const PROGRAM = path.join(import.meta.dirname, 'pdf/drawing-process.ts')
/** Timeout of a drawing; the proxy does not wait longer for an answer. */
const LIMIT_MS = 50_000
/** Queue limit; at some 60 ms a document, the last one waits for seconds. */
const MOST_WAITING = 100

type DocumentDrawer = ReturnType<typeof documentDrawer>

// One worker per site in a process, shared by all modules that draw documents.
const drawers = new WeakMap<object, DocumentDrawer>()

/** The document worker of a site. */
export function drawerOf({ config }: Pick<AppContext, 'config'>): DocumentDrawer {
  const drawer = drawers.get(config) ?? documentDrawer(config.dataDir)
  drawers.set(config, drawer)
  return drawer
}

/**
 * Queue in front of a worker process, one document at a time: drawing blocks the event loop for some 60 ms.
 * Concurrent requests for the same key share one drawing.
 */
function documentDrawer(dataDir: string) {
  const fonts = path.join(dataDir, 'cache', 'fonts')
  const worker = workerProcess<DrawingTask, Drawn | WorkerFailure>(PROGRAM, LIMIT_MS)
  const turn = concurrencyLimit(1)
  const inFlight = new Map<string, Promise<string>>()
  let waiting = 0
  let isClosed = false

  async function ask(task: DrawingTask): Promise<Drawn> {
    if (waiting >= MOST_WAITING) throw busy()
    waiting += 1
    try {
      const answer = await turn(async () => {
        const first = await worker.ask(task)
        const hasDied = 'failure' in first && first.hasEnded === true && !first.isLate
        // Retries once if the worker died.
        return hasDied && !isClosed ? worker.ask(task) : first
      })
      if (!('failure' in answer)) return answer
      if (answer.isLate) throw busy()
      throw new Error(`A document could not be drawn: ${answer.failure}`)
    } finally {
      waiting -= 1
    }
  }

  return {
    /** Characters of a text that no font has. */
    async missing(text: string, script?: Script): Promise<readonly string[]> {
      return (await ask({ fonts, text, script })).missing
    },

    async draw(drawing: Drawing): Promise<Required<Drawn> & { pdf: Buffer }> {
      const { pdf, page, missing } = await ask({ fonts, draw: drawing })
      if (!pdf || !page) throw new Error(`The drawing of a ${drawing.kind} is empty`)
      return { pdf: Buffer.from(pdf), page, missing }
    },

    /** Single flight: runs the work for a key, or waits for the run that is under way. */
    once(key: string, work: () => Promise<void>): Promise<string> {
      const known = inFlight.get(key)
      if (known) return known
      const run = work()
        .then(() => key)
        .finally(() => inFlight.delete(key))
      inFlight.set(key, run)
      return run
    },

    close() {
      isClosed = true
      worker.close()
    },
  }
}

const busy = () =>
  new BusinessError(503, 'The site has many documents to draw. Please try again in a minute.')
