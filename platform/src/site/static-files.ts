import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from '../../../api/src/http/read-input.ts'

type Encoding = 'br' | 'gzip' | 'identity'
export type CachedFile = { type: string; etag: string; bodies: Partial<Record<Encoding, Buffer>> }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const decompressBrotli = promisify(brotliDecompress)

const MAX_CACHE_BYTES = 96 * 1024 * 1024
const MIN_COMPRESSED_BYTES = 1024
const BROTLI_QUALITY = 9

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.map', '.svg'])

type Slot = { stamp: string; file: CachedFile; bytes: number }

async function compressAtRuntime(raw: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  }
  return compressBrotli(raw, { params })
}

/** The build's brotli file (higher quality), if it exists and decompresses to the same bytes. */
async function prebuiltBrotli(raw: Buffer, readBrotli: Source['readBrotli']) {
  const packed = await readBrotli?.()
  if (!packed) return undefined
  const options = { maxOutputLength: raw.length }
  const unpacked = await decompressBrotli(packed, options).catch(() => undefined)
  return unpacked?.equals(raw) ? packed : undefined
}

async function compress(
  raw: Buffer,
  extension: string,
  { readBrotli }: Source,
): Promise<CachedFile['bodies']> {
  if (!COMPRESSIBLE.has(extension) || raw.length < MIN_COMPRESSED_BYTES) return { identity: raw }
  const [br, gz] = await Promise.all([
    prebuiltBrotli(raw, readBrotli).then((packed) => packed ?? compressAtRuntime(raw)),
    compressGzip(raw),
  ])
  return { identity: raw, br, gzip: gz }
}

async function compressFile(raw: Buffer, type: string, source: Source): Promise<CachedFile> {
  const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  return { type, etag, bodies: await compress(raw, extname(source.key), source) }
}

/** A file to cache. Equal stamps mean equal bytes. */
type Source = {
  readonly key: string
  readonly stamp: string
  read(): Promise<Buffer | undefined>
  /** The file's `.br` from the build, if any. */
  readBrotli?(): Promise<Buffer | undefined>
}

/**
 * LRU cache of compressed files, limited in bytes. A changed stamp invalidates an entry. `get` returns undefined for
 * missing files and unknown types; concurrent calls share one compression.
 */
export function fileCache(limit = MAX_CACHE_BYTES) {
  const slots = new Map<string, Promise<Slot | undefined>>()
  let used = 0

  async function fill(source: Source): Promise<Slot | undefined> {
    const { key, stamp } = source
    const type = TYPES[extname(key)]
    const raw = type && (await source.read())
    if (!type || !raw) return undefined
    const file = await compressFile(raw, type, source)
    const bytes = Object.values(file.bodies).reduce((sum, body) => sum + body.length, 0)
    used += bytes
    return { stamp, file, bytes }
  }

  async function forget(key: string) {
    const slot = slots.get(key)
    slots.delete(key)
    used -= (await slot?.catch(() => undefined))?.bytes ?? 0
  }

  return {
    forget,
    async get(source: Source): Promise<CachedFile | undefined> {
      const { key, stamp } = source
      const known = await slots.get(key)?.catch(() => undefined)
      if (known?.stamp === stamp) {
        // LRU: re-inserting moves the entry to the end of the map.
        slots.delete(key)
        slots.set(key, Promise.resolve(known))
        return known.file
      }
      if (known) await forget(key)
      const filling = slots.get(key) ?? fill(source)
      slots.set(key, filling)
      const slot = await filling.catch((error: unknown) => {
        slots.delete(key)
        throw error
      })
      if (!slot) slots.delete(key)
      for (const oldest of slots.keys()) {
        if (used <= limit || oldest === key) break
        await forget(oldest)
      }
      return slot?.file
    },
  }
}
export type FileCache = ReturnType<typeof fileCache>

/** Reads JSON files, cached until mtime, size or inode change; undefined for missing or invalid files. */
export function jsonFileCache() {
  const known = new Map<string, { stamp: string; value: unknown }>()
  return async (file: string): Promise<unknown> => {
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    const stamp = `${found.mtimeMs}:${found.size}:${found.ino}`
    const cached = known.get(file)
    if (cached?.stamp === stamp) return cached.value
    const value: unknown = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
    known.set(file, { stamp, value })
    return value
  }
}
export type ReadJson = ReturnType<typeof jsonFileCache>

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
