import type { z } from 'zod'

/** Code of a failure of Node or PostgreSQL, such as `EEXIST` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  const known = typeof error === 'object' && error !== null && 'code' in error
  return known && typeof error.code === 'string' ? error.code : undefined
}

/** Names every wrong setting at once, so that a start is not a guessing game. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** One sentence for each wrong variable, with the value that was given. */
export function problemsOf(error: z.ZodError, env: NodeJS.ProcessEnv): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0])
    const secret = /SECRET|KEY|PASSWORD|DATABASE_URL|SMTP_URL|STORAGE_URL/.test(name)
    const value = secret ? '' : ` (given: ${JSON.stringify(env[name])})`
    return `${name} ${issue.message}${value}`
  })
}

/** The server cannot start; the message says what the operator can do, so no stack is shown. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P03',
  '53300',
])
/** The driver gives a connection that was lost, or lost earlier in the transaction, no code. */
const CONNECTION_LOST_TEXTS =
  /^Connection terminated|^timeout exceeded when trying|^Client (was closed|has encountered a connection error)/

/** Whether an error means that the database cannot be reached, and not that it refused something. */
export const isDatabaseAway = (error: unknown): boolean =>
  CONNECTION_LOST.has(errorCode(error) ?? '') ||
  (error instanceof Error && CONNECTION_LOST_TEXTS.test(error.message))

// EDQUOT: the share of this account on the disk; 53100: the disk of the database.
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error means that there is no room on a disk. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.has(errorCode(error) ?? '')
