import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Written = { bytes: number; sha256: string }

/** A passage for bytes that counts and digests them; `refuse` may end it by what has come so far. */
export function digesting(refuse: (bytes: number) => Error | null = () => null) {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(refuse(bytes), chunk)
    },
  })
  return { through, end: () => ({ bytes, digest: hash.digest() }) }
}

/** Writes a stream to a file that is on the disk when this returns, and says what it was. */
export async function writeDigested(body: Readable, file: string): Promise<Written> {
  const { through, end } = digesting()
  await pipeline(body, through, createWriteStream(file, { mode: 0o600 }))
  await toDisk(file)
  const { bytes, digest } = end()
  return { bytes, sha256: digest.toString('hex') }
}

/** Returns when a file, or the names in a folder, would survive a loss of power. */
export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Joins pieces to parts of one size; the last one is what is left, and none is empty. */
export async function* inChunks(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
    while (bytes + rest.length >= partBytes) {
      const taken = partBytes - bytes
      yield Buffer.concat([...waiting, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      waiting = []
      bytes = 0
    }
    if (rest.length > 0) waiting.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
