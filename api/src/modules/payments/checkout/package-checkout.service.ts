import type { Billing, TaxBuyer } from '@awards/shared/contract'
import {
  FEE_TYPE,
  inLanguage,
  WINNER_FEE_STATUS,
  type Channel,
  type Language,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { requireCompleteBilling, buyerOfAccount, buyerOfBilling } from '../tax/vat-buyer.ts'
import { bankAccount, offeredChannels, requireChannel } from '../channels/channels.ts'
import {
  expiryOf,
  keepBilling,
  openWalletOrder,
  entryToPay,
  termsOf,
} from '../orders/checkout-orders.ts'
import { isSettled } from '../orders/apply-payment.ts'
import { settleForFree, alreadyPaid, openOrder } from '../orders/open-order.ts'
import { settledForFree, toQrcode, toStarted } from '../orders/order.mapper.ts'
import {
  chosenPackage,
  pricedPackages,
  requireQuotedAmount,
  type PricedPackage,
} from './packages.service.ts'
import type { CoreContext } from '../orders/apply-payment.ts'
import type { PayableEntry } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import { vatChecksService, type TaxContext } from '../tax/vat-checks.service.ts'

type PackageRequest = {
  apply_order_id: string
  package_code: string
  channel: Channel
  billing: Billing
  keep_billing?: boolean | undefined
  amount?: number | undefined
}

/** A query with the buyer's fields; without kind and country the account is the buyer. */
type PackageQuery = { apply_order_id?: string | undefined } & {
  [K in keyof TaxBuyer]?: TaxBuyer[K] | undefined
}

/** Checkout of a winner package; an award never depends on it. */
export function packageCheckoutService(context: CoreContext & TaxContext) {
  const { db, clock, providers } = context
  const vatChecks = vatChecksService(context)

  async function packagesFor(actor: Actor, entry: PayableEntry, given?: TaxBuyer) {
    const buyer = given ?? buyerOfAccount(await pricesRepository(db).buyer(entry.user_id))
    await vatChecks.refresh(actor.id, buyer)
    return pricedPackages(db, clock(), entry, buyer)
  }

  const termsFor = (
    entry: PayableEntry,
    chosen: PricedPackage,
    channel: Channel,
    billing: Billing | null,
  ) => ({
    entryIds: [entry.id],
    fee_type: FEE_TYPE.winner_package,
    channel,
    amount_minor: chosen.amount,
    currency: chosen.currency,
    quote: chosen,
    billing,
    package_code: chosen.code,
    expires_at: expiryOf(channel, clock()),
  })

  return {
    async channels(
      actor: Actor,
      language: Language,
      { apply_order_id: id, ...given }: PackageQuery,
    ) {
      const entry = id ? await entryToPay(db, actor, id) : undefined
      const packages = entry ? await packagesFor(actor, entry, buyerOf(given)) : []
      return {
        channels: await offeredChannels(db, providers, packages[0]?.currency ?? 'EUR', language),
        packages: packages.map(({ name, description, ...one }) => ({
          ...one,
          name: inLanguage(name, language),
          description: inLanguage(description, language),
        })),
        vat_check: packages[0]?.vat_check ?? null,
        offer_expires_at: entry?.offer_expires_at?.toISOString() ?? null,
      }
    },

    async pay(actor: Actor, language: Language, input: PackageRequest) {
      const entry = await entryToPay(db, actor, input.apply_order_id)
      requireOffer(entry, clock())
      requireCompleteBilling(input.billing)
      const packages = await packagesFor(actor, entry, buyerOfBilling(input.billing))
      const chosen = chosenPackage(packages, input.package_code)
      requireQuotedAmount(chosen, input.amount)
      if (input.keep_billing) await keepBilling(db, actor.id, input.billing)
      if (chosen.amount === 0) {
        const free = { package_code: chosen.code, payer: actor }
        await settleForFree(db, clock(), entry.id, FEE_TYPE.winner_package, free)
        return settledForFree(chosen.currency, clock())
      }
      const { currency } = chosen
      await requireChannel(db, providers, { channel: input.channel, currency }, language)
      const terms = termsFor(entry, chosen, input.channel, input.billing)
      return toStarted(await openOrder(context, terms, actor), await bankAccount(db))
    },

    /** The QR code of the package chosen earlier. */
    async qrcode(actor: Actor, language: Language, id: string) {
      const entry = await entryToPay(db, actor, id)
      requireOffer(entry, clock())
      const open = await openWalletOrder(db, clock(), entry, FEE_TYPE.winner_package)
      if (open) return toQrcode(await openOrder(context, await termsOf(db, open), actor))
      if (!entry.package_code) {
        throw new BusinessError(409, 'Choose a package first, then ask for the code.', {
          reason: 'NO_PACKAGE',
        })
      }
      const chosen = chosenPackage(await packagesFor(actor, entry), entry.package_code)
      if (chosen.amount === 0) throw alreadyPaid()
      const { currency } = chosen
      await requireChannel(db, providers, { channel: 'wechat_native', currency }, language)
      const terms = termsFor(entry, chosen, 'wechat_native', null)
      return toQrcode(await openOrder(context, terms, actor))
    },
  }
}

function buyerOf({ kind, country, vat_no, tax_id }: PackageQuery): TaxBuyer | undefined {
  return kind && country ? { kind, country, vat_no, tax_id } : undefined
}

function requireOffer(entry: PayableEntry, now: Date) {
  if (entry.winner_fee_status === WINNER_FEE_STATUS.not_applicable) {
    throw new BusinessError(409, 'Packages are offered when the results are published.', {
      reason: 'NO_OFFER',
    })
  }
  const hasEnded =
    entry.winner_fee_status === WINNER_FEE_STATUS.offer_expired ||
    (entry.offer_expires_at !== null && entry.offer_expires_at <= now)
  if (isSettled(entry, FEE_TYPE.winner_package)) throw alreadyPaid()
  if (hasEnded) {
    throw new BusinessError(410, 'This offer has ended. Write to us if you still want a package.', {
      reason: 'OFFER_ENDED',
    })
  }
}
