import type { FastifyInstance } from 'fastify'
import { ROUTES } from '@awards/shared/domain'
import { registryPaths, VitalsReport } from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { readInput } from '../../../api/src/http/read-input.ts'
import { jsonOf, plainAnswers, refuse } from '../staff/plain-answers.ts'
import { classOf, vitalsRepository } from './vitals.repository.ts'

const LARGEST = 2 * 1024
/** A visit tells once, and many visitors may stand behind one address. */
const PER_ADDRESS = { points: 60, seconds: 60 }
const PATTERNS: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path))

/** Counts how fast a visit was. Nothing of it is kept but the counts. */
export function vitalsRoute(app: FastifyInstance, context: AppContext) {
  const { config, limits, log, clock, db } = context
  const rule = perNetwork(PER_ADDRESS, config.mode)
  const repository = vitalsRepository(db)

  void app.register(async (scope) => {
    plainAnswers(scope, { log, types: ['application/json', 'text/plain'] })
    scope.post(registryPaths.vitals, { bodyLimit: LARGEST }, async (request, reply) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return refuse(reply, 403, 'cross_site', 'Only pages of this site tell of their speed.')
      }
      if (config.vitalsSample === 0) {
        return refuse(reply, 404, 'not_found', 'This site does not measure its speed.')
      }
      await limits.take('vitals_ip', request.ip, rule)
      const { route, device, vitals } = readInput(VitalsReport, jsonOf(request.body))
      // Pages that a release brings by itself are counted together: their names are not ours to bound.
      const pattern = PATTERNS.has(route) ? route : '*'
      // A metric that is told twice counts once.
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
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
