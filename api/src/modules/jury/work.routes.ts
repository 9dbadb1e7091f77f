import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'

/** Who reviews what: assignment, workload, reminders, scoring. */
export function workRoutes(_app: FastifyInstance, _context: AppContext) {}
