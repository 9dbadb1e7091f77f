import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../start/app-context.ts'
import { channelsRoutes } from './channels.routes.ts'
import { publishRoutes } from './publish.routes.ts'
import { registryScope } from './registry-scope.ts'

/** The registry of the remotes' releases (ADR 9): an HTTP API for machines, beside the site's calls. */
export function registryRoutes(app: FastifyInstance, context: AppContext) {
  void app.register(async (scope) => {
    registryScope(scope, context)
    publishRoutes(scope, context)
    channelsRoutes(scope, context)
  })
}
