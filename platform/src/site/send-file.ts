import { readFile, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from '../../../api/src/http/read-input.ts'
import type { CachedFile, FileCache, Encoding } from './file-cache.ts'

/** Resolves a request path in a folder; undefined for path traversal and hidden files. */
function fileInside(folder: string, path: string): string | undefined {
  if (path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.')))
    return undefined
  const file = resolve(folder, path)
  return file.startsWith(resolve(folder) + sep) ? file : undefined
}

/**
 * A file of the shell's build from the cache. Compares mtime and size at each request, so that a new build is served at
 * once.
 */
export async function shellFile(
  cache: FileCache,
  folder: string,
  path: string,
): Promise<CachedFile | undefined> {
  const key = fileInside(folder, path)
  if (!key) return undefined
  const found = await stat(key).catch(() => undefined)
  if (found?.isFile()) {
    const stamp = `${found.mtimeMs}:${found.size}`
    const read = () => readFile(key)
    const readBrotli = () => readFile(`${key}.br`).catch(() => undefined)
    return cache.get({ key, stamp, read, readBrotli }).catch(() => undefined)
  }
  await cache.forget(key)
  return undefined
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The first encoding that the browser accepts and the file has. */
function chooseEncoding(
  request: FastifyRequest,
  bodies: Partial<Record<Encoding, Buffer>>,
): Encoding {
  return ENCODINGS.find((name) => bodies[name] && acceptsEncoding(request, name)) ?? 'identity'
}

/** Error for a file URL: plain text that is not cached, never an HTML page. */
export const sendFileError = (reply: FastifyReply, status: 404 | 503, text: string) =>
  reply
    .code(status)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(text)

/** Sends an immutable file of a build (cached for a year), 304 for its ETag, or a 404 as plain text. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  found: CachedFile | undefined,
) {
  if (!found) {
    const text = 'There is no such file. Reload the page to get the current release.\n'
    return sendFileError(reply, 404, text)
  }
  const encoding = chooseEncoding(request, found.bodies)
  void reply
    .header('x-content-type-options', 'nosniff')
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
