import type { CardBook } from './card-book.ts'
import type {
  CardCharge,
  CardDispute,
  CardIntent,
  CardMovement,
  CardRefund,
  CardSession,
} from './card-types.ts'

type Row = { id: string }
type Shown = Record<string, unknown>

const isTest = { livemode: false }

export const sessionObject = (pagesUrl: string, session: CardSession): Shown => {
  const { items: _, intent_metadata: __, ...known } = session
  return {
    object: 'checkout.session',
    ...known,
    ...isTest,
    mode: 'payment',
    ui_mode: 'hosted_page',
    amount_subtotal: session.amount_total,
    url: session.status === 'open' ? `${pagesUrl}/card/pay/${session.id}` : null,
  }
}
export const intentObject = (intent: CardIntent): Shown => ({
  object: 'payment_intent',
  ...intent,
  ...isTest,
  amount_received: intent.status === 'succeeded' ? intent.amount : 0,
})
export const chargeObject = ({ fate: _, ...charge }: CardCharge): Shown => ({
  object: 'charge',
  ...charge,
  ...isTest,
  captured: charge.status === 'succeeded',
  paid: charge.status !== 'failed',
  refunded: charge.amount_refunded === charge.amount,
})
export const refundObject = (refund: CardRefund): Shown => ({ object: 'refund', ...refund })
export const disputeObject = (dispute: CardDispute): Shown => ({
  object: 'dispute',
  ...dispute,
  ...isTest,
  status: 'needs_response',
})
export const movementObject = (movement: CardMovement): Shown => ({
  object: 'balance_transaction',
  ...movement,
  fee: 0,
  net: movement.amount,
  status: 'available',
})

/** Shows any row of the book by its number, as the API does. */
export function objectsOf(book: CardBook, pagesUrl: string) {
  const byPrefix: Record<string, (id: string) => Shown | undefined> = {
    cs: (id) => show(book.sessions.get(id), (row) => sessionObject(pagesUrl, row)),
    pi: (id) => show(book.intents.get(id), intentObject),
    ch: (id) => show(book.charges.get(id), chargeObject),
    re: (id) => show(book.refunds.get(id), refundObject),
    du: (id) => show(book.disputes.get(id), disputeObject),
    txn: (id) => show(book.movements.get(id), movementObject),
  }
  const find = (id: string) => {
    const prefix = id.split('_')[0] ?? ''
    return Object.hasOwn(byPrefix, prefix) ? byPrefix[prefix]?.(id) : undefined
  }

  /** Puts objects in the place of their numbers, along paths like `payment_intent.latest_charge`. */
  function expand(shown: Shown, path: readonly string[]) {
    const [name = '', ...rest] = path
    const value = shown[name]
    const opened = typeof value === 'string' ? (find(value) ?? value) : value
    shown[name] = opened
    if (rest.length === 0 || typeof opened !== 'object' || opened === null) return
    for (const one of [opened].flat()) expand(one as Shown, rest)
  }

  return {
    find,
    expanded(shown: Shown, paths: readonly string[]): Shown {
      for (const path of paths) expand(shown, path.split('.'))
      return shown
    },
  }
}
export type CardObjects = ReturnType<typeof objectsOf>

const show = <T extends Row>(row: T | undefined, as: (row: T) => Shown) => row && as(row)
