import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Written = { bytes: number; sha256: string }

/** Writes a stream to a file that is on the disk when this returns, and says what it was. */
export async function writeDigested(body: Readable, file: string): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(body, count, createWriteStream(file, { mode: 0o600 }))
  await toDisk(file)
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns when a file, or the names in a folder, would survive a loss of power. */
export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
