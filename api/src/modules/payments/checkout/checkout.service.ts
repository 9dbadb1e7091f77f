import type {
  Billing,
  Quote,
  TaxBuyer,
  BasketQuote,
  PayableWork,
  Parsed,
  paymentsAdded,
} from '@awards/shared/contract'
import {
  ENTRY_STATUS,
  FEE_TYPE,
  MOST_WORKS,
  type Channel,
  type Language,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { waiversRepository } from '../../privacy/withdrawals.repository.ts'
import { bankAccount, offeredChannels, requireChannel } from '../channels/channels.ts'
import { isSettled, type CoreContext } from '../orders/apply-payment.ts'
import {
  keepBilling,
  openWalletOrder,
  entryToPay,
  termsOf,
  orderExpiry,
} from '../orders/checkout-orders.ts'
import { alreadyPaid, requireUnsettled, settleForFree, openOrder } from '../orders/open-order.ts'
import { settledForFree, toQrcode, toStarted } from '../orders/order.mapper.ts'
import type { OrderTerms, PayableEntry } from '../payment-types.ts'
import { quoteBasket, validateBasketQuote } from '../prices/basket-quote.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { validateQuote, quoteEntryFee, mapCodeUsedUp } from '../prices/quotes.service.ts'
import {
  vatChecksService,
  requireCompleteBilling,
  buyerOfAccount,
  buyerOfBilling,
  type TaxContext,
} from '../tax/vat-checks.service.ts'
import { payableEntriesRepository, type DueWork } from './payable-entries.repository.ts'

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
const TYPED_CODES = { points: 60, seconds: 3_600 }

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

function requirePayable(entry: PayableEntry) {
  if (isSettled(entry, FEE_TYPE.entry)) throw alreadyPaid()
  if (entry.entry_status === ENTRY_STATUS.draft) {
    throw new BusinessError(409, 'Submit the entry first. The fee is paid after that.', {
      reason: 'NOT_SUBMITTED',
    })
  }
}

type BasketFee = Parsed<typeof paymentsAdded.getBasketFee>
type BasketPayment = Parsed<typeof paymentsAdded.basketPayment>

/** Checkout of the entry fees of several works: one price, one order with a line each, one payment. */
export function basketService(context: CoreContext & TaxContext) {
  const { db, clock, limits, providers } = context
  const prices = pricesRepository(db)
  const vatChecks = vatChecksService(context)

  return {
    /** The works that are due, and the price of the chosen ones. A work that is settled by now has left the list. */
    async price(actor: Actor, language: Language, { apply_order_ids, code, buyer }: BasketFee) {
      const due = await payableEntriesRepository(db).due(actor.id, language)
      const named = due.find(({ id }) => apply_order_ids?.includes(id))
      const together = named ? due.filter((work) => placeOf(work) === placeOf(named)) : worksOf(due)
      const works = together.map(toWork)
      const chosen = apply_order_ids ?? together.slice(0, MOST_WORKS).map(({ id }) => id)
      // In the order of the list, however the address names them.
      const place = (id: string) => together.findIndex((work) => work.id === id)
      const sorted = chosen.toSorted((one, other) => place(one) - place(other))
      const entries = await worksToPay(actor, sorted)
      const payable = entries.filter((entry) => !isSettled(entry, FEE_TYPE.entry))
      if (payable.length === 0) return { works, quote: null }
      payable.forEach(requirePayable)
      if (code) await limits.take('fee_code', actor.id, TYPED_CODES)
      const given = buyer ?? buyerOfAccount(await prices.buyer(actor.id))
      await vatChecks.refresh(actor.id, given)
      const request = { entries: payable, buyer: given, code: code || undefined, language }
      return { works, quote: await quoteBasket(db, clock(), request) }
    },

    async pay(actor: Actor, language: Language, request: BasketPayment) {
      const { billing, channel, quote_id } = request
      const entries = await worksToPay(actor, request.apply_order_ids)
      requireUnsettled(entries, FEE_TYPE.entry)
      entries.forEach(requirePayable)
      requireCompleteBilling(billing)
      const buyer = buyerOfBilling(billing)
      await vatChecks.refresh(actor.id, buyer)
      const quote = await validateBasketQuote(db, clock(), { entries, buyer, language, quote_id })
      if (request.keep_billing) await keepBilling(db, actor.id, billing)
      const requote = () => quoteBasket(db, clock(), { entries, buyer, language })
      const { amount, currency } = quote
      // A refused channel leaves every work as it was, also those that cost nothing.
      if (amount > 0) await requireChannel(db, providers, { channel, currency }, language)
      await mapCodeUsedUp(settleFreeLines(actor, quote), requote)
      if (amount === 0) return settledForFree(currency, clock())

      const terms = await basketTerms(entries, quote, channel, billing)
      const order = await mapCodeUsedUp(openOrder(context, terms, actor), requote)
      if (request.consumer_waiver && billing.kind === 'consumer') {
        await waiversRepository(db).add(actor.id, order.order_no, clock())
      }
      return toStarted(order, await bankAccount(db))
    },
  }

  /** The works in the given order, all of one owner and edition: an order has one currency, window and buyer. */
  async function worksToPay(actor: Actor, ids: readonly string[]): Promise<PayableEntry[]> {
    const entries: PayableEntry[] = []
    for (const id of new Set(ids)) entries.push(await entryToPay(db, actor, id))
    if (new Set(entries.map(placeOf)).size > 1) {
      throw new BusinessError(422, {
        apply_order_ids: [
          'These works are of different editions or studios. Pay those of one at a time',
        ],
      })
    }
    return entries
  }

  /** Settles the works that a code makes free: an order has no line of nothing. */
  async function settleFreeLines(actor: Actor, { lines }: BasketQuote) {
    const basket = lines.map(({ apply_order_id }) => apply_order_id)
    for (const { apply_order_id, amount, code } of lines) {
      if (amount > 0) continue
      const free = { code: code ?? null, payer: actor, basket }
      await settleForFree(context, apply_order_id, FEE_TYPE.entry, free)
    }
  }

  async function basketTerms(
    entries: readonly PayableEntry[],
    quote: BasketQuote,
    channel: Channel,
    billing: Billing,
  ) {
    const [first] = entries
    const { judging_starts_at } = await prices.frame(first?.id ?? '', clock())
    const paid = quote.lines.filter(({ amount }) => amount > 0)
    return {
      entryIds: paid.map((line) => line.apply_order_id),
      fee_type: FEE_TYPE.entry,
      channel,
      amount_minor: quote.amount,
      currency: quote.currency,
      quote: { ...quote, lines: paid.map((line) => pricedLine(line, quote)) },
      billing,
      package_code: null,
      expires_at: orderExpiry(channel, clock(), judging_starts_at),
    }
  }
}

/** A line with all that its invoice says of the price. */
const pricedLine = (line: BasketQuote['lines'][number], quote: BasketQuote) => ({
  ...line,
  period: quote.period,
  currency: quote.currency,
  vat_rate: quote.vat_rate,
  mention: quote.mention,
  vat_lines: [
    {
      rate_percent: quote.vat_rate,
      net_minor: line.amount_ht,
      vat_minor: line.vat_amount,
      mention: quote.mention,
    },
  ],
  breakdown: [
    { kind: 'fee', label: line.entry_no, amount_minor: line.list_ht },
    ...(line.list_ht > line.amount_ht
      ? [{ kind: 'discount', label: line.code ?? '', amount_minor: line.amount_ht - line.list_ht }]
      : []),
  ],
})

const placeOf = ({ user_id, edition_id }: Pick<DueWork, 'user_id' | 'edition_id'>) =>
  `${user_id} ${edition_id}`

/** The works of the studio and edition that has most of them; the others wait for their own payment. */
function worksOf(due: readonly DueWork[]): DueWork[] {
  const places = Map.groupBy(due, placeOf)
  const [most = []] = [...places.values()].sort((a, b) => b.length - a.length)
  return most
}

const toWork = ({ id, entry_no, title, category_name, open_order_no }: DueWork): PayableWork => ({
  apply_order_id: id,
  entry_no,
  title,
  category_name,
  open_order_no,
})
