import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../start/app-context.ts'
import { discoveryRoutes } from './discovery.routes.ts'
import { fileCache } from './file-cache.ts'
import { releaseFileRoutes } from './release-files.routes.ts'
import { channelResolver } from './resolver.ts'

/** What a registry that runs alone gives out: the files of releases, and the discovery of its channel. */
export function registrySite(app: FastifyInstance, context: AppContext) {
  const { registry, config, log } = context
  releaseFileRoutes(app, { registry, cache: fileCache(), log })
  discoveryRoutes(app, context, channelResolver({ registry, siteUrl: config.siteUrl, log }))
}
