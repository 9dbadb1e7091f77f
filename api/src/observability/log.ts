import { requestContext, type Person } from '../http/request-context.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** JSON lines on standard output; a line never holds a token, a password or a code. */
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

const RANK: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }
const SECRET = /password|secret|token|cookie|authorization|api_?key/i
const ADDRESS = /[^\s@"'<>(){}=:;,/]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi
/** What stands after an address of a database or a mail server names its account. */
const CREDENTIALS = /(\b[a-z][a-z\d+]*:\/\/)[^\s/@]+@/gi

/**
 * A log that drops what is below `level`. A line tells the request or the job that caused it; addresses
 * of people and fields that are named like a secret are taken out.
 */
export function createLog(
  level: LogLevel,
  write: (line: string) => unknown = (line) => process.stdout.write(line),
  told: (level: LogLevel) => void = () => undefined,
): Log {
  const at = (rank: LogLevel) => (event: string, fields?: Record<string, unknown>) => {
    told(rank)
    if (RANK[rank] < RANK[level]) return
    const line = { time: new Date().toISOString(), level: rank, event, ...causeFields(), ...fields }
    write(`${JSON.stringify(line, fitToWrite)}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function causeFields() {
  const cause = requestContext()
  if (!cause) return undefined
  const { trace_id, call, actor } = cause
  return { trace_id, ...(call && { call }), ...(actor && actorFields(actor)) }
}

/** An actor as a line has it: by number, never by name or address. */
export const actorFields = ({ id, identity }: Person) => ({
  actor: id,
  identity,
})

function fitToWrite(key: string, value: unknown): unknown {
  if (typeof value === 'string') return SECRET.test(key) ? '[removed]' : withoutPeople(value)
  if (value instanceof Error) return { message: value.message, stack: value.stack }
  return value
}

const withoutPeople = (text: string) =>
  text.includes('@')
    ? text.replace(CREDENTIALS, '$1[removed]@').replace(ADDRESS, '[address]')
    : text

/** Warnings about what visitors' browsers tell: a broken release must not flood the log. */
export function boundedWarnings(log: Log, clock: () => Date): Log['warn'] {
  let began = -Infinity
  let lines = 0

  return (event, fields) => {
    const now = clock().getTime()
    if (now - began >= WINDOW_MS) {
      began = now
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
