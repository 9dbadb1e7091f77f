import { statfs } from 'node:fs/promises'
import { BusinessError } from '../../http/business-error.ts'
import { errorCode } from '../../lib/error-code.ts'

/** What is made of a picture takes at most as much again. */
const SIZES = 2

/** Bytes that are free where a folder lies; a folder that is not there yet has nothing to say. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
  return found ? found.bavail * found.bsize : Infinity
}

/**
 * Refuses a file that would leave less than `reserve` bytes free: drafts, payments and scores are small, lie
 * on the same disk, and have to go on when it fills up.
 */
export async function requireRoom(folder: string, bytes: number, reserve: number) {
  const left = (await freeBytes(folder)) - SIZES * bytes
  if (left >= reserve) return
  throw new BusinessError(
    503,
    'The disk of the site is full. Nothing was lost; please try again in a few minutes.',
    { reason: 'DISK_FULL' },
  )
}
