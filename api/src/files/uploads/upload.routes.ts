import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { uploads } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { sendData } from '../../http/envelope.ts'
import { serve } from '../../http/serve.ts'
import { cropService } from './crop.service.ts'
import { finishService } from './finish.service.ts'
import { fileKeeper } from './keep-file.ts'
import { partialFiles } from './partial-files.ts'
import { pictureLooks } from '../pictures/picture-looks.ts'
import { pictureSizes } from '../pictures/picture-sizes.ts'
import { imageWorker } from '../pictures/image-worker.ts'
import { withReceivedBytes } from './receive-bytes.ts'
import { tooLarge } from './refused.ts'
import { resumeRoutes } from './resume.routes.ts'
import { forgetUploads } from './upload-cleanup.ts'
import { uploadService } from './upload.service.ts'
import { uploadDigest } from './upload-token.ts'

/** The calls around an upload, and the two addresses that take its bytes. */
export function uploadRoutes(app: FastifyInstance, context: AppContext) {
  const folder = join(context.config.dataDir, 'uploads')
  const files = partialFiles(context.db, context.storage)
  const pictures = imageWorker()
  const sizes = pictureSizes(context, pictures)
  const keeper = fileKeeper(context, { pictures, sizes })
  const service = uploadService(context)
  const finishing = finishService(context, { files, keeper, folder })
  const cropping = cropService(context, { keeper, sizes })
  forgetUploads(context, files)
  pictureLooks(context)
  app.addHook('onClose', async () => pictures.close())

  serve(app, uploads.sign, (input, { actor }) => service.sign(actor, input))
  serve(app, uploads.finish, (input, { actor }) => finishing.finish(actor, input))
  serve(app, uploads.crop, (input, { actor }) => cropping.crop(actor, input))

  // A scope of its own: here, and only here, a body is a stream of any type.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    resumeRoutes(scope, context, { files, service })
    scope.put<{ Params: { token: string } }>('/files/upload/:token', async (request, reply) => {
      const file = await service.announced(uploadDigest(request.params.token))
      const { body } = request
      if (Number(request.headers['content-length']) > IMAGE_LIMITS.bytes) {
        void reply.header('connection', 'close')
        throw tooLarge(IMAGE_LIMITS.bytes)
      }
      const stream = body instanceof Readable ? body : Readable.from([])
      const data = await withReceivedBytes(folder, stream, IMAGE_LIMITS.bytes, (received) =>
        keeper.receive(file, received),
      )
      return sendData(request, reply, data)
    })
  })
}
