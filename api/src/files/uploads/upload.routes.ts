import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { uploads } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import { serve, sendData } from '../../http/serve.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import type { AppContext } from '../../start/app-context.ts'
import { imageWorker } from '../pictures/picture-workers.ts'
import { backfillPerceptualHashes, pictureSizes } from '../pictures/picture-jobs.ts'
import { storedKeysOf } from '../pictures/picture.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import {
  finishService,
  uploadService,
  cropService,
  type MayUseFile,
  uploadId,
  type UploadService,
  partialFiles,
  type PartialFiles,
} from './upload.service.ts'
import { uploadStore, withReceivedBytes, uploadTooLarge } from './store-upload.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import { DAY_MS } from '../../lib/time.ts'
import type { IncomingMessage } from 'node:http'
import { DataStore, ERRORS, Upload, Server } from '@tus/server'
import type { Db } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import { errorCode } from '../../lib/errors.ts'

const HOUR = 3_600
const ORPHAN_MS = 3_600_000

/** Retention of files that belong to no entry: a removed or cropped picture can be restored for 30 days after it left. */
const UNUSED_MS = 30 * DAY_MS

/** Hourly job: removes expired uploads, pieces without a pending upload, and old files that belong to no entry. */
function cleanUpUploads({ db, jobs, clock, storage }: AppContext, files: PartialFiles) {
  jobs.every('uploads', HOUR, async () => {
    await storedFilesRepository(db).deleteExpired(clock())
    // The time of a piece comes from the clock of the database.
    const orphaned = await files.orphanedBefore(new Date(Date.now() - ORPHAN_MS))
    for (const name of orphaned) await files.remove(name)
    const before = new Date(clock().getTime() - UNUSED_MS)
    for (const variants of await storedFilesRepository(db).deleteUnused(before)) {
      for (const key of storedKeysOf(variants)) await storage.remove(key)
    }
  })
}

/** Mounts the calls `upload/*`, and the addresses that receive bytes: one PUT, and resumable uploads. */
export function uploadRoutes(app: FastifyInstance, context: AppContext, mayUse: MayUseFile) {
  const folder = join(context.config.dataDir, 'uploads')
  const files = partialFiles(context.db, context.storage)
  const pictures = imageWorker()
  const sizes = pictureSizes(context, pictures)
  const store = uploadStore(context, { pictures, sizes })
  const service = uploadService(context)
  const finishing = finishService(context, { files, store, folder })
  const cropping = cropService(context, { store, sizes, mayUse })
  cleanUpUploads(context, files)
  backfillPerceptualHashes(context)
  app.addHook('onClose', async () => pictures.close())

  serve(app, uploads.sign, (input, { actor }) => service.sign(actor, input))
  serve(app, uploads.finish, (input, { actor }) => finishing.finish(actor, input))
  serve(app, uploads.crop, (input, { actor }) => cropping.crop(actor, input))

  // Own scope: only here bodies of any type arrive as a stream.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    resumeRoutes(scope, context, { files, service })
    scope.put<{ Params: { token: string } }>('/files/upload/:token', async (request, reply) => {
      const file = await service.requireOpenUpload(tokenDigest(request.params.token))
      const { body } = request
      if (Number(request.headers['content-length']) > IMAGE_LIMITS.bytes) {
        void reply.header('connection', 'close')
        throw uploadTooLarge(IMAGE_LIMITS.bytes)
      }
      const stream = body instanceof Readable ? body : Readable.from([])
      const data = await withReceivedBytes(folder, stream, IMAGE_LIMITS.bytes, (received) =>
        store.receive(file, received),
      )
      return sendData(request, reply, data)
    })
  })
}

/**
 * Data store of the tus server: `stored_files` has the size of an upload, `upload_pieces` its offset. Uploads are
 * created by `upload/sign`, not here.
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
    // A ready file has no pieces any more; its offset is its size.
    const offset = row.status === 'ready' ? size : await this.#files.size(name)
    return new Upload({ id: name, size, offset })
  }

  override async write(body: Readable, name: string, offset: number): Promise<number> {
    const end = await this.#files.append(name, offset, body)
    if (end === undefined) throw ERRORS.INVALID_OFFSET
    return end
  }

  override async remove(name: string): Promise<void> {
    // Row first: without it no other connection can add pieces.
    await storedFilesRepository(this.#db).deletePending(Buffer.from(name, 'hex'))
    await this.#files.remove(name)
  }
}

const PATH = '/files/resume'
/** Timeout for the lock of an upload: the previous connection has to record its pieces first. */
const LOCK_WAIT_MS = 5_000

