import { requestContext, type Person } from '../http/request-context.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** Structured log: JSON lines on standard output, without tokens, passwords and codes. */
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

const RANK: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }
const SECRET = /password|secret|token|cookie|authorization|api_?key/i
const EMAIL_ADDRESS = /[^\s@"'<>(){}=:;,/]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi
/** User and password in the URL of a database or a mail server. */
const CREDENTIALS = /(\b[a-z][a-z\d+]*:\/\/)[^\s/@]+@/gi

/**
 * Creates a log with a minimum level. Adds trace id, call and actor of the request or job, and redacts e-mail addresses,
 * credentials in URLs and fields with secret names. `onEntry` is called for each entry, also below the level (metrics).
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => unknown = (line) => process.stdout.write(line),
  onEntry: (level: LogLevel) => void = () => undefined,
): Log {
  const at = (rank: LogLevel) => (event: string, fields?: Record<string, unknown>) => {
    onEntry(rank)
    if (RANK[rank] < RANK[level]) return
    const line = {
      time: new Date().toISOString(),
      level: rank,
      event,
      ...contextFields(),
      ...fields,
    }
    write(`${JSON.stringify(line, redactField)}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function contextFields() {
  const cause = requestContext()
  if (!cause) return undefined
  const { trace_id, call, actor } = cause
  return { trace_id, ...(call && { call }), ...(actor && actorFields(actor)) }
}

/** Log fields of an actor: id and role, never name or address. */
export const actorFields = ({ id, identity }: Person) => ({
  actor: id,
  identity,
})

function redactField(key: string, value: unknown): unknown {
  if (typeof value === 'string') return SECRET.test(key) ? '[removed]' : redact(value)
  if (value instanceof Error) return { message: value.message, stack: value.stack }
  return value
}

const redact = (text: string) =>
  text.includes('@')
    ? text.replace(CREDENTIALS, '$1[removed]@').replace(EMAIL_ADDRESS, '[address]')
    : text

/** Rate-limited warnings (30 a minute) for browser reports: a broken release must not flood the log. */
export function rateLimitedWarnings(log: Log, clock: () => Date): Log['warn'] {
  let windowStart = -Infinity
  let lines = 0

  return (event, fields) => {
    const now = clock().getTime()
    if (now - windowStart >= WINDOW_MS) {
      windowStart = now
      lines = 0
    }
    lines += 1
    if (lines <= WARNINGS_PER_WINDOW) log.warn(event, fields)
    else if (lines === WARNINGS_PER_WINDOW + 1)
      log.warn('platform.more-warnings', { within_ms: WINDOW_MS })
  }
}

const WARNINGS_PER_WINDOW = 30

const WINDOW_MS = 60_000
