export type LogLevel = 'info' | 'warn' | 'error'

/** JSON lines on standard output; a line never holds a token, a password or a code. */
export type Log = Record<LogLevel, (event: string, fields?: Record<string, unknown>) => void>

const RANK: Record<LogLevel, number> = { info: 0, warn: 1, error: 2 }

/** A log that drops what is below `level`. */
export function createLog(
  level: LogLevel,
  write = (line: string) => process.stdout.write(line),
): Log {
  const at = (rank: LogLevel) => (event: string, fields?: Record<string, unknown>) => {
    if (RANK[rank] < RANK[level]) return
    const line = { time: new Date().toISOString(), level: rank, event, ...fields }
    write(`${JSON.stringify(line, plainErrors)}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack } : value
}
