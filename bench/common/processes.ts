import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** What the system tells of a process, from its state on. */
function factsOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpu = ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
  return { parent: Number(fields[1]), cpu }
}

/** Processor time of a process so far, in milliseconds, all its threads together; no child is counted. */
export const cpuOf = (pid: number): number => factsOf(pid).cpu

/** The same of a process with all that it has started and that still run. */
export function cpuOfFamily(pid: number): number {
  const all = new Map<number, ReturnType<typeof factsOf>>()
  for (const name of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name)) all.set(Number(name), factsOf(Number(name)))
    } catch {
      // It has ended since its name was read.
    }
  }
  const isOfFamily = (one: number): boolean =>
    one === pid || (all.has(one) && isOfFamily(all.get(one)?.parent ?? 0))
  return [...all].reduce((sum, [one, { cpu }]) => sum + (isOfFamily(one) ? cpu : 0), 0)
}

/** Memory that a process holds, in megabytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
