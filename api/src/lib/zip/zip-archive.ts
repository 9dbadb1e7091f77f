import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  zipDirectory,
  zipHead,
  zipTail,
  type ZipItem,
  type ZipLayout,
  type ZipPart,
} from './zip-layout.ts'

/** A file of the archive: text in memory, or bytes stored under a key. */
export type ZipSource = ZipItem & ({ readonly text: Buffer } | { readonly key: string })

/** Storage of the files and cache of their CRC-32 checksums. */
export type ZipStore = {
  open(key: string, start: number, end: number): Promise<Readable>
  /** The cached checksum, if any. */
  cachedCrc(key: string): number | undefined
  /** Caches a computed checksum. */
  cacheCrc(source: ZipItem & { readonly key: string }, crc: number): void
}

type Range = { readonly start: number; readonly end: number }
type Slice = { readonly from: number; readonly to: number; readonly length: number }

const BUFFER_BYTES = 512 * 1_024

/** Streams the bytes `start` to `end` (inclusive) of an archive. Destroying the stream closes the open file. */
export function zipStream(
  layout: ZipLayout,
  sources: readonly ZipSource[],
  store: ZipStore,
  range: Range,
): Readable {
  return Readable.from(bytesOf(layout, sources, store, range), {
    objectMode: false,
    highWaterMark: BUFFER_BYTES,
  })
}

async function* bytesOf(
  layout: ZipLayout,
  sources: readonly ZipSource[],
  store: ZipStore,
  { start, end }: Range,
): AsyncGenerator<Buffer> {
  const crcs = sources.map((source) =>
    'text' in source ? crc32(source.text) : store.cachedCrc(source.key),
  )
  async function crcOf(index: number): Promise<number> {
    const source = sources[index]
    if (!source) return 0
    return (crcs[index] ??= await readCrc(source, store))
  }

  for (let at = firstPart(layout.parts, start); at < layout.parts.length; at += 1) {
    const part = layout.parts[at]
    if (!part || part.at > end) return
    if (part.length === 0) continue
    const slice = {
      from: Math.max(0, start - part.at),
      to: Math.min(part.length, end + 1 - part.at),
      length: part.length,
    }
    if (part.kind === 'directory') {
      for (const [index] of sources.entries()) await crcOf(index)
      yield zipDirectory(layout, crcs as number[]).subarray(slice.from, slice.to)
      continue
    }
    const source = sources[part.index]
    if (!source) return
    if (part.kind === 'head') yield zipHead(source).subarray(slice.from, slice.to)
    else if (part.kind === 'tail') {
      yield zipTail(source, await crcOf(part.index)).subarray(slice.from, slice.to)
    } else if ('text' in source) yield source.text.subarray(slice.from, slice.to)
    else {
      const crc = yield* fileBytes(source, store, slice)
      crcs[part.index] ??= crc
    }
  }
}

/** Streams a slice of a stored file; returns its checksum if the slice is the whole file. */
async function* fileBytes(
  source: ZipItem & { readonly key: string },
  store: ZipStore,
  { from, to, length }: Slice,
): AsyncGenerator<Buffer, number | undefined> {
  const body = await store.open(source.key, from, to - 1)
  const completesCrc = from === 0 && to === length && store.cachedCrc(source.key) === undefined
  let [crc, left] = [0, to - from]
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (completesCrc) crc = crc32(chunk, crc)
      left -= chunk.length
      yield chunk
    }
  } finally {
    body.destroy()
  }
  if (left !== 0) throw new Error(`${source.key} has not the size it was planned with`)
  if (!completesCrc) return undefined
  store.cacheCrc(source, crc)
  return crc
}

async function readCrc(source: ZipSource, store: ZipStore): Promise<number> {
  if ('text' in source) return crc32(source.text)
  const cached = store.cachedCrc(source.key)
  if (cached !== undefined || source.bytes === 0) return cached ?? 0
  const reading = fileBytes(source, store, { from: 0, to: source.bytes, length: source.bytes })
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return value ?? 0
  }
}

/** Binary search for the part that contains a byte; parts are contiguous. */
function firstPart(parts: readonly ZipPart[], byte: number): number {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.at ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  return low
}
