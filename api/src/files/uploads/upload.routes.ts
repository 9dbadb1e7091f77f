import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { uploads } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import { sendData } from '../../http/envelope.ts'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { imageWorker } from '../pictures/image-worker.ts'
import { backfillPerceptualHashes, pictureSizes } from '../pictures/picture-jobs.ts'
import { storageKeysIn } from '../storage/storage.ts'
import {
  finishService,
  uploadDigest,
  uploadService,
  cropService,
  type MayUseFile,
} from './upload.service.ts'
import { uploadStore, withReceivedBytes } from './store-upload.ts'
import { partialFiles, type PartialFiles } from './partial-files.ts'
import { resumeRoutes } from './resume.routes.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import { uploadTooLarge } from './upload-limits.ts'
import { DAY_MS } from '../../lib/durations.ts'

const HOUR = 3_600
const ORPHAN_MS = 3_600_000

/** Retention of files that belong to no entry: a removed or cropped picture can be restored for 30 days. */
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
      for (const key of storageKeysIn(variants)) await storage.remove(key)
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
      const file = await service.requireOpenUpload(uploadDigest(request.params.token))
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
