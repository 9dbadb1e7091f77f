import { createCipheriv } from 'node:crypto'
import { SEED } from '../../tools/testing/scale.ts'

let drawn = 0

/** Incompressible bytes from a seeded generator: different per call, equal in each run of a file. */
export function randomBytes(size: number): Buffer {
  const key = Buffer.alloc(16)
  key.writeUInt32BE(SEED)
  key.writeUInt32BE((drawn += 1), 4)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}
