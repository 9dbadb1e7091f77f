import type { Billing, Quote, TaxBuyer } from '@awards/shared/contract'
import { ENTRY_STATUS, FEE_TYPE, type Channel, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { bankAccount, offeredChannels, requireChannel } from '../channels/channels.ts'
import {
  keepBilling,
  openWalletOrder,
  entryToPay,
  termsOf,
  orderExpiry,
} from '../orders/checkout-orders.ts'
import { isSettled } from '../orders/apply-payment.ts'
import { alreadyPaid } from '../orders/claim-fees.ts'
import { settleForFree, openOrder } from '../orders/open-order.ts'
import { validateQuote, quoteEntryFee, mapCodeUsedUp } from '../prices/quotes.service.ts'
import { waiversRepository } from '../../privacy/withdrawals.repository.ts'
import { settledForFree, toQrcode, toStarted } from '../orders/order.mapper.ts'
import type { CoreContext } from '../orders/apply-payment.ts'
import type { OrderTerms, PayableEntry } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import {
  vatChecksService,
  type TaxContext,
  requireCompleteBilling,
  buyerOfAccount,
  buyerOfBilling,
} from '../tax/vat-checks.service.ts'

type PaymentRequest = {
  apply_order_id: string
  channel: Channel
  quote_id: string
  billing: Billing
  keep_billing?: boolean | undefined
  consumer_waiver?: boolean | undefined
}

/** The entrant, and the language of the answer. */
type Requester = { actor: Actor; language: Language }

/** Rate limit on typed codes: enough to quote again and again, too few to guess a code. */
export const TYPED_CODES = { points: 60, seconds: 3_600 }

/** Checkout of the entry fee: quote, channels, payment order, QR code. */
export function checkoutService(context: CoreContext & TaxContext) {
  const { db, clock, limits, providers } = context
  const prices = pricesRepository(db)
  const vatChecks = vatChecksService(context)

  async function freshQuote(
    { actor, language }: Requester,
    entry: PayableEntry,
    { code, ...given }: { code?: string | undefined; buyer?: TaxBuyer | undefined } = {},
  ): Promise<Quote> {
    const buyer = given.buyer ?? buyerOfAccount(await prices.buyer(entry.user_id))
    await vatChecks.refresh(actor.id, buyer)
    return quoteEntryFee(db, clock(), { entry, buyer, code, language })
  }

  const expiryOf = async (channel: Channel, entry: PayableEntry) =>
    orderExpiry(channel, clock(), (await prices.frame(entry.id, clock())).judging_starts_at)

  const termsFor = async (
    entry: PayableEntry,
    quote: Quote,
    channel: Channel,
    billing: Billing | null,
  ): Promise<OrderTerms> => ({
    entryIds: [entry.id],
    fee_type: FEE_TYPE.entry,
    channel,
    amount_minor: quote.amount,
    currency: quote.currency,
    quote,
    billing,
    package_code: null,
    expires_at: await expiryOf(channel, entry),
  })

  return {
    async getEntryFee(
      actor: Actor,
      language: Language,
      input: { apply_order_id: string; code?: string | undefined; buyer?: TaxBuyer | undefined },
    ) {
      const entry = await entryToPay(db, actor, input.apply_order_id)
      if (isSettled(entry, FEE_TYPE.entry)) throw alreadyPaid()
      const { code, buyer } = input
      if (code) await limits.take('fee_code', actor.id, TYPED_CODES)
      return freshQuote({ actor, language }, entry, { code: code || undefined, buyer })
    },

    async channels(actor: Actor, language: Language, id?: string) {
      const entry = id ? await entryToPay(db, actor, id) : undefined
      const currency = entry ? (await prices.frame(entry.id, clock())).currency : 'EUR'
      return offeredChannels(db, providers, currency, language)
    },

    async pay(actor: Actor, language: Language, request: PaymentRequest) {
      const entry = await entryToPay(db, actor, request.apply_order_id)
      requirePayable(entry)
      requireCompleteBilling(request.billing)
      const buyer = buyerOfBilling(request.billing)
      await vatChecks.refresh(actor.id, buyer)
      const requote = (code?: string) => freshQuote({ actor, language }, entry, { code, buyer })
      const quote = await validateQuote(
        db,
        clock(),
        entry,
        { quote_id: request.quote_id, buyer },
        requote,
      )
      if (request.keep_billing) await keepBilling(db, actor.id, request.billing)
      if (quote.amount === 0) {
        const free = { code: quote.code ?? null, payer: actor }
        await mapCodeUsedUp(settleForFree(context, entry.id, FEE_TYPE.entry, free), requote)
        return settledForFree(quote.currency, clock())
      }
      const { channel } = request
      await requireChannel(db, providers, { channel, currency: quote.currency }, language)
      const terms = await termsFor(entry, quote, channel, request.billing)
      const opening = openOrder(context, terms, actor)
      const order = await mapCodeUsedUp(opening, requote)
      if (request.consumer_waiver && request.billing.kind === 'consumer') {
        await waiversRepository(db).add(actor.id, order.order_no, clock())
      }
      return toStarted(order, await bankAccount(db))
    },

    async qrcode(actor: Actor, language: Language, id: string) {
      const entry = await entryToPay(db, actor, id)
      requirePayable(entry)
      const open = await openWalletOrder(db, clock(), entry, FEE_TYPE.entry)
      if (open) return toQrcode(await openOrder(context, await termsOf(db, open), actor))
      const quote = await freshQuote({ actor, language }, entry)
      const { currency } = quote
      await requireChannel(db, providers, { channel: 'wechat_native', currency }, language)
      if (quote.amount === 0) {
        throw new BusinessError(
          409,
          'There is nothing to pay: your code covers the fee. Confirm it on the fee page.',
          {
            reason: 'NOTHING_TO_PAY',
          },
        )
      }
      const terms = await termsFor(entry, quote, 'wechat_native', null)
      const opening = openOrder(context, terms, actor)
      const order = await mapCodeUsedUp(opening, () => freshQuote({ actor, language }, entry))
      return toQrcode(order)
    },
  }
}

export function requirePayable(entry: PayableEntry) {
  if (isSettled(entry, FEE_TYPE.entry)) throw alreadyPaid()
  if (entry.entry_status === ENTRY_STATUS.draft) {
    throw new BusinessError(409, 'Submit the entry first. The fee is paid after that.', {
      reason: 'NOT_SUBMITTED',
    })
  }
}
