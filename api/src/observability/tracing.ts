import type { FastifyInstance } from 'fastify'

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
