import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload, Server } from '@tus/server'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import { errorCode } from '../../lib/errors.ts'
import type { AppContext } from '../../start/app-context.ts'
import { StorageAwayError } from '../storage/storage.ts'
import type { PartialFiles } from './partial-files.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import { uploadName, type UploadService } from './upload.service.ts'

/**
 * What the protocol of tus reads and writes: one row says how large the file will be, others how much of
 * it is there. Uploads are announced by `upload/sign`, so that nothing is created here.
 */
class TusStore extends DataStore {
  readonly #db: Db
  readonly #files: PartialFiles

  constructor(db: Db, files: PartialFiles) {
    super()
    this.#db = db
    this.#files = files
    this.extensions = ['termination']
  }

  override async getUpload(name: string): Promise<Upload> {
    const row = await storedFilesRepository(this.#db).findByUpload(Buffer.from(name, 'hex'))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const size = Number(row.bytes)
    // What has been checked and stored is not partial any more, and all of it is there.
    const offset = row.status === 'ready' ? size : await this.#files.size(name)
    return new Upload({ id: name, size, offset })
  }

  override async write(body: Readable, name: string, offset: number): Promise<number> {
    const end = await this.#files.append(name, offset, body)
    if (end === undefined) throw ERRORS.INVALID_OFFSET
    return end
  }

  override async remove(name: string): Promise<void> {
    // In this order, so that nothing is added to what has been taken away.
    await storedFilesRepository(this.#db).forgetAnnounced(Buffer.from(name, 'hex'))
    await this.#files.remove(name)
  }
}

const PATH = '/files/resume'
/** How long a new connection waits until the old one of the same upload has written down what it brought. */
const LOCK_WAIT_MS = 5_000

const LOCKED = 'Another connection still brings bytes. Please ask how far it came.\n'

const STATUS_OF_ERROR: Record<string, { status_code: number; body: string }> = {
  ENOSPC: {
    status_code: 507,
    body: 'The disk of the site is full. Please go on in a few minutes.',
  },
  EDQUOT: {
    status_code: 507,
    body: 'The disk of the site is full. Please go on in a few minutes.',
  },
}

/**
 * Bytes of an upload in the protocol of tus 1.0: HEAD tells how many have arrived, PATCH brings the
 * next, DELETE gives the upload up. The address was handed out by `upload/sign`; none is created here.
 */
export function resumeRoutes(
  scope: FastifyInstance,
  { db, log }: AppContext,
  { files, service }: { files: PartialFiles; service: UploadService },
) {
  const server = new Server({
    path: PATH,
    datastore: new TusStore(db, files),
    // The page that sends is our own, so no other origin is invited.
    allowedOrigins: [],
    lockDrainTimeout: LOCK_WAIT_MS,
    getFileIdFromRequest: (_request, token) => (token ? uploadName(token) : undefined),
    onIncomingRequest: async (_request, name) => {
      await service.announced(Buffer.from(name, 'hex')).catch((error: unknown) => {
        if (!(error instanceof BusinessError)) throw error
        throw { status_code: error.code, body: error.message }
      })
    },
    onResponseError: (_request, error) => {
      if (error instanceof StorageAwayError) {
        log.error('upload.failed', { error })
        return {
          status_code: 503,
          body: 'The site cannot reach its files. Please go on in a minute.',
        }
      }
      const known = STATUS_OF_ERROR[errorCode(error) ?? '']
      if (known) return known
      if ('status_code' in error) return undefined
      log.error('upload.failed', { error })
      return {
        status_code: 500,
        body: 'Something went wrong on our side. Please go on in a minute.',
      }
    },
  })
  /** Addresses to which a connection brings bytes, until they are written down. */
  const busy = new Set<string>()
  async function answerTo(raw: IncomingMessage): Promise<Response> {
    const path = raw.url ?? '/'
    if (raw.method !== 'PATCH') return server.handleWeb(asWebRequest(raw))
    // A browser that loses a used connection repeats the piece by itself, while the storage still writes what the first
    // brought. The repeat would wait for the lock, fill every buffer on its way and be refused then: so it is refused now.
    if (busy.has(path))
      return new Response(LOCKED, { status: 423, headers: { 'tus-resumable': '1.0.0' } })
    busy.add(path)
    try {
      return await server.handleWeb(asWebRequest(raw))
    } finally {
      busy.delete(path)
    }
  }

  scope.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${PATH}/:token`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const answer = await answerTo(request.raw)
      const headers = Object.fromEntries(answer.headers)
      void reply.code(answer.status).headers({ ...headers, 'cache-control': 'no-store' })
      // Bytes that are refused need not come: browsers stop when the connection ends.
      if (request.method === 'PATCH' && !answer.ok) void reply.header('connection', 'close')
      return reply.send(answer.body ? await answer.text() : undefined)
    },
  })
}

/** A request whose body ends where the line breaks, so that what came before is written down. */
function asWebRequest(raw: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value = ''] of Object.entries(raw.headers)) headers.set(name, String(value))
  const url = new URL(raw.url ?? '/', 'http://localhost')
  if (raw.method !== 'PATCH') return new Request(url, { method: raw.method ?? 'HEAD', headers })
  const body = Readable.toWeb(Readable.from(received(raw), { objectMode: false }))
  // Node's own type of the same stream.
  const init = { method: 'PATCH', headers, body: body as unknown as BodyInit, duplex: 'half' }
  return new Request(url, init)
}

async function* received(raw: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of raw) yield piece as Buffer
  } catch {
    // The line broke; the sender asks how far it came and goes on from there.
  }
}
