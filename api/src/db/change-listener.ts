import pg from 'pg'
import { poolTarget, type Connection } from './database.ts'

const RETRY_MS = 1_000
/** How often a silent connection is asked whether it is there, and how long it may take to answer. */
const PULSE_MS = 5_000
const ANSWER_MS = 2_000

/** Hears what PostgreSQL announces on one channel, on a connection of its own. */
export type ChangeListener = {
  /** False while the connection is away: notices may be missed then. */
  isListening(): boolean
  /** Resolves when every notice that was committed before the call has been heard. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Calls `heard` at each notice, and each time the connection comes back after it was lost. */
export function listenForChanges(
  connection: Connection,
  channel: string,
  heard: () => void,
): ChangeListener {
  let client: pg.Client | undefined
  let isListening = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  // A connection can be gone without a word, for instance behind a firewall.
  const pulse = setInterval(() => void settle(), PULSE_MS).unref()

  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    isListening = false
    void lost.end().catch(() => undefined)
    if (!isClosed) retry = setTimeout(() => (connecting = connect()), RETRY_MS).unref()
  }

  async function connect() {
    const fresh = new pg.Client({
      ...poolTarget(connection),
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_MS,
    })
    client = fresh
    fresh.on('notification', heard)
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (client !== fresh) return
      isListening = true
      // What changed while nobody listened is unknown.
      heard()
    } catch {
      lose(fresh)
    }
  }
  let connecting = connect()

  // PostgreSQL hands out waiting notices before it answers the next statement of the listener.
  async function ask() {
    await connecting
    const current = client
    if (isListening) await current?.query('select 1').catch(() => current && lose(current))
  }

  let asking = Promise.resolve()
  let next: Promise<void> | undefined
  /** One question at a time; all who come while one is out share the next. */
  function settle(): Promise<void> {
    next ??= asking.then(() => {
      next = undefined
      return (asking = ask())
    })
    return next
  }

  return {
    isListening: () => isListening,
    settle,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(pulse)
      await connecting
      isListening = false
      await client?.end().catch(() => undefined)
    },
  }
}
