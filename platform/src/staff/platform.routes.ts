import type { FastifyInstance } from 'fastify'
import { registryPaths } from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { eventsService, reportsService } from '../reports/reports.service.ts'
import { overviewService } from '../reports/overview.service.ts'
import { jsonOf, plainAnswers, refuse } from './plain-answers.ts'
import { staffOf } from './staff.service.ts'
import { staffRoutes } from './staff.routes.ts'
import { vitalsRoute } from '../reports/vitals.routes.ts'

const LARGEST = 64 * 1024
/** A tab sends a few of them in a minute, and many tabs may stand behind one address. */
const PER_ADDRESS = { points: 120, seconds: 60 }

/** What tabs and browsers tell of remotes, and what testers may know of releases. */
export function platformRoutes(app: FastifyInstance, context: AppContext) {
  const { config, limits, log, clock } = context
  const rule = perNetwork(PER_ADDRESS, config.mode)

  void app.register(async (scope) => {
    // A beacon with a text is `text/plain`: JSON would have to be asked for across origins.
    plainAnswers(scope, { log, types: ['application/json', 'text/plain'] })
    const events = eventsService(context)
    scope.post(registryPaths.events, { bodyLimit: LARGEST }, async (request, reply) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return refuse(reply, 403, 'cross_site', 'Only pages of this site tell of their loads.')
      }
      await limits.take('events_ip', request.ip, rule)
      await events.add(jsonOf(request.body), request.ip)
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })

  void app.register(async (scope) => {
    plainAnswers(scope, { log, types: ['application/csp-report', 'application/reports+json'] })
    const reports = reportsService(context)
    scope.post(registryPaths.reports, { bodyLimit: LARGEST }, async (request, reply) => {
      await limits.take('reports_ip', request.ip, rule)
      await reports.add(jsonOf(request.body))
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })

  void app.register(async (scope) => {
    plainAnswers(scope, { log, types: ['application/json'] })
    const { overview } = overviewService(context)
    scope.get(registryPaths.overview, async (request, reply) => {
      if (config.pins === 'off') {
        return refuse(reply, 404, 'not_found', 'Releases cannot be pinned on this site.')
      }
      if (config.pins === 'preview' && !staffOf(request, config.secret, clock())) {
        return refuse(reply, 403, 'staff_only', 'Open a link for staff in this browser first.')
      }
      void reply.header('cache-control', 'private, no-store')
      return reply.send(await overview())
    })
  })

  vitalsRoute(app, context)
  staffRoutes(app, context)
}
