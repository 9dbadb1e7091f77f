import { createCipheriv } from 'node:crypto'
import { SEED } from '../../tools/testing/scale.ts'

let drawn = 0

/** Bytes that nothing compresses: other ones at each call, and the same ones in each run of a file. */
export function randomBytes(size: number): Buffer {
  const key = Buffer.alloc(16)
  key.writeUInt32BE(SEED)
  key.writeUInt32BE((drawn += 1), 4)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}
