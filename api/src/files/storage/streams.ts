import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type WrittenFile = { bytes: number; sha256: string }

/** A `Transform` that counts and hashes (SHA-256) the bytes; `refuse` may abort it by the count so far. */
export function hashingStream(refuse: (bytes: number) => Error | null = () => null) {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(refuse(bytes), chunk)
    },
  })
  return { stream, result: () => ({ bytes, digest: hash.digest() }) }
}

/** Writes a stream to a file and syncs it to disk; returns size and SHA-256 in hex. */
export async function writeWithChecksum(body: Readable, file: string): Promise<WrittenFile> {
  const { stream, result } = hashingStream()
  await pipeline(body, stream, createWriteStream(file, { mode: 0o600 }))
  await fsyncPath(file)
  const { bytes, digest } = result()
  return { bytes, sha256: digest.toString('hex') }
}

/** Calls fsync on a file, or on a folder for the names in it, so that they survive a power failure. */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Re-chunks a stream to parts of `partBytes`; the last part is the rest, and no part is empty. */
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
