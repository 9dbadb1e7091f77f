import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
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
