import { DAY_MS } from './day.ts'
import { isEditable, maySubmit, submitUntil } from './entries/entry-editing.ts'
import type { EditWindow, EntryTimes } from './entries/entry-editing.ts'
import { ENTRY_STATUS } from './entries/entry-status.ts'
import { ENTRY_FEE_STATUS, WINNER_FEE_STATUS } from './payments/payment-status.ts'
import { CHANNEL_FACTS, type Channel } from './payments/channels.ts'

/** What an entry can wait for, the most pressing first where two end at the same moment. */
export const NEXT_ACTIONS = [
  'correct',
  'accept_award',
  'pay',
  'pay_package',
  'transfer',
  'hand_in',
  'choose_package',
  /** Nothing to do: the payer's bank has the order and decides. */
  'await_payment',
] as const
export type NextActionName = (typeof NEXT_ACTIONS)[number]

/** Days within which a bank carries out a direct debit or refuses it (Stripe: up to 14). */
export const PROCESSING_DAYS = 14

/** Until when the provider's word about a payment under way has come. */
export const awaitedUntil = (processingSince: Date): Date =>
  new Date(processingSince.getTime() + PROCESSING_DAYS * DAY_MS)

/** The open order of the fee that an entry waits for now. */
export type NextOrder = {
  order_no: string
  channel: Channel
  amount_minor: number
  currency: string
  /** How many entries it pays for, and what of the amount is for this one. */
  works: number
  line_minor: number
  expires_at: Date
  /** Since when the provider has had the payer's order and not the money; null where it waits for the payer. */
  processing_since: Date | null
}

export type NextFacts = EntryTimes & {
  entry_fee_status: number
  winner_fee_status: number
  offer_expires_at: Date | null
  has_accepted_award: boolean
  package_code: string | null
  order: NextOrder | null
}

export type NextAction = { action: NextActionName; until: Date | null; order: NextOrder | null }

const S = ENTRY_STATUS
const F = ENTRY_FEE_STATUS
const W = WINNER_FEE_STATUS
const FEE_OPEN: readonly number[] = [F.unpaid, F.pending, F.offline_declared]

/**
 * The one thing that an entry waits for, or null. Account, row, step 6 and mails ask here, so that none
 * of them asks for what is done already.
 */
export function nextAction(entry: NextFacts, window: EditWindow): NextAction | null {
  const simple = (action: NextActionName, until: Date | null): NextAction => ({
    action,
    until,
    order: null,
  })
  switch (entry.entry_status) {
    case S.correction_requested:
      return isEditable(entry, window) ? simple('correct', entry.correction_due_at) : null
    case S.draft:
      if (!maySubmit(entry, window)) return null
      return simple('hand_in', window.canEdit ? window.closesAt : submitUntil(entry, window))
    case S.submitted:
      if (!FEE_OPEN.includes(entry.entry_fee_status)) return null
      return openPayment(entry.order, window.now) ?? simple('pay', window.closesAt)
    case S.awarded:
      return nextOfAward(entry, window.now)
    default:
      return null
  }
}

/** What an open order waits for; undefined where it has run out, so that the fee is simply unpaid. */
function openPayment(order: NextOrder | null, now: Date): NextAction | undefined {
  if (!order) return undefined
  const { processing_since, channel, expires_at } = order
  if (processing_since) {
    return { action: 'await_payment', until: awaitedUntil(processing_since), order }
  }
  if (!CHANNEL_FACTS[channel].isManual || expires_at <= now) return undefined
  return { action: 'transfer', until: expires_at, order }
}

/** An award is accepted once; after that only its package may be open. */
function nextOfAward(entry: NextFacts, now: Date): NextAction | null {
  const { winner_fee_status: fee, offer_expires_at: until, order } = entry
  if (fee === W.pending || fee === W.offline_declared) {
    return openPayment(order, now) ?? { action: 'pay_package', until, order: null }
  }
  if (fee !== W.offered || (until !== null && until < now)) return null
  if (!entry.has_accepted_award) return { action: 'accept_award', until, order: null }
  return { action: entry.package_code ? 'pay_package' : 'choose_package', until, order: null }
}

/** What an entry waits for while nobody has to do anything about it; undefined where nothing is awaited. */
export function awaitedStage(status: number): 'formal_check' | 'judging' | 'results' | undefined {
  switch (status) {
    case S.registered:
      return 'formal_check'
    case S.admitted:
      return 'judging'
    case S.in_judging:
    case S.decided:
      return 'results'
    default:
      return undefined
  }
}

/** What of a row of a list the account needs to know. */
type Waiting = {
  next?:
    | { action: NextActionName; until: string | null; order: { order_no: string } | null }
    | null
    | undefined
}
export type AccountTask<Row> = {
  action: NextActionName
  until: string | null
  rows: readonly Row[]
}

const time = (until: string | null | undefined) => (until ? Date.parse(until) : Infinity)

/** What an account has to do, the soonest first: one task for all entries that wait for the same. */
export function accountTasks<Row extends Waiting>(rows: readonly Row[]): AccountTask<Row>[] {
  const waiting = rows.filter(({ next }) => next)
  // An order has an amount and a reference of its own: it stays a task of its own.
  const groups = Map.groupBy(
    waiting,
    ({ next }) => `${next?.action} ${next?.order?.order_no ?? ''}`,
  )
  const tasks = [...groups.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => time(a.next?.until) - time(b.next?.until) || 0)
    const next = sorted[0]?.next
    return next ? [{ action: next.action, until: next.until, rows: sorted }] : []
  })
  const place = ({ action }: AccountTask<Row>) => NEXT_ACTIONS.indexOf(action)
  return tasks.toSorted((a, b) => time(a.until) - time(b.until) || place(a) - place(b))
}
