import type { CardBook } from './card-book.ts'
import { sessionObject, chargeObject, disputeObject, intentObject } from './card-objects.ts'
import type { CardNotifier } from './card-notifier.ts'
import {
  type CardChaos,
  type CardCharge,
  type CardMovement,
  type CardSession,
  TEST_CARDS,
  type Decline,
  type TestCard,
} from './card-types.ts'

export type PayOutcome =
  | { ok: true; session: CardSession }
  | { ok: false; reason: Decline | 'challenge' | 'expired' | 'complete' | 'unknown' }
/** What the holder answered the bank; undefined before the bank asks. */
export type Proof = 'proven' | 'failed' | undefined
type Dependencies = {
  book: CardBook
  notifier: CardNotifier
  pagesUrl: string
  chaos: () => CardChaos
}
export type CardActs = ReturnType<typeof cardActs>

/** What happens outside the merchant's calls: a person pays, a bank decides, time runs out. */
export function cardActs({ book, notifier, pagesUrl, chaos }: Dependencies) {
  const tell = (type: string, session: CardSession) =>
    notifier.notify(`checkout.session.${type}`, sessionObject(pagesUrl, session))

  function expire(session: CardSession) {
    session.status = 'expired'
    book.save()
    tell('expired', session)
  }

  /** Sessions end by themselves when their time is over. */
  function expireDue() {
    for (const session of book.sessions.values()) {
      if (session.status === 'open' && session.expires_at <= book.seconds()) expire(session)
    }
  }

  function pay(
    id: string,
    code: string = TEST_CARDS[0].code,
    proof: Proof = undefined,
  ): PayOutcome {
    expireDue()
    const session = book.sessions.get(id)
    if (!session) return { ok: false, reason: 'unknown' }
    const isOnItsWay = session.status === 'expired' && chaos().payClosed === true
    if (session.status !== 'open' && !isOnItsWay) return { ok: false, reason: session.status }
    const card = TEST_CARDS.find((one) => one.code === code) ?? TEST_CARDS[0]
    if (card.decline) return { ok: false, reason: card.decline }
    if (card.isChallenged && proof !== 'proven') {
      return { ok: false, reason: proof ? 'authentication_failed' : 'challenge' }
    }
    const charge = chargeOf(session, card)
    session.status = 'complete'
    session.payment_intent = charge.payment_intent
    if (!card.isSlow) receive(session, charge)
    book.save()
    tell('completed', session)
    if (!card.isSlow) tellOfCharge(charge)
    if (card.isDisputed) dispute(charge)
    return { ok: true, session }
  }

  function chargeOf(session: CardSession, card: TestCard): CardCharge {
    const { amount_total: amount, currency, intent_metadata: metadata } = session
    const created = book.seconds()
    const [intentId, chargeId] = [book.newId('pi'), book.newId('ch')]
    const known = { created, amount, currency, metadata }
    const charge: CardCharge = {
      ...known,
      id: chargeId,
      status: 'pending',
      payment_intent: intentId,
      amount_refunded: 0,
      disputed: false,
      balance_transaction: null,
      fate: card.fate ?? 'succeeds',
    }
    book.charges.set(chargeId, charge)
    book.intents.set(intentId, {
      ...known,
      id: intentId,
      status: 'processing',
      latest_charge: chargeId,
    })
    return charge
  }

  function receive(session: CardSession, charge: CardCharge) {
    session.payment_status = 'paid'
    charge.status = 'succeeded'
    charge.balance_transaction = move('charge', charge.amount, charge)
    const intent = book.intents.get(charge.payment_intent)
    if (intent) intent.status = 'succeeded'
  }

  function tellOfCharge(charge: CardCharge) {
    const intent = book.intents.get(charge.payment_intent)
    if (intent) notifier.notify('payment_intent.succeeded', intentObject(intent))
    notifier.notify('charge.succeeded', chargeObject(charge))
  }

  /** The bank of a slow payment has decided. */
  function settle(id: string, isGood: boolean): boolean {
    const session = book.sessions.get(id)
    const intent = book.intents.get(session?.payment_intent ?? '')
    const charge = book.charges.get(intent?.latest_charge ?? '')
    if (!session || !intent || charge?.status !== 'pending') return false
    if (isGood) receive(session, charge)
    else {
      charge.status = 'failed'
      intent.status = 'requires_payment_method'
    }
    book.save()
    tell(isGood ? 'async_payment_succeeded' : 'async_payment_failed', session)
    return true
  }

  /** The holder of the card denies the payment at the bank. */
  function dispute(charge: CardCharge) {
    const { amount, currency, payment_intent } = charge
    const id = book.newId('du')
    const row = { id, created: book.seconds(), amount, currency, payment_intent }
    const written = { ...row, charge: charge.id, reason: 'fraudulent' }
    charge.disputed = true
    book.disputes.set(id, written)
    move('adjustment', -amount, { id, currency })
    book.save()
    notifier.notify('charge.dispute.created', disputeObject(written))
  }

  /** Writes down money that moved on the merchant's account. */
  function move(
    type: CardMovement['type'],
    amount: number,
    source: { id: string; currency: string },
  ): string {
    const id = book.newId('txn')
    const { currency } = source
    book.movements.set(id, {
      id,
      created: book.seconds(),
      amount,
      currency,
      type,
      source: source.id,
    })
    return id
  }

  return { pay, settle, dispute, expire, expireDue, move }
}