const LOCKED = 'Another connection still brings bytes. Please ask how far it came.\n'

const DISK_FULL_ERRORS: Record<string, { status_code: number; body: string }> = {
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
 * Mounts resumable uploads with tus 1.0: HEAD returns the offset, PATCH appends, DELETE cancels. The addresses come
 * from `upload/sign`; creation is not supported.
 */
function resumeRoutes(
  scope: FastifyInstance,
  { db, log }: AppContext,
  { files, service }: { files: PartialFiles; service: UploadService },
) {
  const server = new Server({
    path: PATH,
    datastore: new TusStore(db, files),
    // No CORS: only pages of this site send.
    allowedOrigins: [],
    lockDrainTimeout: LOCK_WAIT_MS,
    getFileIdFromRequest: (_request, token) => (token ? uploadId(token) : undefined),
    onIncomingRequest: async (_request, name) => {
      await service.requireOpenUpload(Buffer.from(name, 'hex')).catch((error: unknown) => {
        if (!(error instanceof BusinessError)) throw error
        throw { status_code: error.code, body: error.message }
      })
    },
    onResponseError: (_request, error) => {
      if (error instanceof StorageUnavailableError) {
        log.error('upload.failed', { error })
        return {
          status_code: 503,
          body: 'The site cannot reach its files. Please go on in a minute.',
        }
      }
      const diskFull = DISK_FULL_ERRORS[errorCode(error) ?? '']
      if (diskFull) return diskFull
      if ('status_code' in error) return undefined
      log.error('upload.failed', { error })
      return {
        status_code: 500,
        body: 'Something went wrong on our side. Please go on in a minute.',
      }
    },
  })
  /** Paths with a PATCH in progress. */
  const openPatches = new Set<string>()
  async function respondTo(raw: IncomingMessage): Promise<Response> {
    const path = raw.url ?? '/'
    if (raw.method !== 'PATCH') return server.handleWeb(asWebRequest(raw))
    // Refuses a concurrent PATCH at once: a browser that loses a reused connection repeats the request by itself while
    // the first is still being stored. Waiting for the lock would fill all buffers with a body that is refused anyway.
    if (openPatches.has(path))
      return new Response(LOCKED, { status: 423, headers: { 'tus-resumable': '1.0.0' } })
    openPatches.add(path)
    try {
      return await server.handleWeb(asWebRequest(raw))
    } finally {
      openPatches.delete(path)
    }
  }

  scope.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${PATH}/:token`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const answer = await respondTo(request.raw)
      const headers = Object.fromEntries(answer.headers)
      void reply.code(answer.status).headers({ ...headers, 'cache-control': 'no-store' })
      // Closing the connection makes browsers stop sending a body that was refused.
      if (request.method === 'PATCH' && !answer.ok) void reply.header('connection', 'close')
      return reply.send(answer.body ? await answer.text() : undefined)
    },
  })
}

/** Converts to a web `Request` whose body ends at a disconnect instead of failing, so that earlier bytes are stored. */
function asWebRequest(raw: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value = ''] of Object.entries(raw.headers)) headers.set(name, String(value))
  const url = new URL(raw.url ?? '/', 'http://localhost')
  if (raw.method !== 'PATCH') return new Request(url, { method: raw.method ?? 'HEAD', headers })
  const body = Readable.toWeb(Readable.from(untilDisconnect(raw), { objectMode: false }))
  // Node and DOM have different types of the same stream.
  const init = { method: 'PATCH', headers, body: body as unknown as BodyInit, duplex: 'half' }
  return new Request(url, init)
}

async function* untilDisconnect(raw: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const piece of raw) yield piece as Buffer
  } catch {
    // Disconnected: the client asks for the offset (HEAD) and resumes there.
  }
}
