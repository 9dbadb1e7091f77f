import pg from 'pg'
import { poolTarget, type Connection } from './database.ts'

const RETRY_MS = 1_000
/** Interval of the heartbeat on an idle connection, and the timeout of a query. */
const HEARTBEAT_MS = 5_000
const QUERY_TIMEOUT_MS = 2_000

/** Listens to NOTIFY on one channel, on a connection of its own. */
export type ChangeListener = {
  /** False while disconnected: notifications may be missed. */
  isListening(): boolean
  /** Resolves when all notifications committed before the call have been received. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Calls `onChange` at each notification and after each (re)connect. */
export function listenForChanges(
  connection: Connection,
  channel: string,
  onChange: () => void,
): ChangeListener {
  let client: pg.Client | undefined
  let isListening = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  // Heartbeat: a firewall may drop an idle connection without closing it.
  const heartbeat = setInterval(() => void settle(), HEARTBEAT_MS).unref()

  const reconnectLater = (lost: pg.Client) => {
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
      query_timeout: QUERY_TIMEOUT_MS,
    })
    client = fresh
    fresh.on('notification', onChange)
    fresh.on('error', () => reconnectLater(fresh))
    fresh.on('end', () => reconnectLater(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (client !== fresh) return
      isListening = true
      // Changes may have been missed while disconnected.
      onChange()
    } catch {
      reconnectLater(fresh)
    }
  }
  let connecting = connect()

  // PostgreSQL delivers pending notifications before the result of the next statement.
  async function flush() {
    await connecting
    const current = client
    if (isListening)
      await current?.query('select 1').catch(() => current && reconnectLater(current))
  }

  let flushing = Promise.resolve()
  let next: Promise<void> | undefined
  /** Sends one query at a time; concurrent calls share the next one. */
  function settle(): Promise<void> {
    next ??= flushing.then(() => {
      next = undefined
      return (flushing = flush())
    })
    return next
  }

  return {
    isListening: () => isListening,
    settle,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      await connecting
      isListening = false
      await client?.end().catch(() => undefined)
    },
  }
}
