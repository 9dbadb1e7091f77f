/** A file of an archive; what it holds may still be unknown. */
export type ZipItem = { readonly name: string; readonly bytes: number }

type ByteRange = { readonly at: number; readonly length: number }
/** A piece of an archive, in the order of its bytes. */
export type ZipPart = ByteRange &
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
  bigEnd: 0x6064b50,
  bigEndPlace: 0x7064b50,
}
const LARGEST = 0xffff_ffff
const MOST = 0xffff
// Names are UTF-8, and the checksum follows the bytes, since it is known after them.
const FLAGS = 0x0808
const VERSION = 45
// The first of January 1980: an archive of the same files is the same to the byte.
const DATE = 0x0021
const [HEAD, TAIL, BIG_TAIL, ENTRY, BIG_SIZES] = [30, 16, 24, 46, 20]
const [END, BIG_END, BIG_END_PLACE] = [22, 56, 20]

const isBig = (value: number) => value >= LARGEST
const nameOf = ({ name }: ZipItem) => Buffer.from(name)

/** Where each byte of an uncompressed archive lies, worked out before one of them is read. */
export function zipLayout(items: readonly ZipItem[]): ZipLayout {
  const parts: ZipPart[] = []
  let at = 0
  const add = (kind: 'head' | 'data' | 'tail', index: number, length: number) => {
    parts.push({ kind, index, at, length })
    at += length
  }
  let directory = 0
  for (const [index, item] of items.entries()) {
    const big = isBig(item.bytes)
    const name = nameOf(item).length
    directory += ENTRY + name + bigFields(item, at).length
    add('head', index, HEAD + name + (big ? BIG_SIZES : 0))
    add('data', index, item.bytes)
    add('tail', index, big ? BIG_TAIL : TAIL)
  }
  const needsBig = isBig(at) || isBig(directory) || items.length >= MOST
  const length = directory + (needsBig ? BIG_END + BIG_END_PLACE : 0) + END
  parts.push({ kind: 'directory', at, length })
  return { items, parts, size: at + length }
}

/** What stands before a file. */
export function zipHead(item: ZipItem): Buffer {
  const name = nameOf(item)
  const big = isBig(item.bytes)
  const head = Buffer.alloc(HEAD)
  head.writeUInt32LE(SIGNATURE.head, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt32LE(big ? LARGEST : item.bytes, 18)
  head.writeUInt32LE(big ? LARGEST : item.bytes, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(big ? BIG_SIZES : 0, 28)
  return Buffer.concat([head, name, big ? field([item.bytes, item.bytes]) : Buffer.alloc(0)])
}

/** What stands after a file. */
export function zipTail({ bytes }: ZipItem, crc: number): Buffer {
  const big = isBig(bytes)
  const tail = Buffer.alloc(big ? BIG_TAIL : TAIL)
  tail.writeUInt32LE(SIGNATURE.tail, 0)
  tail.writeUInt32LE(crc, 4)
  for (const place of big ? [8, 16] : [8, 12]) {
    if (big) tail.writeBigUInt64LE(BigInt(bytes), place)
    else tail.writeUInt32LE(bytes, place)
  }
  return tail
}

/** The list of the files at the end of the archive, and its end. */
export function zipDirectory({ items, parts }: ZipLayout, crcs: readonly number[]): Buffer {
  const start = parts.at(-1)?.at ?? 0
  const heads = parts.filter(({ kind }) => kind === 'head')
  const rows = items.map((item, index) => entryOf(item, heads[index]?.at ?? 0, crcs[index] ?? 0))
  const size = rows.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...rows, endOf(items.length, start, size)])
}

function entryOf(item: ZipItem, at: number, crc: number): Buffer {
  const [name, extra] = [nameOf(item), bigFields(item, at)]
  const entry = Buffer.alloc(ENTRY)
  entry.writeUInt32LE(SIGNATURE.entry, 0)
  entry.writeUInt16LE(VERSION, 4)
  entry.writeUInt16LE(VERSION, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DATE, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(Math.min(item.bytes, LARGEST), 20)
  entry.writeUInt32LE(Math.min(item.bytes, LARGEST), 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(Math.min(at, LARGEST), 42)
  return Buffer.concat([entry, name, extra])
}

/** Sizes and places of more than four gigabytes, of which the old fields only say that they stand here. */
function bigFields({ bytes }: ZipItem, at: number): Buffer {
  const values = [...(isBig(bytes) ? [bytes, bytes] : []), ...(isBig(at) ? [at] : [])]
  return values.length > 0 ? field(values) : Buffer.alloc(0)
}

function field(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8))
  return extra
}

function endOf(count: number, start: number, size: number): Buffer {
  const end = Buffer.alloc(END)
  end.writeUInt32LE(SIGNATURE.end, 0)
  end.writeUInt16LE(Math.min(count, MOST), 8)
  end.writeUInt16LE(Math.min(count, MOST), 10)
  end.writeUInt32LE(Math.min(size, LARGEST), 12)
  end.writeUInt32LE(Math.min(start, LARGEST), 16)
  if (!isBig(start) && !isBig(size) && count < MOST) return end
  const big = Buffer.alloc(BIG_END)
  big.writeUInt32LE(SIGNATURE.bigEnd, 0)
  big.writeBigUInt64LE(BigInt(BIG_END - 12), 4)
  big.writeUInt16LE(VERSION, 12)
  big.writeUInt16LE(VERSION, 14)
  for (const [place, value] of [count, count, size, start].entries()) {
    big.writeBigUInt64LE(BigInt(value), 24 + place * 8)
  }
  const place = Buffer.alloc(BIG_END_PLACE)
  place.writeUInt32LE(SIGNATURE.bigEndPlace, 0)
  place.writeBigUInt64LE(BigInt(start + size), 8)
  place.writeUInt32LE(1, 16)
  return Buffer.concat([big, place, end])
}
