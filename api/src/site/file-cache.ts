import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type CachedFile = { type: string; etag: string; bodies: Partial<Record<Encoding, Buffer>> }

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const CACHE_LIMIT_BYTES = 96 * 1024 * 1024
const WORTH_COMPRESSING_BYTES = 1024
const BROTLI_QUALITY = 9

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg'])

type Slot = { stamp: string; file: CachedFile; bytes: number }

async function compress(raw: Buffer, extension: string): Promise<CachedFile['bodies']> {
  if (!COMPRESSIBLE.has(extension) || raw.length < WORTH_COMPRESSING_BYTES) return { identity: raw }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
  }
  const [br, gz] = await Promise.all([compressBrotli(raw, { params }), compressGzip(raw)])
  return { identity: raw, br, gzip: gz }
}

async function read(path: string): Promise<CachedFile | undefined> {
  const extension = extname(path)
  const type = TYPES[extension]
  if (!type) return undefined
  const raw = await readFile(path)
  const etag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`
  return { type, etag, bodies: await compress(raw, extension) }
}

/**
 * Files of the builds, compressed once and kept in memory up to a bound. Each use looks at the file's
 * time and size, so that a release that is removed or restored on disk is noticed at once.
 */
export function fileCache(limit = CACHE_LIMIT_BYTES) {
  const slots = new Map<string, Promise<Slot | undefined>>()
  let used = 0

  async function fill(path: string, stamp: string): Promise<Slot | undefined> {
    const file = await read(path)
    if (!file) return undefined
    const bytes = Object.values(file.bodies).reduce((sum, body) => sum + body.length, 0)
    used += bytes
    return { stamp, file, bytes }
  }

  async function forget(path: string) {
    const slot = slots.get(path)
    slots.delete(path)
    used -= (await slot?.catch(() => undefined))?.bytes ?? 0
  }

  return {
    async get(path: string): Promise<CachedFile | undefined> {
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) {
        await forget(path)
        return undefined
      }
      const stamp = `${found.mtimeMs}:${found.size}`
      const known = await slots.get(path)?.catch(() => undefined)
      if (known?.stamp === stamp) {
        // Last used goes to the end of the map, the front is dropped first.
        slots.delete(path)
        slots.set(path, Promise.resolve(known))
        return known.file
      }
      if (known) await forget(path)
      const filling = slots.get(path) ?? fill(path, stamp)
      slots.set(path, filling)
      const slot = await filling.catch(() => undefined)
      if (!slot) slots.delete(path)
      for (const oldest of slots.keys()) {
        if (used <= limit || oldest === path) break
        await forget(oldest)
      }
      return slot?.file
    },
  }
}
export type FileCache = ReturnType<typeof fileCache>
