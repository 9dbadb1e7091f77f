import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RELEASE_PLACES } from '@awards/shared/platform'
import type { Log } from '../../observability/log.ts'
import { releaseKey, type RegistryReader } from '../registry/registry.types.ts'
import type { CachedFile, FileCache } from './file-cache.ts'
import { sendFile, sendNoFile } from './send-file.ts'

type Parts = { readonly registry: RegistryReader; readonly cache: FileCache; readonly log: Log }
type FileRequest = FastifyRequest<{ Params: { '*': string } }>

const UNREACHABLE = 'The registry cannot be reached. Please try again in a moment.\n'

/** The files of published releases, below both places; nothing else of the storage is given out. */
export function releaseFileRoutes(app: FastifyInstance, { registry, cache, log }: Parts) {
  async function find(asked: string): Promise<CachedFile | undefined> {
    const [name = '', version = '', ...rest] = asked.split('/')
    const path = rest.join('/')
    if (!(await registry.release(name, version))) return undefined
    // What is published never changes, so the bytes in memory need no second look.
    return cache.get({
      key: releaseKey(name, version, path),
      stamp: 'published',
      read: () => registry.file(name, version, path),
      // Smaller is better, but what it is made of is there already.
      readBrotli: () => registry.file(name, version, `${path}.br`).catch(() => undefined),
    })
  }

  for (const place of RELEASE_PLACES) {
    app.get(`${place}/*`, async (request: FileRequest, reply) => {
      try {
        return sendFile(request, reply, await find(request.params['*']))
      } catch (error) {
        log.error('release.file', { path: request.url.split('?')[0], error })
        return sendNoFile(reply.header('retry-after', '1'), 503, UNREACHABLE)
      }
    })
  }
}
