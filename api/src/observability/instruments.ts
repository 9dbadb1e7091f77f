import type { FastifyInstance } from 'fastify'
import type { LogLevel } from './log.ts'

/** Counters of a process. */
export type Metrics = {
  request(call: string, code: number, seconds: number): void
  job(name: string, outcome: 'done' | 'failed', seconds: number): void
  /** A lookup in the public cache. */
  lookup(isHit: boolean): void
  line(level: LogLevel): void
}

const noop = () => undefined

/** No-op metrics, used without `METRICS_PORT`; the Prometheus library is then not loaded. */
export const NO_METRICS: Metrics = {
  request: noop,
  job: noop,
  lookup: noop,
  line: noop,
}

/** Attributes of a span; never parameter values of statements, bodies or tokens. */
export type SpanAttributes = Readonly<Record<string, string | number>>

/** Distributed tracing. */
export type Tracing = {
  /** Registers hooks that create a span for each request. */
  requests(app: FastifyInstance): void
  /** Runs work in a root span. */
  span<T>(name: string, facts: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Flushes pending spans and stops. */
  close(): Promise<void>
}
