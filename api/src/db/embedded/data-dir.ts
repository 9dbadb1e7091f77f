import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, realpathSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { errorCode, StartError } from '../../lib/errors.ts'
import type { Log } from '../../observability/log.ts'

/** Marker file in a data directory during a restore. */
export const RESTORE_MARKER = 'restore.unfinished'

/** Throws after an interrupted restore: the site would start with files but an empty database. */
export function refuseUnfinishedRestore(dataDir: string) {
  if (!existsSync(join(dataDir, RESTORE_MARKER))) return
  throw new StartError(
    `A restore into ${dataDir} was not finished. Run "npm run awards -- restore" again with the same backup, ` +
      'or start with an empty folder.',
  )
}

type Owner = { pid: number; started: string }

/**
 * Locks a data directory with a pid file; throws a `StartError` if another process has it. The start time in the file
 * detects a stale lock whose pid was reused. Returns the unlock function.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'server.pid')
  mkdirSync(dataDir, { recursive: true })
  const own: Owner = { pid: process.pid, started: processStartTime(process.pid) }
  const other = readOwner(file)
  if (other && other.pid !== own.pid && isAlive(other)) {
    throw new StartError(
      `The data directory ${dataDir} is in use by process ${other.pid}. ` +
        'Stop that process first, or set DATA_DIR to another folder.',
    )
  }
  writeFileSync(file, JSON.stringify(own))
  return () => {
    if (readOwner(file)?.pid === own.pid) rmSync(file, { force: true })
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isOwner =
      typeof value === 'object' && value !== null && 'pid' in value && 'started' in value
    return isOwner ? { pid: Number(value.pid), started: String(value.started) } : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  return processStartTime(pid) === started
}

/** Start time of a process in ticks since boot; `ended` for a zombie, empty without /proc. */
function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? '')
  } catch {
    return ''
  }
}

/** Size of the reserve file. */
const RESERVE_BYTES = 32 * 1_024 * 1_024
/** Below this PostgreSQL will soon fail to open connections. */
const LOW_BYTES = 4 * 1_024 * 1_024
/** Free space above which the reserve is created (again). */
const PLENTY_BYTES = 8 * RESERVE_BYTES
const CHECK_MS = 1_000

/** Free bytes on the disk of a folder; Infinity if the folder does not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
  return found ? found.bavail * found.bsize : Infinity
}

const reserveFile = (dataDir: string) => {
  const cluster = join(dataDir, 'postgres')
  return join(existsSync(cluster) ? dirname(realpathSync(cluster)) : dataDir, 'reserve')
}

/** Deletes the reserve file if the disk is almost full; true if it did. */
export async function releaseReserve(dataDir: string): Promise<boolean> {
  const file = reserveFile(dataDir)
  if (!existsSync(file) || (await freeBytes(dirname(file))) >= LOW_BYTES) return false
  await rm(file, { force: true })
  return true
}

/**
 * Keeps a reserve file next to the embedded database and deletes it when the disk fills up, because PostgreSQL stops
 * when it cannot write its WAL. Checks every second; returns a function that stops the checks.
 */
export function maintainReserve(dataDir: string, log: Log): () => Promise<void> {
  let running: Promise<void> | undefined
  const check = async () => {
    if (await releaseReserve(dataDir)) {
      log.error('disk.full', { folder: dataDir, do: 'Free some space; uploads are refused.' })
    } else if (!existsSync(reserveFile(dataDir)) && (await freeBytes(dataDir)) > PLENTY_BYTES) {
      await writeReserve(reserveFile(dataDir))
    }
  }
  const watch = setInterval(() => {
    running ??= check()
      .catch((error: unknown) => log.warn('disk.not_watched', { error }))
      .finally(() => (running = undefined))
  }, CHECK_MS).unref()
  return async () => {
    clearInterval(watch)
    await running
  }
}

async function writeReserve(path: string) {
  const file = await open(path, 'w', 0o600)
  try {
    const piece = Buffer.alloc(RESERVE_BYTES / 32)
    for (let written = 0; written < RESERVE_BYTES; written += piece.length) await file.write(piece)
  } finally {
    await file.close()
  }
}
