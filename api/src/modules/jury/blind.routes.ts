import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'

/** What jurors may not see: reports, redaction, archives of blind files. */
export function blindRoutes(_app: FastifyInstance, _context: AppContext) {}
