import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../../lib/error-code.ts'
import { StartError } from '../../lib/start-error.ts'
import { processesIn } from './processes-in.ts'

const LIMIT = 10_000
const UNKNOWN_LIMIT = 1_000
const SOCKET_FILES = ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']

/**
 * Ends what a killed process has left running in a cluster and clears its marks. The caller holds
 * the data directory, so nobody else can be starting there. PostgreSQL goes by process ids, which
 * are used again and outlast a process that nobody has buried: we look at where processes work.
 */
export async function endOldPostgres(cluster: string, sockets: string) {
  const mark = join(cluster, 'postmaster.pid')
  if (!existsSync(mark)) return
  const folder = realpathSync(cluster)
  const begin = performance.now()
  const told = new Set<number>()
  for (;;) {
    const head = headOf(mark)
    const { ours, unknown } = processesIn(folder, head)
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
