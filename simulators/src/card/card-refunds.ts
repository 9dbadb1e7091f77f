import type { CardActs } from './card-acts.ts'
import type { CardBook } from './card-book.ts'
import { numberOf, textOf, textsOf } from './card-form.ts'
import type { Form } from './card-form.ts'
import type { CardNotifier } from './card-notifier.ts'
import { chargeObject, refundObject } from './card-objects.ts'
import { CardRefusal, missing, noSuch, type CardCharge, type CardRefund } from './card-types.ts'

const TAKES_MS = 20

type Dependencies = { book: CardBook; notifier: CardNotifier; acts: CardActs }
export type CardRefunds = ReturnType<typeof cardRefunds>

/** Money on its way back to the card; some of it comes to nothing, as the test cards say. */
export function cardRefunds({ book, notifier, acts }: Dependencies) {
  function create(form: Form): CardRefund {
    const intentId = textOf(form, 'payment_intent')
    if (!intentId) throw missing('payment_intent')
    const intent = book.intents.get(intentId)
    const charge = book.charges.get(intent?.latest_charge ?? '')
    if (!intent || !charge) throw noSuch('payment_intent', intentId)
    if (charge.status !== 'succeeded') {
      throw new CardRefusal(400, `This PaymentIntent (${intentId}) has no successful charge.`)
    }
    return refund(charge, numberOf(form, 'amount'), textsOf(form, 'metadata'))
  }

  function refund(charge: CardCharge, wish: number | undefined, metadata: CardRefund['metadata']) {
    const left = charge.amount - charge.amount_refunded
    if (left === 0) {
      throw new CardRefusal(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    }
    const amount = wish ?? left
    if (amount < 1 || amount > left) {
      const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
      throw new CardRefusal(400, message, { param: 'amount' })
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
