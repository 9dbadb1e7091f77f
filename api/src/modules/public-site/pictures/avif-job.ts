import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../start/app-context.ts'
import { prepareAvif } from './prepare-avif.ts'

const EVERY_SECONDS = 60
/** A server that has just started has other things to do. */
const NOT_BEFORE_SECONDS = 45
const REST_MS = 10 * 60_000

/** Looks for public pictures without AVIF now and then, and prepares them beside everything else. */
export function avifJob(app: FastifyInstance, context: AppContext) {
  if (!context.config.preparesAvif) return
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const now = () => context.clock().getTime()
  let restUntil = now() + NOT_BEFORE_SECONDS * 1_000

  async function prepare() {
    try {
      await prepareAvif(context, stopping.signal)
    } catch (error) {
      if (!stopping.signal.aborted) context.log.warn('pictures.avif', { error })
    } finally {
      restUntil = now() + REST_MS
      running = undefined
    }
  }

  // The job only begins it: other jobs must not wait for pictures.
  context.jobs.every('pictures.avif', EVERY_SECONDS, async () => {
    if (now() >= restUntil) running ??= prepare()
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await running
  })
}
