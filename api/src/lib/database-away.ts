import { errorCode } from './error-code.ts'

const CODES = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P03', '53300'])
/** The driver gives a connection that was lost, or lost earlier in the transaction, no code. */
const TEXTS =
  /^Connection terminated|^timeout exceeded when trying|^Client (was closed|has encountered a connection error)/

/** Whether an error means that the database cannot be reached, and not that it refused something. */
export const isDatabaseAway = (error: unknown): boolean =>
  CODES.has(errorCode(error) ?? '') || (error instanceof Error && TEXTS.test(error.message))
