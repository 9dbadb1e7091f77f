import type { FastifyInstance } from 'fastify'

/** A request that was sent before the port closed has been read by then, even on a busy machine. */
const UNREAD_MS = 500
const DRAIN_MS = 5_000

/**
 * Lets nobody new in, answers whoever has asked, and ends. A connection on which a request has arrived that
 * was not read yet looks idle, so idle ones are closed a little later, again and again.
 */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  const sweeping = setInterval(closeIdle, UNREAD_MS)
  const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(sweeping)
  clearTimeout(impatient)
}
