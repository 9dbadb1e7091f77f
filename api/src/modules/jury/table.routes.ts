import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'

/** The chair’s table: lists and exports. */
export function tableRoutes(_app: FastifyInstance, _context: AppContext) {}
