import { readdirSync, readFileSync } from 'node:fs'

/** Text of a file in `/proc`; empty once its process has ended. */
const textOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Ids of child processes whose command line contains `program`. */
export const childrenNamed = (program: string): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => textOf(`/proc/self/task/${thread}/children`).split(' '))
    .map(Number)
    .filter((pid) => pid > 0 && textOf(`/proc/${pid}/cmdline`).includes(program))

/** Resident memory of a process in bytes. */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024
