import { readdirSync, readFileSync } from 'node:fs'

/** Text of a file of `/proc`, empty when its process has ended meanwhile. */
const textOf = (path: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Numbers of the processes that this one has started and whose command names `program`. */
export const childrenNamed = (program: string): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => textOf(`/proc/self/task/${thread}/children`).split(' '))
    .map(Number)
    .filter((pid) => pid > 0 && textOf(`/proc/${pid}/cmdline`).includes(program))

/** Bytes of memory that a process has at this moment. */
export const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024
