import type { FastifyInstance } from 'fastify'
import { formatPins, parsePins, registryPaths, VitalsReport } from '@awards/shared/releases'
import { ROUTES } from '@awards/shared/domain'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { readInput } from '../../../api/src/http/read-input.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { authorization, hasToken } from '../registry/authorization.ts'
import { Refusal } from '../registry/registry-input.ts'
import { speedClass } from '../registry/rollout/step-tests.ts'
import { overviewService } from '../reports/overview.service.ts'
import { eventsService, reportsService, releaseFiguresService } from '../reports/reports.service.ts'
import { classOf, vitalsRepository } from '../reports/vitals.repository.ts'
import { pinPolicy, storePins } from '../site/pins.ts'
import { parseJson, registerJsonErrors, sendJsonError } from './json-errors.ts'
import { staffRoutes } from './staff.routes.ts'
import { isStaff } from './staff.service.ts'

const MAX_BODY_BYTES = 64 * 1024
/** A tab sends a few requests a minute, and many tabs may share one IP address. */
const PER_ADDRESS = { points: 120, seconds: 60 }

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  throw error
}

/** Telemetry of remotes, CSP reports, web vitals, the pins of a browser, the overview for testers, and links for staff. */
export function platformRoutes(app: FastifyInstance, context: AppContext) {
  const { config, limits, log } = context
  const rule = perNetwork(PER_ADDRESS, config.mode)

  void app.register(async (scope) => {
    // `sendBeacon` with a string sends `text/plain`; `application/json` would need a CORS preflight.
    registerJsonErrors(scope, { log, types: ['application/json', 'text/plain'] })
    const events = eventsService(context)
    scope.post(registryPaths.events, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return sendJsonError(
          reply,
          403,
          'cross_site',
          'Only pages of this site tell of their loads.',
        )
      }
      await limits.take('events_ip', request.ip, rule)
      await events.add(parseJson(request.body), request.ip)
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })

  void app.register(async (scope) => {
    registerJsonErrors(scope, {
      log,
      types: ['application/csp-report', 'application/reports+json'],
    })
    const reports = reportsService(context)
    scope.post(registryPaths.reports, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      await limits.take('reports_ip', request.ip, rule)
      await reports.add(parseJson(request.body))
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/json'] })
    const { overview } = overviewService(context)
    const { authenticate } = authorization(context)
    scope.get(registryPaths.overview, async (request, reply) => {
      // Somebody with a deploy token reads it on every site; where all may, a browser's old one does no harm.
      if (hasToken(request) && !(config.pins === 'on' && !request.headers.authorization)) {
        const refusal = await authenticate(request).then(() => undefined, refusalOf)
        if (refusal) return sendJsonError(reply, refusal.status, refusal.error, refusal.message)
      } else if (config.pins === 'off') {
        return sendJsonError(reply, 404, 'not_found', 'Releases cannot be pinned on this site.')
      } else if (config.pins === 'preview' && !(await isStaff(request, context))) {
        return sendJsonError(
          reply,
          403,
          'staff_only',
          'Open a link for staff in this browser first.',
        )
      }
      void reply.header('cache-control', 'private, no-store')
      return reply.send(await overview())
    })
  })

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/json', 'text/plain'] })
    scope.post(registryPaths.pins, { bodyLimit: 4_096 }, async (request, reply) => {
      if (request.headers['sec-fetch-site'] === 'cross-site') {
        return sendJsonError(reply, 403, 'cross_site', 'Only tabs of this site keep their pins.')
      }
      await limits.take('pins_ip', request.ip, rule)
      const { pins } = parsePins(String(request.body ?? ''))
      const isAllowed = (await pinPolicy(request, context)) !== 'none'
      storePins(request, reply, config, isAllowed ? formatPins(pins) : '')
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })

  vitalsRoute(app, context)
  staffRoutes(app, context)
}

const MAX_VITALS_BYTES = 2 * 1024
/** A visit sends one report, and many visitors may share one IP address. */
const VITALS_PER_ADDRESS = { points: 60, seconds: 60 }
/** Paths of the site's table of routes, with their parameters. */
const PATTERNS: ReadonlySet<string> = new Set(ROUTES.map(({ path }) => path))

/**
 * Endpoint for web vitals: adds a visit to the histograms of its route and of its release, and stores nothing else
 * about it.
 */
function vitalsRoute(app: FastifyInstance, context: AppContext) {
  const { config, limits, log, clock, db } = context
  const rule = perNetwork(VITALS_PER_ADDRESS, config.mode)
  const repository = vitalsRepository(db)
  const figures = releaseFiguresService(context)

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/json', 'text/plain'] })
    scope.post(registryPaths.vitals, { bodyLimit: MAX_VITALS_BYTES }, async (request, reply) => {
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
          request.ip,
        )
      }
      return reply.code(204).header('cache-control', 'no-store').send()
    })
  })
}
