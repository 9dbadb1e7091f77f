import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'
import { errorCode, StartError } from '../lib/errors.ts'
import type { Log } from './log.ts'

type Parts = {
  host: string
  port: number
  registry: Registry
  /** Updates the gauges before each scrape. */
  refresh: () => Promise<void>
  log: Log
}

/** HTTP server for `GET /metrics` only. Throws a StartError if the port or host is not available. */
export async function serveMetrics({ host, port, registry, refresh, log }: Parts) {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Here is /metrics alone.\n')
      return
    }
    refresh()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          log.error('metrics.failed', { error })
          response.writeHead(500).end()
        },
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  }).catch((error: unknown) => {
    const problem = LISTEN_ERRORS[errorCode(error) ?? '']
    throw problem ? new StartError(problem(host, port)) : error
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is in use. Stop the other program, or set METRICS_PORT to another.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}. Set METRICS_HOST to one of its own, for instance 127.0.0.1.`,
  ENOTFOUND: (host) =>
    `This machine has no address ${host}. Set METRICS_HOST to one of its own, for instance 127.0.0.1.`,
}
