import type { FastifyInstance, FastifyRequest } from 'fastify'
import { dayIn, isPublicPage, readAddress } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { figuresRepository } from './figures.repository.ts'

const FLUSH_MS = 5_000
const SHOWN = new Set([200, 304])

/**
 * Whether a request begins a visit: a browser opens a public page that no page of the site led to. Browsers say so
 * themselves (Fetch Metadata); robots send no such headers, and what is loaded ahead is not a visit yet.
 */
export function beginsVisit({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || headers['sec-fetch-dest'] !== 'document') return false
  if (headers['sec-fetch-mode'] !== 'navigate' || headers['sec-purpose']) return false
  if (headers['sec-fetch-site'] === 'same-origin') return false
  return isPublicPage(readAddress(url.split('?', 1)[0] ?? '/').path)
}

/**
 * Counts visits by day of the programme's zone, in memory, and adds the sum to the day every five seconds and at the
 * end. Nothing of a request is kept: no address, no device, no page, no cookie.
 */
export function countVisits(app: FastifyInstance, { db, clock, identity, log }: AppContext) {
  let waiting = 0
  async function flush() {
    const count = waiting
    if (count === 0) return
    waiting = 0
    try {
      await figuresRepository(db).addVisits(dayIn(clock(), (await identity()).time_zone), count)
    } catch (error) {
      waiting += count
      log.warn('figures.visits_not_counted', { error })
    }
  }
  const timer = setInterval(() => void flush(), FLUSH_MS).unref()
  app.addHook('onResponse', async (request, reply) => {
    if (SHOWN.has(reply.statusCode) && beginsVisit(request)) waiting += 1
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await flush()
  })
}
