import type { LogLevel } from './log.ts'

/** What a process counts while it works. */
export type Metrics = {
  request(call: string, code: number, seconds: number): void
  job(name: string, outcome: 'done' | 'failed', seconds: number): void
  /** A question of a visitor, answered from memory or not. */
  lookup(isKnown: boolean): void
  line(level: LogLevel): void
}

const nothing = () => undefined

/** Without `METRICS_PORT` nothing is counted, and the library that counts is not loaded. */
export const NO_METRICS: Metrics = {
  request: nothing,
  job: nothing,
  lookup: nothing,
  line: nothing,
}
