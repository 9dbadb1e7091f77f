import {
  CardFailure,
  missing,
  noSuch,
  TEST_CARDS,
  type CardBook,
  type CardChaos,
  type CardCharge,
  type CardMovement,
  type CardRefund,
  type CardSession,
  type Decline,
  type TestCard,
} from './card-book.ts'
import {
  sessionObject,
  chargeObject,
  disputeObject,
  intentObject,
  refundObject,
} from './card-objects.ts'
import type { CardNotifier } from './card-notifier.ts'
import { numberOf, textOf, textsOf, type Form } from './card-page.ts'

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

const TAKES_MS = 20

type RefundDependencies = {
  book: CardBook
  notifier: CardNotifier
  acts: CardActs
  chaos: () => CardChaos
}
export type CardRefunds = ReturnType<typeof cardRefunds>

/** Money on its way back to the card; some of it comes to nothing, as the test cards say. */
export function cardRefunds({ book, notifier, acts, chaos }: RefundDependencies) {
  function create(form: Form): CardRefund {
    const intentId = textOf(form, 'payment_intent')
    if (!intentId) throw missing('payment_intent')
    const intent = book.intents.get(intentId)
    const charge = book.charges.get(intent?.latest_charge ?? '')
    if (!intent || !charge) throw noSuch('payment_intent', intentId)
    if (charge.status !== 'succeeded') {
      throw new CardFailure(400, `This PaymentIntent (${intentId}) has no successful charge.`)
    }
    return refund(charge, numberOf(form, 'amount'), textsOf(form, 'metadata'))
  }

  function refund(charge: CardCharge, wish: number | undefined, metadata: CardRefund['metadata']) {
    const left = charge.amount - charge.amount_refunded
    if (left === 0) {
      throw new CardFailure(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    }
    const amount = wish ?? left
    if (amount < 1 || amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
      throw new CardFailure(400, message, { param: 'amount' })
    }
    if (chaos().noBalance) {
      const message = 'Insufficient funds in your Stripe balance to refund this amount.'
      throw new CardFailure(400, message, { code: 'balance_insufficient' })
    }
    const written: CardRefund = {
      id: book.newId('re'),
      created: book.seconds(),
      amount,
      currency: charge.currency,
      status: charge.fate === 'succeeds' || charge.fate === 'fails_later' ? 'succeeded' : 'pending',
      charge: charge.id,
      payment_intent: charge.payment_intent,
      metadata,
      failure_reason: null,
    }
    book.refunds.set(written.id, written)
    charge.amount_refunded += amount
    acts.move('refund', -amount, written)
    book.save()
    notifier.notify('refund.created', refundObject(written))
    notifier.notify('charge.refunded', chargeObject(charge))
    if (charge.fate !== 'succeeds') {
      notifier.later(TAKES_MS, () => settle(written, charge.fate === 'pends'))
    }
    return written
  }

  /** The bank of the card has taken the money, or has not. */
  function settle(written: CardRefund, isGood: boolean) {
    written.status = isGood ? 'succeeded' : 'failed'
    const charge = book.charges.get(written.charge)
    if (!isGood && charge) {
      written.failure_reason = 'lost_or_stolen_card'
      charge.amount_refunded -= written.amount
      acts.move('refund_failure', written.amount, written)
    }
    book.save()
    notifier.notify('refund.updated', refundObject(written))
    if (!isGood) notifier.notify('refund.failed', refundObject(written))
  }

  return { create, refund }
}
