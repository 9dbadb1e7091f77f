import type { Billing, TaxBuyer } from '@awards/shared/contract'
import {
  FEE_TYPE,
  inLanguage,
  WINNER_FEE_STATUS,
  type Channel,
  type Language,
  QUOTE_MINUTES,
  taxedPrice,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { bankAccount, offeredChannels, requireChannel } from '../channels/channels.ts'
import {
  expiryOf,
  keepBilling,
  openWalletOrder,
  entryToPay,
  termsOf,
} from '../orders/checkout-orders.ts'
import { isSettled, type CoreContext } from '../orders/apply-payment.ts'
import { alreadyPaid, settleForFree, openOrder } from '../orders/open-order.ts'
import { settledForFree, toQrcode, toStarted } from '../orders/order.mapper.ts'
import type { PayableEntry } from '../payment-types.ts'
import { pricesRepository } from '../prices/prices.repository.ts'
import {
  vatChecksService,
  type TaxContext,
  requireCompleteBilling,
  buyerOfAccount,
  buyerOfBilling,
  provenBuyer,
} from '../tax/vat-checks.service.ts'
import type { Db } from '../../../db/database.ts'
import { TAX_DIFFERS } from '../prices/quotes.service.ts'

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
        await settleForFree(context, entry.id, FEE_TYPE.winner_package, free)
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

/**
 * The packages of an award level at the price of this entry, tax included. Seats at the gala are taxed
 * where it takes place, so a package may have two lines of tax.
 */
export async function pricedPackages(db: Db, now: Date, entry: PayableEntry, taxBuyer: TaxBuyer) {
  const prices = pricesRepository(db)
  const { currency, section, student_package_percent } = await prices.frame(entry.id, now)
  // Students pay a part of it (domain page §2.8).
  const percent = section === 'student' ? student_package_percent : 100
  const share = (minor: number) => Math.round((minor * percent) / 100)
  const { buyer, check } = await provenBuyer(db, now, taxBuyer)
  const expires_at = new Date(now.getTime() + QUOTE_MINUTES * 60_000).toISOString()
  const packages = await prices.packages(entry)
  return packages.map(({ amount_minor, event_amount_minor, ...one }) => {
    const net = share(amount_minor)
    const event = share(event_amount_minor)
    const taxed = taxedPrice(net, event, buyer, now)
    return {
      ...one,
      amount_ht: net,
      event_amount_ht: event,
      vat_rate: taxed.ruling.rate_percent,
      vat_amount: taxed.vat,
      amount: taxed.total,
      currency,
      mention: taxed.ruling.mention,
      vat_lines: taxed.lines,
      vat_rule: taxed.ruling.rule,
      vat_check: check,
      expires_at,
    }
  })
}
type PricedPackage = Awaited<ReturnType<typeof pricedPackages>>[number]

/** Refuses a price above the one that was shown, so that the payer sees it first; a lower one is fine. */
function requireQuotedAmount(chosen: PricedPackage, shown: number | undefined) {
  if (shown === undefined || chosen.amount <= shown) return
  throw new BusinessError(410, TAX_DIFFERS, { reason: 'PRICE_CHANGED', amount: chosen.amount })
}

/** Finds the chosen package; otherwise answers 422 with the list of codes. */
function chosenPackage(packages: PricedPackage[], code: string): PricedPackage {
  const found = packages.find((one) => one.code === code)
  if (found) return found
  const codes = packages.map((one) => one.code).join(', ')
  throw new BusinessError(422, { package_code: [`Choose one of ${codes}`] })
}
