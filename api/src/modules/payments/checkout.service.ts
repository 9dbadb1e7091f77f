import type { Billing } from '@awards/shared/contract'
import { ENTRY_STATUS, FEE_TYPE, inLanguage } from '@awards/shared/domain'
import type { Channel, FeeType, Language } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import { BusinessError } from '../../app/business-error.ts'
import { requireCompleteBilling } from './billing.policy.ts'
import { bankAccount, paymentChannels, requireChannel } from './channels.ts'
import { isSettled } from './fee-state.ts'
import { settleForFree } from './free-fee.ts'
import { alreadyPaid, openOrder } from './open-order.ts'
import { settledForFree, toQrcode, toStarted } from './order.mapper.ts'
import { ordersRepository } from './orders.repository.ts'
import { chosenPackage, pricedPackages, savePackageQuote } from './packages.service.ts'
import type { PricedPackage } from './packages.service.ts'
import { payableEntriesRepository } from './payable-entries.repository.ts'
import type { CoreContext } from './payment-core.ts'
import type { PayableEntry } from './payment-types.ts'
import { pricesRepository } from './prices.repository.ts'
import { quoteEntryFee } from './quotes.service.ts'
import { buyerOfAccount, buyerOfBilling } from './vat-buyer.ts'

const WALLET_MINUTES = 30
const TRANSFER_DAYS = 10

type EntryFee = { apply_order_id: string; channel: Channel; quote_id: string; billing: Billing }
type PackageFee = {
  apply_order_id: string
  package_code: string
  channel: Channel
  billing: Billing
}

