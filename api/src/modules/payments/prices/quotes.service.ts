import type { Quote, TaxBuyer } from '@awards/shared/contract'
import {
  inLanguage,
  nextPeriod,
  payablePeriod,
  priceKind,
  QUOTE_MINUTES,
  taxedPrice,
} from '@awards/shared/domain'
import type { Language, PriceKind, VatBuyer } from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import type { PayableEntry } from '../payment-types.ts'
import { pricesRepository } from './prices.repository.ts'
import type { Period } from './prices.repository.ts'
import { discountFor, reductionOf } from './quote-discount.ts'
import { QUOTE_LABELS } from './quote-texts.ts'
import { provenBuyer } from '../tax/vat-buyer.ts'
import type { ProvenBuyer } from '../tax/vat-buyer.ts'

type Wish = { entry: PayableEntry; buyer: TaxBuyer; code?: string | undefined; language: Language }

/** The price of an entry now, kept for 30 minutes whatever the calendar does meanwhile. */
export async function quoteEntryFee(db: Db, now: Date, wish: Wish): Promise<Quote> {
  const prices = pricesRepository(db)
  const { entry, language } = wish
  const { currency, is_fee_open } = await prices.frame(entry.id, now)
  const periods = await prices.periods(entry.edition_id)
  const period = payablePeriod(periods, now)
  if (!period || !is_fee_open) throw windowClosed(periods, now)

  const kind = priceKind(await prices.settledSiblings(entry))
  const list = await prices.price(period.id, entry.section_id, kind)
  if (list === undefined) throw new Error(`No ${kind} price in period ${period.code}`)
  const discount = await discountFor(db, now, wish)
  const reduction = reductionOf(list, discount)
  const net = list - reduction
  const proven = await provenBuyer(db, now, wish.buyer)
  const labels = QUOTE_LABELS[language]
  const quote = {
    ...taxFields(net, proven, now),
    apply_order_id: entry.id,
    period: period.code,
    period_name: inLanguage(period.name, language),
    kind,
    currency,
    code: discount?.code ?? null,
    expires_at: new Date(now.getTime() + QUOTE_MINUTES * 60_000).toISOString(),
    next_period: await nextPrice(db, periods, now, { entry, kind, buyer: proven.buyer, language }),
  }
  const breakdown = [
    { kind: 'fee' as const, label: labels[kind], amount_minor: list },
    ...(reduction > 0
      ? [
          {
            kind: 'discount' as const,
            label: `${labels.discount} ${discount?.code}`,
            amount_minor: -reduction,
          },
        ]
      : []),
    {
      kind: 'vat' as const,
      label: `${labels.vat} ${quote.vat_rate} %`,
      amount_minor: quote.vat_amount,
    },
  ]
  const told = { ...quote, breakdown }
  return { ...told, quote_id: await prices.saveQuote(entry.id, told, now) }
}

/** The tax on a net price, with what proves it. */
export function taxFields(net: number, { buyer, check }: ProvenBuyer, now: Date) {
  const { ruling, lines, vat, total } = taxedPrice(net, 0, buyer, now)
  return {
    amount_ht: net,
    vat_rate: ruling.rate_percent,
    vat_amount: vat,
    amount: total,
    mention: ruling.mention,
    vat_lines: lines,
    vat_rule: ruling.rule,
    vat_check: check,
  }
}

type NextWish = { entry: PayableEntry; kind: PriceKind; buyer: VatBuyer; language: Language }

async function nextPrice(db: Db, periods: Period[], now: Date, wish: NextWish) {
  const period = nextPeriod(periods, now)
  if (!period) return null
  const net = await pricesRepository(db).price(period.id, wish.entry.section_id, wish.kind)
  if (net === undefined) return null
  return {
    name: inLanguage(period.name, wish.language),
    starts_at: period.starts_at,
    amount: taxedPrice(net, 0, wish.buyer, new Date(period.starts_at)).total,
  }
}

function windowClosed(periods: Period[], now: Date) {
  const next = nextPeriod(periods, now)
  const hint = next ? ` It opens again on ${next.starts_at.slice(0, 10)}.` : ''
  return new BusinessError(423, `Fees of this edition cannot be paid at the moment.${hint}`, {
    reason: 'FEE_WINDOW',
    next_starts_at: next?.starts_at ?? null,
  })
}
