import type { CardBook } from './card-book.ts'
import { numberOf, partOf, partsOf, textOf, textsOf } from './card-form.ts'
import type { Form } from './card-form.ts'
import { CardRefusal, invalid, missing, type CardItem, type CardSession } from './card-types.ts'

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
