import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'

/** Scores become results: board, ties, discussion, snapshots. */
export function resultsRoutes(_app: FastifyInstance, _context: AppContext) {}
