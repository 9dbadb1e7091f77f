import {
  CardRefusal,
  invalid,
  missing,
  type CardBook,
  type CardCharge,
  type CardDispute,
  type CardIntent,
  type CardItem,
  type CardMovement,
  type CardRefund,
  type CardSession,
} from './card-book.ts'
import { numberOf, partOf, partsOf, textOf, textsOf, type Form } from './card-page.ts'

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
const movementObject = (movement: CardMovement): Shown => ({
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

const MINUTE = 60
const SHORTEST = 30 * MINUTE
const LONGEST = 24 * 60 * MINUTE
/** The call travels; half a minute less than the rule says is let through. */
const SLACK = 30
const KNOWN = new Set([
  'mode',
  'ui_mode',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'line_items',
  'expires_at',
  'customer_email',
  'locale',
  'success_url',
  'cancel_url',
  'adaptive_pricing',
  'submit_type',
  'expand',
])

/** Opens a visit to the hosted page, with the checks that the provider makes. */
export function newSession(book: CardBook, form: Form): CardSession {
  const unknown = Object.keys(form).find((name) => !KNOWN.has(name))
  if (unknown) {
    const message = `Received unknown parameter: ${unknown}`
    throw new CardRefusal(400, message, { code: 'parameter_unknown', param: unknown })
  }
  if (textOf(form, 'mode') !== 'payment') throw invalid('mode', 'This simulator takes payments.')
  const success_url = textOf(form, 'success_url')
  if (!success_url) throw missing('success_url')
  const items = partsOf(form, 'line_items').map(itemOf)
  const currencies = new Set(partsOf(form, 'line_items').map(currencyOf))
  const [currency = ''] = currencies
  if (items.length === 0) throw missing('line_items')
  if (currencies.size > 1 || !/^[a-z]{3}$/.test(currency)) {
    throw invalid('line_items[0][price_data][currency]', `Invalid currency: ${currency}`)
  }
  const created = book.seconds()
  return {
    id: book.newId('cs_test'),
    created,
    expires_at: expiryOf(form, created),
    status: 'open',
    payment_status: 'unpaid',
    amount_total: items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0),
    currency,
    client_reference_id: textOf(form, 'client_reference_id') ?? null,
    metadata: textsOf(form, 'metadata'),
    intent_metadata: textsOf(partOf(form, 'payment_intent_data'), 'metadata'),
    customer_email: emailOf(form),
    locale: textOf(form, 'locale') ?? null,
    success_url,
    cancel_url: textOf(form, 'cancel_url') ?? null,
    items,
    payment_intent: null,
  }
}

const currencyOf = (item: Form) => textOf(partOf(item, 'price_data'), 'currency') ?? ''

function itemOf(item: Form, index: number): CardItem {
  const price = partOf(item, 'price_data')
  const product = partOf(price, 'product_data')
  const name = textOf(product, 'name')
  if (!name) throw missing(`line_items[${index}][price_data][product_data][name]`)
  const amount = numberOf(price, 'unit_amount')
  if (amount === undefined || amount < 1) {
    throw invalid(`line_items[${index}][price_data][unit_amount]`, 'Invalid integer')
  }
  const description = textOf(product, 'description') ?? ''
  return { name, description, amount, quantity: numberOf(item, 'quantity') ?? 1 }
}

function expiryOf(form: Form, created: number): number {
  const wish = numberOf(form, 'expires_at') ?? created + LONGEST
  if (wish < created + SHORTEST - SLACK || wish > created + LONGEST) {
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
    )
  }
  return wish
}

function emailOf(form: Form): string | null {
  const email = textOf(form, 'customer_email')
  if (email === undefined) return null
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new CardRefusal(400, `Invalid email address: ${email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    })
  }
  return email
}
