import type { FastifyInstance } from 'fastify'
import { ROUTES } from '@awards/shared/domain'
import { registryPaths, VitalsReport } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { readInput } from '../../../api/src/http/read-input.ts'
import { parseJson, registerJsonErrors, sendJsonError } from '../staff/json-errors.ts'
import { speedClass } from '../registry/rollout/step-tests.ts'
import { releaseFiguresService } from './release-figures.service.ts'
import { classOf, vitalsRepository } from './vitals.repository.ts'

const MAX_BODY_BYTES = 2 * 1024
/** A visit sends one report, and many visitors may share one IP address. */
const PER_ADDRESS = { points: 60, seconds: 60 }
const PATTERNS: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path))

/**
 * Endpoint for web vitals: adds a visit to the histograms of its route and of its release, and stores nothing else
 * about it.
 */
export function vitalsRoute(app: FastifyInstance, context: AppContext) {
  const { config, limits, log, clock, db } = context
  const rule = perNetwork(PER_ADDRESS, config.mode)
  const repository = vitalsRepository(db)
  const figures = releaseFiguresService(context)

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/json', 'text/plain'] })
    scope.post(registryPaths.vitals, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return sendJsonError(
          reply,
          403,
          'cross_site',
          'Only pages of this site tell of their speed.',
        )
      }
      if (config.vitalsSample === 0) {
        return sendJsonError(reply, 404, 'not_found', 'This site does not measure its speed.')
      }
      await limits.take('vitals_ip', request.ip, rule)
      const { route, device, remote, vitals } = readInput(VitalsReport, parseJson(request.body))
      // Routes outside the site's table are counted as `*`, which bounds the number of rows.
      const pattern = PATTERNS.has(route) ? route : '*'
      // A metric that is sent twice counts once.
      const values = new Map(vitals.map(({ name, value }) => [name, value]))
      await repository.count(
        clock(),
        [...values].map(([metric, value]) => ({
          route: pattern,
          device,
          metric,
          class: classOf(metric, value),
        })),
      )
      if (remote) {
        await figures.add(
          [...values].map(([figure, value]) => ({
            ...remote,
            figure,
            part: String(speedClass(value)),
            count: 1,
          })),
        )
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
