import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'

/** Results become public: publication, showing, revocation, comments, score sheets. */
export function publishRoutes(_app: FastifyInstance, _context: AppContext) {}
