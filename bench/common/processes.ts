import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Processor time of a process so far, in milliseconds, all its threads together; no child is counted. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program stands in brackets and may hold spaces; its state follows.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

/** Memory that a process holds, in megabytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
