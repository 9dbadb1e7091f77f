import { ENTRY_STATUS, publicEntryStatus } from './entries/entry-status.ts'
import { PAYMENT_STATUS } from './payments/payment-status.ts'

/** What visitors may know, what owners and organisers hear of entries, and what payers hear of orders. */
export const WEBHOOK_EVENTS = [
  'winner.published',
  'winner.hidden',
  'entry.submitted',
  'entry.registered',
  'entry.correction_requested',
  'entry.admitted',
  'entry.in_judging',
  'entry.awarded',
  'entry.not_awarded',
  'entry.withdrawn',
  'entry.disqualified',
  'payment.awaiting',
  'payment.paid',
  'payment.closed',
  'payment.failed',
  'payment.refunding',
  'payment.refunded',
  'payment.mismatch',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent on demand, to the endpoint that it was asked for. */
export const WEBHOOK_TEST = 'webhook.test'

const isEvent = (name: string): name is WebhookEvent =>
  (WEBHOOK_EVENTS as readonly string[]).includes(name)

const nameOf = (table: Readonly<Record<string, number>>, status: number) =>
  Object.keys(table).find((name) => table[name] === status) ?? ''

/** The event of an entry that comes to a status; undefined for what nobody is told. The database has the same rule. */
export function entryEvent(from: number, to: number): WebhookEvent | undefined {
  const [was, becomes] = [from, to].map((status) => publicEntryStatus(status as 0))
  if (was === becomes || becomes === undefined) return undefined
  const name = `entry.${nameOf(ENTRY_STATUS, becomes)}`
  return isEvent(name) ? name : undefined
}

/** The event of an order that comes to a status. */
export function paymentEvent(to: number): WebhookEvent | undefined {
  const name = `payment.${nameOf(PAYMENT_STATUS, to)}`
  return isEvent(name) ? name : undefined
}

/** Events that an account can hear of: of winners everybody, of entries and orders those who have or organise some. */
export const webhookEventsOf = (identity: number, isOrganiser: boolean): readonly WebhookEvent[] =>
  WEBHOOK_EVENTS.filter((name) => {
    if (name.startsWith('winner.') || identity === 0) return true
    return name.startsWith('entry.') && isOrganiser
  })

/** Endpoints of one account. */
export const WEBHOOK_LIMIT = 10
export const WEBHOOK_NAME_LENGTH = 60
/** For so long the secret before signs beside the new one. */
export const OLD_SECRET_HOURS = 24
/** Days after which events and their log are deleted. */
export const WEBHOOK_LOG_DAYS = 30
/** An endpoint that has failed for so many days without a success is stopped. */
export const WEBHOOK_PATIENCE_DAYS = 3
