import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, StartError } from '../../lib/errors.ts'

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
