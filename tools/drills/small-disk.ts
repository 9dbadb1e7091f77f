import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../api/src/lib/errors.ts'

const PIECE = Buffer.alloc(64 * 1_024)

/** A disk of some megabytes with a copy of a folder on it; root alone can make one. */
export async function smallDisk(megabytes: number, from: string) {
  if (process.getuid?.() !== 0) {
    throw new Error('This drill mounts a small disk, which root alone may do. Run it as root.')
  }
  const place = await mkdtemp(join(tmpdir(), 'awards-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', place])
  let isThere = true
  const remove = () => {
    if (!isThere) return
    isThere = false
    execFileSync('umount', ['-l', place])
    rmSync(place, { recursive: true })
  }
  process.once('exit', remove)
  const dataDir = join(place, 'data')
  execFileSync('cp', ['-a', from, dataDir])
  const filler = join(place, 'filler')
  return {
    dataDir,
    /** Something else writes until so many bytes are left. */
    fill(left = 0) {
      const file = openSync(filler, 'a')
      try {
        while (left === 0 || freeOn(place) > left) writeSync(file, PIECE)
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    remove,
  }
}

function freeOn(place: string): number {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}
