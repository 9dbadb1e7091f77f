import type { Billing } from '@awards/shared/contract'
import { ENTRY_STATUS, FEE_TYPE, vatFor } from '@awards/shared/domain'
import type { Channel, Language } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import { BusinessError } from '../../app/business-error.ts'
import { requireCompleteBilling } from './billing.policy.ts'
import { bankAccount, paymentChannels, requireChannel } from './channels.ts'
import { expiryOf, openWalletOrder, ownEntry, termsOf } from './checkout-orders.ts'
import { isSettled } from './fee-state.ts'
import { settleForFree } from './free-fee.ts'
import { waiversRepository } from '../rights/waivers.repository.ts'
import { alreadyPaid, openOrder } from './open-order.ts'
import { settledForFree, toQrcode, toStarted } from './order.mapper.ts'
import type { CoreContext } from './payment-core.ts'
import type { PayableEntry } from './payment-types.ts'
import { pricesRepository } from './prices.repository.ts'
import type { StoredQuote } from './prices.repository.ts'
import { quoteEntryFee } from './quotes.service.ts'
import { buyerOfAccount, buyerOfBilling } from './vat-buyer.ts'

type Wish = {
  apply_order_id: string
  channel: Channel
  quote_id: string
  billing: Billing
  consumer_waiver?: boolean | undefined
}

const EXPIRED =
  'This price was kept for 30 minutes, which are over. Check the new one and pay again.'
const CHANGED = 'The tax for this invoice address differs. Check the new price and pay again.'

/** Who asks, and in which language the answer is read. */
type Asker = { actor: Actor; language: Language }

/** What an entrant does to pay: ask for a price, choose a channel, get a code or a reference. */
export function checkoutService(context: CoreContext) {
  const { db, clock, providers } = context
  const prices = pricesRepository(db)

  async function freshQuote(
    { actor, language }: Asker,
    entry: PayableEntry,
    code?: string,
    billing?: Billing,
  ) {
    const account = await prices.buyer(actor.id)
    const buyer = billing ? buyerOfBilling(billing, account) : buyerOfAccount(account)
    return quoteEntryFee(db, clock(), { entry, buyer, code, language })
  }

  /** The price that was told, as long as it holds for this invoice address; nobody is surprised. */
  async function heldQuote(asker: Asker, entry: PayableEntry, wish: Wish): Promise<StoredQuote> {
    const told = await prices.findQuote(wish.quote_id, entry.id)
    const code = told?.code ?? undefined
    if (!told || told.expires_at <= clock()) {
      const quote = await freshQuote(asker, entry, code, wish.billing)
      throw new BusinessError(410, EXPIRED, { reason: 'QUOTE_EXPIRED', quote })
    }
    const buyer = buyerOfBilling(wish.billing, await prices.buyer(asker.actor.id))
    if (vatFor(buyer, clock()).rate_percent !== Number(told.vat_rate)) {
      const quote = await freshQuote(asker, entry, code, wish.billing)
      throw new BusinessError(410, CHANGED, { reason: 'PRICE_CHANGED', quote })
    }
    return told
  }

  return {
    async getEntryFee(
      actor: Actor,
      language: Language,
      input: { apply_order_id: string; code?: string | undefined },
    ) {
      const entry = await ownEntry(db, actor, input.apply_order_id)
      if (isSettled(entry, FEE_TYPE.entry)) throw alreadyPaid()
      return freshQuote({ actor, language }, entry, input.code || undefined)
    },

    async channels(actor: Actor, language: Language, id?: string) {
      const entry = id ? await ownEntry(db, actor, id) : undefined
      const currency = entry ? (await prices.frame(entry.id, clock())).currency : 'EUR'
      return paymentChannels(db, providers, currency, language)
    },

    async pay(actor: Actor, language: Language, wish: Wish) {
      const entry = await ownEntry(db, actor, wish.apply_order_id)
      requirePayable(entry)
      requireCompleteBilling(wish.billing)
      const told = await heldQuote({ actor, language }, entry, wish)
      if (told.amount_minor === 0) {
        await settleForFree(db, clock(), entry.id, FEE_TYPE.entry, { code: told.code })
        return settledForFree(told.currency, clock())
      }
      await requireChannel(
        db,
        providers,
        { channel: wish.channel, currency: told.currency },
        language,
      )
      const order = await openOrder(context, entry.id, {
        fee_type: FEE_TYPE.entry,
        channel: wish.channel,
        amount_minor: told.amount_minor,
        currency: told.currency,
        quote: { ...told, vat_rate: Number(told.vat_rate) },
        billing: wish.billing,
        package_code: null,
        expires_at: expiryOf(wish.channel, clock()),
      })
      if (wish.consumer_waiver && wish.billing.kind === 'consumer') {
        await waiversRepository(db).add(actor.id, order.order_no, clock())
      }
      return toStarted(order, await bankAccount(db))
    },

    async qrcode(actor: Actor, language: Language, id: string) {
      const entry = await ownEntry(db, actor, id)
      requirePayable(entry)
      const open = await openWalletOrder(db, clock(), entry, FEE_TYPE.entry)
      if (open) return toQrcode(await openOrder(context, entry.id, termsOf(open)))
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
      const order = await openOrder(context, entry.id, {
        fee_type: FEE_TYPE.entry,
        channel: 'wechat_native',
        amount_minor: quote.amount,
        currency: quote.currency,
        quote,
        billing: null,
        package_code: null,
        expires_at: expiryOf('wechat_native', clock()),
      })
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
