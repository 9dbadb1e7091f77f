import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** File system of Linux that lies in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'awards-run-'
const LEAST_FREE_BYTES = 8 * 2 ** 30

/**
 * Puts what a test run throws away into memory: sets `TMPDIR` for its programs to a folder that goes with this process.
 * On a disk the kernel would write every copied database and file back. Does nothing where `TMPDIR` is set, or where
 * less than 8 GiB of `/dev/shm` are free.
 */
export function useMemoryFolder() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return
  removeAbandoned()
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < LEAST_FREE_BYTES) return
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`)
  // Databases run as another user and have to reach their folder.
  mkdirSync(folder, { mode: 0o755 })
  process.env.TMPDIR = folder
  process.on('exit', () => remove(folder))
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : 0
    if (pid > 0 && !existsSync(`/proc/${pid}`)) remove(path.join(MEMORY, name))
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