/** What an entrant does to pay: ask for a price, choose a channel, get a code or a reference. */
export function checkoutService(context: CoreContext) {
  const { db, clock, providers } = context
  const prices = pricesRepository(db)

  async function ownEntry(actor: Actor, id: string): Promise<PayableEntry> {
    const entry = await payableEntriesRepository(db).find(id)
    if (!entry || entry.user_id !== actor.id) throw notYours()
    return entry
  }

  const expiry = (channel: Channel) => {
    const minutes = channel === 'bank_transfer' ? TRANSFER_DAYS * 24 * 60 : WALLET_MINUTES
    return new Date(clock().getTime() + minutes * 60_000)
  }

  async function freshQuote(actor: Actor, entry: PayableEntry, code?: string, billing?: Billing) {
    const account = await prices.buyer(actor.id)
    const buyer = billing ? buyerOfBilling(billing, account) : buyerOfAccount(account)
    const { language } = actor
    return quoteEntryFee(db, clock(), { entry, buyer, code, language })
  }

  async function packagesFor(actor: Actor, entry: PayableEntry, billing?: Billing) {
    const account = await prices.buyer(actor.id)
    const buyer = billing ? buyerOfBilling(billing, account) : buyerOfAccount(account)
    return pricedPackages(db, clock(), entry, buyer)
  }

  const packageTerms = (chosen: PricedPackage, channel: Channel, billing: Billing | null) => ({
    fee_type: FEE_TYPE.winner_package,
    channel,
    amount_minor: chosen.amount,
    currency: chosen.currency,
    quote: chosen,
    billing,
    package_code: chosen.code,
    expires_at: expiry(channel),
  })

  /** The open wallet order of a fee, so that a refreshed page shows the same code. */
  async function openWalletOrder(entry: PayableEntry, feeType: FeeType) {
    const orders = await ordersRepository(db).openOrders(entry.id, feeType)
    return orders.find(
      (order) =>
        order.channel === 'wechat_native' && order.status < 2 && order.expires_at > clock(),
    )
  }

  return {
    async getEntryFee(actor: Actor, input: { apply_order_id: string; code?: string | undefined }) {
      const entry = await ownEntry(actor, input.apply_order_id)
      if (isSettled(entry, FEE_TYPE.entry)) throw alreadyPaid()
      return freshQuote(actor, entry, input.code || undefined)
    },

    async entryChannels(actor: Actor, language: Language, id?: string) {
      const entry = id ? await ownEntry(actor, id) : undefined
      const currency = entry ? (await prices.frame(entry.id, clock())).currency : 'EUR'
      return paymentChannels(db, providers, currency, language)
    },

    async packageChannels(actor: Actor, language: Language, id?: string) {
      const entry = id ? await ownEntry(actor, id) : undefined
      const packages = entry ? await packagesFor(actor, entry) : []
      return {
        channels: await paymentChannels(db, providers, packages[0]?.currency ?? 'EUR', language),
        packages: packages.map(({ name, description, vat_amount: _, mention: __, ...one }) => ({
          ...one,
          name: inLanguage(name, language),
          description: inLanguage(description, language),
        })),
        offer_expires_at: entry?.offer_expires_at?.toISOString() ?? null,
      }
    },

    async payEntryFee(actor: Actor, language: Language, input: EntryFee) {
      const entry = await ownEntry(actor, input.apply_order_id)
      requirePayable(entry)
      requireCompleteBilling(input.billing)
      const told = await prices.findQuote(input.quote_id, entry.id)
      if (!told || told.expires_at <= clock()) {
        throw await requote(
          'QUOTE_EXPIRED',
          'This price was kept for 30 minutes, which are over. Check the new one and pay again.',
        )
      }
      const ruling = await freshQuote(actor, entry, told.code ?? undefined, input.billing).catch(
        () => undefined,
      )
      // The address decides the tax, so another address may be another price; nobody is surprised.
      if (ruling && ruling.vat_rate !== Number(told.vat_rate)) {
        throw await requote(
          'PRICE_CHANGED',
          'The tax for this invoice address differs. Check the new price and pay again.',
        )
      }
      if (told.amount_minor === 0) {
        await settleForFree(db, clock(), entry.id, FEE_TYPE.entry, { code: told.code })
        return settledForFree(told.currency, clock())
      }
      await requireChannel(db, providers, input.channel, language)
      const order = await openOrder(context, entry.id, {
        fee_type: FEE_TYPE.entry,
        channel: input.channel,
        amount_minor: told.amount_minor,
        currency: told.currency,
        quote: { ...told, vat_rate: Number(told.vat_rate) },
        billing: input.billing,
        package_code: null,
        expires_at: expiry(input.channel),
      })
      return toStarted(order, await bankAccount(db))

      async function requote(reason: string, message: string) {
        const quote = await freshQuote(actor, entry, told?.code ?? undefined, input.billing)
        return new BusinessError(410, message, { reason, quote })
      }
    },

    async payPackage(actor: Actor, language: Language, input: PackageFee) {
      const entry = await ownEntry(actor, input.apply_order_id)
      requireOffer(entry, clock())
      requireCompleteBilling(input.billing)
      const packages = await packagesFor(actor, entry, input.billing)
      const chosen = chosenPackage(packages, input.package_code)
      if (chosen.amount === 0) {
        const free = { package_code: chosen.code }
        await settleForFree(db, clock(), entry.id, FEE_TYPE.winner_package, free)
        return settledForFree(chosen.currency, clock())
      }
      await requireChannel(db, providers, input.channel, language)
      await savePackageQuote(db, clock(), entry, chosen)
      const terms = packageTerms(chosen, input.channel, input.billing)
      const order = await openOrder(context, entry.id, terms)
      return toStarted(order, await bankAccount(db))
    },

    async entryQrcode(actor: Actor, language: Language, id: string) {
      const entry = await ownEntry(actor, id)
      requirePayable(entry)
      await requireChannel(db, providers, 'wechat_native', language)
      const open = await openWalletOrder(entry, FEE_TYPE.entry)
      if (open) return toQrcode(await openOrder(context, entry.id, termsOf(open)))
      const { quote_id, ...quote } = await freshQuote(actor, entry)
      const order = await openOrder(context, entry.id, {
        fee_type: FEE_TYPE.entry,
        channel: 'wechat_native',
        amount_minor: quote.amount,
        currency: quote.currency,
        quote: { ...quote, id: quote_id },
        billing: null,
        package_code: null,
        expires_at: expiry('wechat_native'),
      })
      return toQrcode(order)
    },

    async packageQrcode(actor: Actor, language: Language, id: string) {
      const entry = await ownEntry(actor, id)
      requireOffer(entry, clock())
      await requireChannel(db, providers, 'wechat_native', language)
      const open = await openWalletOrder(entry, FEE_TYPE.winner_package)
      if (open) return toQrcode(await openOrder(context, entry.id, termsOf(open)))
      if (!entry.package_code) {
        throw new BusinessError(409, 'Choose a package first, then ask for the code.', {
          reason: 'NO_PACKAGE',
        })
      }
      const chosen = chosenPackage(await packagesFor(actor, entry), entry.package_code)
      if (chosen.amount === 0) throw alreadyPaid()
      const terms = packageTerms(chosen, 'wechat_native', null)
      return toQrcode(await openOrder(context, entry.id, terms))
    },
  }
}

const termsOf = (order: Awaited<ReturnType<typeof openOrder>>) => ({
  fee_type: order.fee_type,
  channel: order.channel,
  amount_minor: order.amount_minor,
  currency: order.currency,
  quote: Object(order.quote) as object,
  billing: order.billing === null ? null : (Object(order.billing) as object),
  package_code: order.package_code,
  expires_at: order.expires_at,
})

export const notYours = () => new BusinessError(404, 'This does not exist, or is not yours.')

function requirePayable(entry: PayableEntry) {
  if (isSettled(entry, FEE_TYPE.entry)) throw alreadyPaid()
  if (entry.entry_status === ENTRY_STATUS.draft) {
    throw new BusinessError(409, 'Submit the entry first. The fee is paid after that.', {
      reason: 'NOT_SUBMITTED',
    })
  }
}

function requireOffer(entry: PayableEntry, now: Date) {
  if (entry.winner_fee_status === 0) {
    throw new BusinessError(409, 'Packages are offered when the results are published.', {
      reason: 'NO_OFFER',
    })
  }
  if (entry.winner_fee_status === 9 || (entry.offer_expires_at && entry.offer_expires_at <= now)) {
    throw new BusinessError(410, 'This offer has ended. Write to us if you still want a package.', {
      reason: 'OFFER_ENDED',
    })
  }
  if (isSettled(entry, FEE_TYPE.winner_package)) throw alreadyPaid()
}
