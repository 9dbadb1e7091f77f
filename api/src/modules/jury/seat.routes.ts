import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app/app-context.ts'

/** Seats on the jury: agreement, conflicts of interest, codes and invitations. */
export function seatRoutes(_app: FastifyInstance, _context: AppContext) {}
