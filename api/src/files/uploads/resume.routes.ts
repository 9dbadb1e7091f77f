import { Server } from '@tus/server'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { errorCode } from '../../lib/error-code.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { PartialFiles } from './partial-files.ts'
import { StorageAwayError } from '../storage/storage-away.ts'
import { TusStore } from './tus-store.ts'
import { uploadName } from './upload-token.ts'
import type { UploadService } from './upload.service.ts'

const PATH = '/files/resume'
/** How long a new connection waits until the old one of the same upload has written down what it brought. */
const LET_GO_MS = 5_000

const TELL: Record<string, { status_code: number; body: string }> = {
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
    lockDrainTimeout: LET_GO_MS,
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
      const known = TELL[errorCode(error) ?? '']
      if (known) return known
      if ('status_code' in error) return undefined
      log.error('upload.failed', { error })
      return {
        status_code: 500,
        body: 'Something went wrong on our side. Please go on in a minute.',
      }
    },
  })
  scope.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${PATH}/:token`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const answer = await server.handleWeb(asWebRequest(request.raw))
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
