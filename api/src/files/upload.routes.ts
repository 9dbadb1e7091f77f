import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { uploads } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import type { AppContext } from '../app/app-context.ts'
import { sendData } from '../app/envelope.ts'
import { serve } from '../app/serve.ts'
import { withReceivedBytes } from './receive-bytes.ts'
import { refused, uploadService } from './upload.service.ts'

/** `upload/sign`, and the address to which the bytes are PUT. */
export function uploadRoutes(app: FastifyInstance, context: AppContext) {
  const service = uploadService(context)
  const folder = join(context.config.dataDir, 'uploads')

  serve(app, uploads.sign, (input, { actor }) => service.sign(actor, input))

  // A scope of its own: here, and only here, a body is a stream of any type.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.put<{ Params: { token: string } }>('/files/upload/:token', async (request, reply) => {
      const file = await service.announced(request.params.token)
      const { body } = request
      if (Number(request.headers['content-length']) > IMAGE_LIMITS.bytes) {
        void reply.header('connection', 'close')
        throw refused('This file is larger than 20 MB. Please send a smaller one.')
      }
      const stream = body instanceof Readable ? body : Readable.from([])
      const data = await withReceivedBytes(folder, stream, IMAGE_LIMITS.bytes, (received) =>
        service.receive(file, received),
      )
      return sendData(request, reply, data)
    })
  })
}
