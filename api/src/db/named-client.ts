import pg from 'pg'

const LIMIT = 500
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= LIMIT) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Is told of a statement before it is sent, and gives what is told of its end. */
type StatementTracer = (text: string) => ((error?: unknown) => void) | undefined
type Done = (error: unknown, result: unknown) => void
let tracer: StatementTracer | undefined

/** From now on `told` hears of each statement; `undefined` ends it. */
export const traceStatements = (told: StatementTracer | undefined) => void (tracer = told)

/**
 * Gives each distinct statement with parameters a name, so that PostgreSQL parses and plans it once
 * per connection: twice the throughput of a list. Bounded, since texts with lists of ids vary.
 */
export class NamedClient extends pg.Client {
  // The driver's overloads cannot be restated without widening: plumbing.
  override query = ((text: unknown, values: unknown, callback: unknown) => {
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? nameOf(text)
        : undefined
    const config = name ? { name, text, values } : text
    const given = name ? undefined : values
    const ask = (done: unknown) =>
      super.query(config as string, given as unknown[], done as never) as unknown
    const end = tracer && typeof text === 'string' ? tracer(text) : undefined
    return end ? traced(ask, callback, end) : ask(callback)
  }) as pg.Client['query']
}

function traced(
  ask: (done: unknown) => unknown,
  callback: unknown,
  end: (error?: unknown) => void,
) {
  if (typeof callback === 'function') {
    const done = callback as Done
    return ask((error: unknown, result: unknown) => {
      end(error)
      done(error, result)
    })
  }
  const answer = ask(undefined)
  if (answer instanceof Promise) answer.then(() => end(), end)
  else end()
  return answer
}
