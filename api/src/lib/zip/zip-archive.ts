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

/** A file whose text is at hand, or whose bytes are stored under a key. */
export type ZipSource = ZipItem & ({ readonly text: Buffer } | { readonly key: string })

/** Where the bytes come from, and where their checksums are kept. */
export type ZipStore = {
  open(key: string, start: number, end: number): Promise<Readable>
  /** The checksum, if it is known already. */
  known(key: string): number | undefined
  /** Notes a checksum that was worked out. */
  learn(source: ZipItem & { readonly key: string }, crc: number): void
}

type Range = { readonly start: number; readonly end: number }
type Slice = { readonly from: number; readonly to: number; readonly length: number }

const BUFFER_BYTES = 512 * 1_024

/** The bytes `start` to `end` (inclusive) of an archive. Whoever goes away closes what is open. */
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
    'text' in source ? crc32(source.text) : store.known(source.key),
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

/** The bytes of a stored file; gives back the checksum once all of it went by. */
async function* fileBytes(
  source: ZipItem & { readonly key: string },
  store: ZipStore,
  { from, to, length }: Slice,
): AsyncGenerator<Buffer, number | undefined> {
  const body = await store.open(source.key, from, to - 1)
  const learns = from === 0 && to === length && store.known(source.key) === undefined
  let [crc, left] = [0, to - from]
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (learns) crc = crc32(chunk, crc)
      left -= chunk.length
      yield chunk
    }
  } finally {
    body.destroy()
  }
  if (left !== 0) throw new Error(`${source.key} has not the size it was planned with`)
  if (!learns) return undefined
  store.learn(source, crc)
  return crc
}

async function readCrc(source: ZipSource, store: ZipStore): Promise<number> {
  if ('text' in source) return crc32(source.text)
  const known = store.known(source.key)
  if (known !== undefined || source.bytes === 0) return known ?? 0
  const reading = fileBytes(source, store, { from: 0, to: source.bytes, length: source.bytes })
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return value ?? 0
  }
}

/** The part in which a byte lies; parts follow each other without a gap. */
function firstPart(parts: readonly ZipPart[], byte: number): number {
  let [low, high] = [0, parts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.at ?? 0) <= byte) low = middle
    else high = middle - 1
  }
  return low
}
