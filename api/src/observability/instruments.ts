import type { FastifyInstance } from 'fastify'
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

/** What a span says beside its name; never a value of a statement, a body or a token. */
export type Facts = Readonly<Record<string, string | number>>

/** Tells a collector where time goes. */
export type Tracing = {
  /** Each request of the app is a span. */
  requests(app: FastifyInstance): void
  /** Does work as a span of its own. */
  span<T>(name: string, facts: Facts, work: () => Promise<T>): Promise<T>
  /** Sends what is left. */
  close(): Promise<void>
}
