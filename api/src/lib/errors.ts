import type { z } from 'zod'

/** Error code of Node or PostgreSQL (SQLSTATE), such as `EEXIST` or `23505`. */
export function errorCode(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error
  return hasCode && typeof error.code === 'string' ? error.code : undefined
}

/** Name of the constraint of the database that a statement has violated. */
export function violatedConstraint(error: unknown): string | undefined {
  const hasName = typeof error === 'object' && error !== null && 'constraint' in error
  return hasName && typeof error.constraint === 'string' ? error.constraint : undefined
}

/** Invalid settings, all of them in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** One sentence for each invalid variable, with its value unless it is secret. */
export function problemsOf(error: z.ZodError, env: NodeJS.ProcessEnv): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0])
    const isSecret = /SECRET|KEY|PASSWORD|DATABASE_URL|SMTP_URL|MAILBOX_URL|STORAGE_URL/.test(name)
    const value = isSecret ? '' : ` (given: ${JSON.stringify(env[name])})`
    return `${name} ${issue.message}${value}`
  })
}

/** An error that the operator can fix; the message says how, so it is printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

const CONNECTION_LOST = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  // A host that is restarted is neither known by its name nor reached at its address.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // PostgreSQL ends a session: on command, after a crash of another one, while it starts.
  '57P01',
  '57P02',
  '57P03',
  '53300',
])
/** Messages of the `pg` driver for lost connections, which have no code. */
const CONNECTION_LOST_TEXTS =
  /^Connection terminated|^timeout exceeded when trying|^Client (was closed|has encountered a connection error)/

/** Whether an error means that the database is unreachable (retryable), as opposed to a refused statement. */
export const isDatabaseUnreachable = (error: unknown): boolean =>
  CONNECTION_LOST.has(errorCode(error) ?? '') ||
  (error instanceof Error && CONNECTION_LOST_TEXTS.test(error.message))

// EDQUOT: disk quota of the account; 53100: disk full at the database.
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error means that a disk is full. */
export const isDiskFull = (error: unknown): boolean => DISK_FULL.has(errorCode(error) ?? '')
