import { spawnSync } from 'node:child_process'
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, StartError } from '../../lib/errors.ts'

type ProcessLocation = 'here' | 'elsewhere' | 'unknown'

/**
 * Live PostgreSQL processes that work in a cluster; `unknown` when one of the cluster's account may
 * or may not. Root in a container may not see where another account's processes work.
 */
export function processesUsing(folder: string, head: number): { ours: number[]; unknown: boolean } {
  if (!existsSync('/proc/self/stat')) return { ours: isNamedByPs(folder, head), unknown: false }
  const owner = statSync(folder).uid
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const places = ids.map((id) => ({ pid: Number(id), place: placeOf(id, folder, owner) }))
  return {
    ours: places.filter(({ place }) => place === 'here').map(({ pid }) => pid),
    unknown: places.some(({ place }) => place === 'unknown'),
  }
}

function placeOf(id: string, folder: string, owner: number): ProcessLocation {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // Dead but not yet buried.
    if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'elsewhere'
    return readlinkSync(`/proc/${id}/cwd`) === folder ? 'here' : 'elsewhere'
  } catch (error) {
    // Whatever else is wrong, the process is gone.
    return errorCode(error) === 'EACCES' ? placeByCommand(id, folder, owner) : 'elsewhere'
  }
}

/** The head has the cluster among its arguments; its children have a title without it. */
function placeByCommand(id: string, folder: string, owner: number): ProcessLocation {
  try {
    if (statSync(`/proc/${id}`).uid !== owner) return 'elsewhere'
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    if (command.split('\0').includes(folder)) return 'here'
    return command.includes('postgres') ? 'unknown' : 'elsewhere'
  } catch {
    return 'elsewhere'
  }
}

function isNamedByPs(folder: string, head: number): number[] {
  if (head === 0) return []
  const { stdout } = spawnSync('ps', ['-p', String(head), '-o', 'command='])
  return stdout.includes(folder) ? [head] : []
}

const LIMIT = 10_000
const UNKNOWN_LIMIT = 1_000
const SOCKET_FILES = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/**
 * Ends what a killed process has left running in a cluster and clears its marks. The caller holds
 * the data directory, so nobody else can be starting there. PostgreSQL goes by process ids, which
 * are used again and outlast a process that nobody has buried: we look at where processes work.
 */
export async function stopStalePostgres(cluster: string, sockets: string) {
  const mark = join(cluster, 'postmaster.pid')
  if (!existsSync(mark)) return
  const folder = realpathSync(cluster)
  const begin = performance.now()
  const told = new Set<number>()
  for (;;) {
    const head = headOf(mark)
    const { ours, unknown } = processesUsing(folder, head)
    const waited = performance.now() - begin
    if (ours.length === 0) {
      // Where we cannot tell, the marks stay: PostgreSQL itself has to judge them.
      if (unknown && waited > UNKNOWN_LIMIT) return
      if (!unknown) break
    }
    // The head stops the others in order; without one they are stopped singly.
    for (const pid of ours.includes(head) ? [head] : ours) {
      if (!told.has(pid)) signal(pid, pid === head ? 'SIGINT' : 'SIGTERM')
      told.add(pid)
    }
    if (waited > LIMIT) {
      throw new StartError(
        `An old database server (process ${ours.join(', ')}) does not stop. End it first.`,
      )
    }
    await delay(25)
  }
  // The mark last: while it is there, the next start looks again.
  for (const name of SOCKET_FILES) rmSync(join(sockets, name), { force: true })
  rmSync(mark, { force: true })
}

/** Process that the mark names; 0 without one. */
function headOf(mark: string): number {
  try {
    return Number(readFileSync(mark, 'utf8').split('\n')[0]) || 0
  } catch {
    return 0
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGTERM') {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
