import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type {
  CardCharge,
  CardDispute,
  CardIntent,
  CardMovement,
  CardRefund,
  CardSession,
  KeptAnswer,
} from './card-types.ts'

const FILE = 'card-book.json'

type Tables = {
  sessions: CardSession
  intents: CardIntent
  charges: CardCharge
  refunds: CardRefund
  disputes: CardDispute
  movements: CardMovement
  kept: KeptAnswer
}
type Rows = { [N in keyof Tables]: Tables[N][] }
export type CardBook = ReturnType<typeof cardBook>

/** Everything the provider knows; kept on disk, so that a restart forgets nothing. */
export function cardBook(directory: string, now: () => Date) {
  const file = path.join(directory, FILE)
  const known = read(file)
  const table = <N extends keyof Tables>(name: N) =>
    new Map((known[name] as Tables[N][] | undefined)?.map((row) => [row.id, row]))
  const tables = {
    sessions: table('sessions'),
    intents: table('intents'),
    charges: table('charges'),
    refunds: table('refunds'),
    disputes: table('disputes'),
    movements: table('movements'),
    kept: table('kept'),
  }

  return {
    ...tables,
    /** The provider's clock, in its whole seconds. */
    seconds: () => Math.floor(now().getTime() / 1_000),
    newId: (prefix: string) => `${prefix}_${randomBytes(14).toString('hex')}`,

    sessionOf: (intent: string) =>
      [...tables.sessions.values()].find((session) => session.payment_intent === intent),

    save() {
      const rows = Object.entries(tables).map(([name, map]) => [name, [...map.values()]])
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(rows)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string): Partial<Rows> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Rows>
  } catch {
    return {}
  }
}
