import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../app/error-code.ts'
import { StartError } from '../app/start-error.ts'

const LIMIT = 10_000
const SOCKET_FILES = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/**
 * Ends what a killed process has left running in a cluster and clears its marks. The caller holds
 * the data directory, so nobody else can be starting there. PostgreSQL goes by process ids, which
 * are used again and outlast a process that nobody has buried: we look at where processes work.
 */
export async function endOldPostgres(cluster: string, sockets: string) {
  const mark = join(cluster, 'postmaster.pid')
  const folder = realpathSync(cluster)
  const deadline = Date.now() + LIMIT
  const told = new Set<number>()
  for (;;) {
    const head = headOf(mark)
    const left = processesIn(folder, head)
    if (left.length === 0) break
    // The head stops the others in order; without one they are stopped singly.
    for (const pid of left.filter((one) => !left.includes(head) || one === head)) {
      if (!told.has(pid)) signal(pid, pid === head ? 'SIGINT' : 'SIGTERM')
      told.add(pid)
    }
    if (Date.now() > deadline) {
      throw new StartError(
        `An old database server (process ${left.join(', ')}) does not stop. End it first.`,
      )
    }
    await delay(25)
  }
  rmSync(mark, { force: true })
  for (const name of SOCKET_FILES) rmSync(join(sockets, name), { force: true })
}

/** Process that the mark names; 0 without one. */
function headOf(mark: string): number {
  try {
    return Number(readFileSync(mark, 'utf8').split('\n')[0]) || 0
  } catch {
    return 0
  }
}

function processesIn(folder: string, head: number): number[] {
  if (existsSync('/proc/self/cwd')) {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return all.map(Number).filter((pid) => folderOf(pid) === folder)
  }
  if (head === 0) return []
  const { stdout } = spawnSync('ps', ['-p', String(head), '-o', 'command='])
  return stdout.includes(folder) ? [head] : []
}

/** PostgreSQL works inside its cluster. A dead process and one of somebody else have no folder. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGTERM') {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
