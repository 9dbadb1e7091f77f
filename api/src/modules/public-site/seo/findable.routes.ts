import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../start/app-context.ts'
import { avifJob } from '../pictures/avif-job.ts'
import { documentRoutes } from './documents.routes.ts'
import { picturesRoutes } from '../pictures/pictures.routes.ts'

/** What search engines, readers of news and other sites fetch beside the pages. */
export function findableRoutes(app: FastifyInstance, context: AppContext) {
  avifJob(app, context)
  picturesRoutes(app, context)
  documentRoutes(app, context)
}
