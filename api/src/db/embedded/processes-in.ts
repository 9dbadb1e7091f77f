import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { errorCode } from '../../lib/error-code.ts'

type Place = 'here' | 'elsewhere' | 'unknown'

/**
 * Live PostgreSQL processes that work in a cluster; `unknown` when one of the cluster's account may
 * or may not. Root in a container may not see where another account's processes work.
 */
export function processesIn(folder: string, head: number): { ours: number[]; unknown: boolean } {
  if (!existsSync('/proc/self/stat')) return { ours: isNamedByPs(folder, head), unknown: false }
  const owner = statSync(folder).uid
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const places = ids.map((id) => ({ pid: Number(id), place: placeOf(id, folder, owner) }))
  return {
    ours: places.filter(({ place }) => place === 'here').map(({ pid }) => pid),
    unknown: places.some(({ place }) => place === 'unknown'),
  }
}

function placeOf(id: string, folder: string, owner: number): Place {
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
function placeByCommand(id: string, folder: string, owner: number): Place {
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
