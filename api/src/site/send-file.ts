import { resolve, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, FileCache } from './file-cache.ts'

const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The best encoding that the browser takes and that exists. */
function chooseEncoding(
  request: FastifyRequest,
  bodies: Partial<Record<Encoding, Buffer>>,
): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return ENCODINGS.find((name) => accepted.includes(name) && bodies[name]) ?? 'identity'
}

/** A path of a request inside a folder, or nothing when it leads outside or to a hidden file. */
export function fileInside(folder: string, path: string): string | undefined {
  if (path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.')))
    return undefined
  const file = resolve(folder, path)
  return file.startsWith(resolve(folder) + sep) ? file : undefined
}

/** Answers with an immutable file of a build; a miss is never the page of the site. */
export async function sendBuildFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, file }: { cache: FileCache; file: string | undefined },
) {
  const found = file ? await cache.get(file) : undefined
  void reply.header('x-content-type-options', 'nosniff')
  if (!found) {
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send('There is no such file. Reload the page to get the current release.\n')
  }
  const encoding = chooseEncoding(request, found.bodies)
  void reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('access-control-allow-origin', '*')
    .header('timing-allow-origin', '*')
    .header('vary', 'accept-encoding')
    .header('etag', found.etag)
    .type(found.type)
  if (request.headers['if-none-match'] === found.etag) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.send(found.bodies[encoding])
}
