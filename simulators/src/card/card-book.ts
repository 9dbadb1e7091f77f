import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { NoticeChaos } from '../notice-sender.ts'

/** The API version that this simulator speaks: the one that the merchant's library pins. */
export const API_VERSION = '2026-10-28.endive'

type Metadata = Record<string, string>
export type CardItem = { name: string; description: string; amount: number; quantity: number }

/** A visit to the hosted page; moments are in seconds, as the provider counts them. */
export type CardSession = {
  id: string
  created: number
  expires_at: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Metadata
  intent_metadata: Metadata
  customer_email: string | null
  locale: string | null
  success_url: string
  cancel_url: string | null
  items: CardItem[]
  payment_intent: string | null
}

export type CardIntent = {
  id: string
  created: number
  amount: number
  currency: string
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  latest_charge: string
  metadata: Metadata
}

/** What becomes of a refund of this charge; it depends on the test card that paid. */
type RefundFate = 'succeeds' | 'pends' | 'fails' | 'fails_later'

export type CardCharge = {
  id: string
  created: number
  amount: number
  currency: string
  status: 'succeeded' | 'pending' | 'failed'
  payment_intent: string
  metadata: Metadata
  amount_refunded: number
  disputed: boolean
  balance_transaction: string | null
  fate: RefundFate
}

export type CardRefund = {
  id: string
  created: number
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  charge: string
  payment_intent: string
  metadata: Metadata
  failure_reason: string | null
}

export type CardDispute = {
  id: string
  created: number
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string
}

/** Money that moved on the merchant's account. */
export type CardMovement = {
  id: string
  created: number
  amount: number
  currency: string
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
  source: string
}

/** The answer to an idempotency key, given again for the same parameters. */
type KeptAnswer = {
  id: string
  fingerprint: string
  status: number
  body: string
  created: number
}

/** What a test may make go wrong. Counters count down; the rest stays until it is set again. */
export type CardChaos = NoticeChaos & {
  notifyForge?: 'signature' | 'stale' | 'future' | 'amount'
  /** The next n calls answer 500. */
  failNext?: number
  /** The next n calls are carried out, and their answers lost. */
  loseAnswerNext?: number
  /** The merchant's balance is empty: refunds are refused. */
  noBalance?: boolean
  /** A payment that was on its way goes through although the page was closed meanwhile. */
  payClosed?: boolean
}

/** Why a card is declined, in the provider's words. */
export type Decline = 'generic_decline' | 'insufficient_funds' | 'authentication_failed'

export type TestCard = {
  code: string
  /** The number under which the provider's documents list the card; a debit has none. */
  number: string
  decline?: Decline
  /** The holder's bank asks for a proof of its own (3-D Secure) before it decides. */
  isChallenged?: boolean
  /** The money is on its way for days, as a direct debit is. */
  isSlow?: boolean
  isDisputed?: boolean
  fate?: RefundFate
}

/** The provider's test cards of which the hosted page offers a choice. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { code: 'succeeds', number: '4242 4242 4242 4242' },
  { code: 'declined', number: '4000 0000 0000 0002', decline: 'generic_decline' },
  { code: 'no_funds', number: '4000 0000 0000 9995', decline: 'insufficient_funds' },
  { code: 'challenged', number: '4000 0027 6000 3184', isChallenged: true },
  { code: 'slow', number: '', isSlow: true },
  { code: 'disputed', number: '4000 0000 0000 0259', isDisputed: true },
  { code: 'refund_pends', number: '4000 0000 0000 7726', fate: 'pends' },
  { code: 'refund_fails', number: '4000 0000 0000 5126', fate: 'fails_later' },
]

/** An answer of the provider's API. */
export type CardAnswer = { status: number; body: object }

type Refusal = { code?: string; param?: string; type?: string }

/** A refusal in the provider's shape; thrown by the calls, sent by the server. */
export class CardRefusal extends Error {
  readonly answer: CardAnswer

  constructor(status: number, message: string, { type, ...named }: Refusal = {}) {
    super(message)
    const error = { type: type ?? 'invalid_request_error', message, ...named }
    this.answer = { status, body: { error } }
  }
}

/** A refusal of a call whose execution had begun: the provider keeps it under the idempotency key. */
export class CardFailure extends CardRefusal {}

export const noSuch = (kind: string, id: string) =>
  new CardRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })

export const missing = (param: string) =>
  new CardRefusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param })

export const invalid = (param: string, message: string) =>
  new CardRefusal(400, message, { code: 'parameter_invalid', param })

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
