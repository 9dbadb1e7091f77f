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
 * Live PostgreSQL processes whose working directory is the cluster. `unknown` if a process of the cluster's account
 * may be one: root in a container may not read the working directory of another account's process.
 */
export function processesUsing(
  folder: string,
  postmaster: number,
): { ours: number[]; unknown: boolean } {
  if (!existsSync('/proc/self/stat')) return { ours: findByPs(folder, postmaster), unknown: false }
  const owner = statSync(folder).uid
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const located = ids.map((id) => ({ pid: Number(id), location: locationOf(id, folder, owner) }))
  return {
    ours: located.filter(({ location }) => location === 'here').map(({ pid }) => pid),
    unknown: located.some(({ location }) => location === 'unknown'),
  }
}

function locationOf(id: string, folder: string, owner: number): ProcessLocation {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // Zombie process: exited, not yet reaped by its parent.
    if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return 'elsewhere'
    return readlinkSync(`/proc/${id}/cwd`) === folder ? 'here' : 'elsewhere'
  } catch (error) {
    // With any other error the process is gone.
    return errorCode(error) === 'EACCES' ? locationByCommand(id, folder, owner) : 'elsewhere'
  }
}

/** The postmaster has the cluster among its arguments; its children only have a process title. */
function locationByCommand(id: string, folder: string, owner: number): ProcessLocation {
  try {
    if (statSync(`/proc/${id}`).uid !== owner) return 'elsewhere'
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
    if (command.split('\0').includes(folder)) return 'here'
    return command.includes('postgres') ? 'unknown' : 'elsewhere'
  } catch {
    return 'elsewhere'
  }
}

function findByPs(folder: string, head: number): number[] {
  if (head === 0) return []
  const { stdout } = spawnSync('ps', ['-p', String(head), '-o', 'command='])
  return stdout.includes(folder) ? [head] : []
}

const STOP_TIMEOUT_MS = 10_000
const UNKNOWN_TIMEOUT_MS = 1_000
const SOCKET_FILES = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/**
 * Stops the PostgreSQL of a killed process and removes its pid and socket files. The caller must hold the lock of the
 * data directory. Detects processes by working directory, since PostgreSQL itself checks only the pid, which may be
 * reused or belong to a zombie.
 */
export async function stopStalePostgres(cluster: string, sockets: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const folder = realpathSync(cluster)
  const begin = performance.now()
  const signalled = new Set<number>()
  for (;;) {
    const head = postmasterPid(pidFile)
    const { ours, unknown } = processesUsing(folder, head)
    const waited = performance.now() - begin
    if (ours.length === 0) {
      // If unknown, the files stay: PostgreSQL itself decides at its start.
      if (unknown && waited > UNKNOWN_TIMEOUT_MS) return
      if (!unknown) break
    }
    // The postmaster stops its children in order; orphaned children are stopped one by one.
    for (const pid of ours.includes(head) ? [head] : ours) {
      if (!signalled.has(pid)) signal(pid, pid === head ? 'SIGINT' : 'SIGTERM')
      signalled.add(pid)
    }
    if (waited > STOP_TIMEOUT_MS) {
      throw new StartError(
        `An old database server (process ${ours.join(', ')}) does not stop. End it first.`,
      )
    }
    await delay(25)
  }
  // The pid file last: while it exists, the next start checks again.
  for (const name of SOCKET_FILES) rmSync(join(sockets, name), { force: true })
  rmSync(pidFile, { force: true })
}

/** Pid in the pid file; 0 without one. */
function postmasterPid(mark: string): number {
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
