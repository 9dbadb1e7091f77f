import { setImmediate as untilRead } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A request that was sent before the port closed has come by then. */
const UNREAD_MS = 500
const DRAIN_MS = 5_000

/**
 * Lets nobody new in, answers whoever has asked, and ends. A connection on which a request has arrived that
 * was not read yet looks idle, so idle ones are closed a little later, again and again, and each time after what
 * has arrived was read: on a busy machine the time is over before anything is.
 */
export async function shutDownGracefully(app: FastifyInstance): Promise<void> {
  // Whoever has knocked by now is let in.
  await untilRead()
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  const sweeping = setInterval(() => setImmediate(closeIdle), UNREAD_MS)
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(sweeping)
  clearTimeout(impatient)
}
