import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** Name and size of a file; the layout needs no content. */
type ZipItem = { readonly name: string; readonly bytes: number }

type ByteRange = { readonly at: number; readonly length: number }
/** A part of an archive: local header, data or data descriptor of a file, or the central directory. */
type ZipPart = ByteRange &
  (
    | { readonly kind: 'head' | 'data' | 'tail'; readonly index: number }
    | { readonly kind: 'directory' }
  )

export type ZipLayout = {
  readonly items: readonly ZipItem[]
  readonly parts: readonly ZipPart[]
  readonly size: number
}

const SIGNATURE = {
  head: 67324752,
  tail: 0x8074b50,
  entry: 33639248,
  end: 0x6054b50,
  zip64End: 0x6064b50,
  zip64Locator: 0x7064b50,
}
const MAX_UINT32 = 0xffff_ffff
const MAX_UINT16 = 0xffff
// Bit 11: names are UTF-8. Bit 3: a data descriptor with the checksum follows the data, since it is computed while streaming.
const FLAGS = 0x0808
const VERSION = 45
// 1 January 1980: equal files give byte-identical archives, which range requests need.
const DATE = 0x0021
const [HEAD, TAIL, ZIP64_TAIL, ENTRY, ZIP64_SIZES] = [30, 16, 24, 46, 20]
const [END, ZIP64_END, ZIP64_LOCATOR] = [22, 56, 20]

const needsZip64 = (value: number) => value >= MAX_UINT32
const nameOf = ({ name }: ZipItem) => Buffer.from(name)

/** Computes the offset of each part of an uncompressed archive and its total size, without reading any file. */
export function zipLayout(items: readonly ZipItem[]): ZipLayout {
  const parts: ZipPart[] = []
  let at = 0
  const add = (kind: 'head' | 'data' | 'tail', index: number, length: number) => {
    parts.push({ kind, index, at, length })
    at += length
  }
  let directory = 0
  for (const [index, item] of items.entries()) {
    const big = needsZip64(item.bytes)
    const name = nameOf(item).length
    directory += ENTRY + name + zip64Extra(item, at).length
    add('head', index, HEAD + name + (big ? ZIP64_SIZES : 0))
    add('data', index, item.bytes)
    add('tail', index, big ? ZIP64_TAIL : TAIL)
  }
  const hasZip64End = needsZip64(at) || needsZip64(directory) || items.length >= MAX_UINT16
  const length = directory + (hasZip64End ? ZIP64_END + ZIP64_LOCATOR : 0) + END
  parts.push({ kind: 'directory', at, length })
  return { items, parts, size: at + length }
}

/** Local file header. */
function zipHead(item: ZipItem): Buffer {
  const name = nameOf(item)
  const big = needsZip64(item.bytes)
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(SIGNATURE.head, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt32LE(big ? MAX_UINT32 : item.bytes, 18)
  head.writeUInt32LE(big ? MAX_UINT32 : item.bytes, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(big ? ZIP64_SIZES : 0, 28)
  return Buffer.concat([head, name, big ? zip64Field([item.bytes, item.bytes]) : Buffer.alloc(0)])
}

/** Data descriptor with checksum and sizes. */
export function zipTail({ bytes }: ZipItem, crc: number): Buffer {
  const big = needsZip64(bytes)
  const tail = Buffer.alloc(big ? ZIP64_TAIL : TAIL)
  tail.writeUInt32LE(SIGNATURE.tail, 0)
  tail.writeUInt32LE(crc, 4)
  for (const offset of big ? [8, 16] : [8, 12]) {
    if (big) tail.writeBigUInt64LE(BigInt(bytes), offset)
    else tail.writeUInt32LE(bytes, offset)
  }
  return tail
}

/** Central directory and end records. */
export function zipDirectory({ items, parts }: ZipLayout, crcs: readonly number[]): Buffer {
  const start = parts.at(-1)?.at ?? 0
  const heads = parts.filter(({ kind }) => kind === 'head')
  const rows = items.map((item, index) => entryOf(item, heads[index]?.at ?? 0, crcs[index] ?? 0))
  const size = rows.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...rows, endOf(items.length, start, size)])
}

function entryOf(item: ZipItem, at: number, crc: number): Buffer {
  const [name, extra] = [nameOf(item), zip64Extra(item, at)]
  const entry = Buffer.alloc(ENTRY)
  entry.writeUInt32LE(SIGNATURE.entry, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(VERSION, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(Math.min(item.bytes, MAX_UINT32), 20)
  entry.writeUInt32LE(Math.min(item.bytes, MAX_UINT32), 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(Math.min(at, MAX_UINT32), 42)
  return Buffer.concat([entry, name, extra])
}

/** ZIP64 extra field with sizes and offsets of 4 GB and more; the 32-bit fields then contain 0xffffffff. */
function zip64Extra({ bytes }: ZipItem, at: number): Buffer {
  const values = [...(needsZip64(bytes) ? [bytes, bytes] : []), ...(needsZip64(at) ? [at] : [])]
  return values.length > 0 ? zip64Field(values) : Buffer.alloc(0)
}

function zip64Field(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8))
  return extra
}

function endOf(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(END)
  end.writeUInt32LE(SIGNATURE.end, 0)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(size, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(start, MAX_UINT32), 16)
  if (!needsZip64(start) && !needsZip64(size) && count < MAX_UINT16) return end
  const big = Buffer.alloc(ZIP64_END)
  big.writeUInt32LE(SIGNATURE.zip64End, 0)
  big.writeBigUInt64LE(BigInt(ZIP64_END - 12), 4)
  big.writeUInt16LE(VERSION, 12)
  big.writeUInt16LE(VERSION, 14)
  for (const [index, value] of [count, count, size, start].entries()) {
    big.writeBigUInt64LE(BigInt(value), 24 + index * 8)
  }
  const locator = Buffer.alloc(ZIP64_LOCATOR)
  locator.writeUInt32LE(SIGNATURE.zip64Locator, 0)
  locator.writeBigUInt64LE(BigInt(start + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([big, locator, end])
}

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
