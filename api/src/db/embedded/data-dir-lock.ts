import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, StartError } from '../../lib/errors.ts'

/** Lies in a data folder while a restore has not come to its end. */
export const RESTORE_MARK = 'restore.unfinished'

/** A site that has its files and not yet its rows must not start: it would begin anew. */
export function refuseUnfinishedRestore(dataDir: string) {
  if (!existsSync(join(dataDir, RESTORE_MARK))) return
  throw new StartError(
    `A restore into ${dataDir} was not finished. Run "npm run awards -- restore" again with the same backup, ` +
      'or start with an empty folder.',
  )
}

type Owner = { pid: number; started: string }

/**
 * Makes this process the only one on a data directory. The file of a process that was killed is
 * recognised by the moment its process id began, since ids are used again.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'server.pid')
  mkdirSync(dataDir, { recursive: true })
  const mine: Owner = { pid: process.pid, started: processStart(process.pid) }
  const other = readOwner(file)
  if (other && other.pid !== mine.pid && isAlive(other)) {
    throw new StartError(
      `The data directory ${dataDir} is in use by process ${other.pid}. ` +
        'Stop that process first, or set DATA_DIR to another folder.',
    )
  }
  writeFileSync(file, JSON.stringify(mine))
  return () => {
    if (readOwner(file)?.pid === mine.pid) rmSync(file, { force: true })
  }
}

function readOwner(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const known =
      typeof value === 'object' && value !== null && 'pid' in value && 'started' in value
    return known ? { pid: Number(value.pid), started: String(value.started) } : undefined
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
  return processStart(pid) === started
}

/**
 * Ticks since boot at which a process began; empty where the system does not tell. A process that is
 * dead but not yet buried has no moment that equals one.
 */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? 'ended' : (fields[18] ?? '')
  } catch {
    return ''
  }
}
