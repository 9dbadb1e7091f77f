import type { Quote } from '@awards/shared/contract'
import {
  capabilitiesOf,
  inLanguage,
  nextPeriod,
  payablePeriod,
  priceKind,
} from '@awards/shared/domain'
import { FEE_TYPE, QUOTE_MINUTES, vatAmount, vatFor } from '@awards/shared/domain'
import type { Language, PriceKind, VatBuyer } from '@awards/shared/domain'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import type { PayableEntry } from './payment-types.ts'
import { pricesRepository } from './prices.repository.ts'
import type { DiscountCode, Period } from './prices.repository.ts'

type Wish = { entry: PayableEntry; buyer: VatBuyer; code?: string | undefined; language: Language }

const LABELS: Record<Language, Record<PriceKind | 'discount' | 'vat', string>> = {
  en: {
    first: 'Entry fee',
    additional: 'Entry fee, further category',
    discount: 'Code',
    vat: 'VAT',
  },
  fr: {
    first: 'Frais de participation',
    additional: 'Frais de participation, catégorie supplémentaire',
    discount: 'Code',
    vat: 'TVA',
  },
  zh: { first: '参赛费', additional: '参赛费（附加类别）', discount: '优惠码', vat: '增值税' },
}

/** The price of an entry now, kept for 30 minutes whatever the calendar does meanwhile. */
export async function quoteEntryFee(db: Db, now: Date, wish: Wish): Promise<Quote> {
  const prices = pricesRepository(db)
  const { entry, buyer, language } = wish
  const { currency, phase } = await prices.frame(entry.id, now)
  const periods = await prices.periods(entry.edition_id)
  const period = payablePeriod(periods, now)
  const isFeeOpen = phase === null || capabilitiesOf(phase).fee_open
  if (!period || !isFeeOpen) throw windowClosed(periods, now)

  const kind = priceKind(await prices.settledSiblings(entry))
  const list = await prices.price(period.id, entry.section_id, kind)
  if (list === undefined) throw new Error(`No ${kind} price in period ${period.code}`)
  const discount = await discountFor(db, now, wish)
  const reduction = Math.round((list * (discount?.discount_percent ?? 0)) / 100)
  const net = Math.max(0, list - reduction)
  const { rate_percent, mention } = vatFor(buyer, now)
  const tax = vatAmount(net, rate_percent)
  const labels = LABELS[language]
  const breakdown = [
    { label: labels[kind], amount_minor: list },
    ...(reduction > 0
      ? [{ label: `${labels.discount} ${discount?.code}`, amount_minor: -reduction }]
      : []),
    { label: `${labels.vat} ${rate_percent} %`, amount_minor: tax },
  ]
  const expiresAt = new Date(now.getTime() + QUOTE_MINUTES * 60_000)
  const amounts = { amount_ht: net, vat_rate: rate_percent, vat_amount: tax, currency, mention }
  const id = await prices.saveQuote({
    ...amounts,
    apply_order_id: entry.id,
    fee_type: FEE_TYPE.entry,
    period_code: period.code,
    price_kind: kind,
    amount_minor: net + tax,
    breakdown: JSON.stringify(breakdown),
    code: discount?.code ?? null,
    created_at: now,
    expires_at: expiresAt,
  })
  return {
    ...amounts,
    quote_id: id,
    apply_order_id: entry.id,
    period: period.code,
    period_name: inLanguage(period.name, language),
    kind,
    amount: net + tax,
    breakdown,
    expires_at: expiresAt.toISOString(),
    next_period: await nextPrice(db, periods, now, { entry, kind, rate_percent, language }),
  }
}

type NextWish = { entry: PayableEntry; kind: PriceKind; rate_percent: number; language: Language }

async function nextPrice(db: Db, periods: Period[], now: Date, wish: NextWish) {
  const period = nextPeriod(periods, now)
  if (!period) return null
  const net = await pricesRepository(db).price(period.id, wish.entry.section_id, wish.kind)
  if (net === undefined) return null
  return {
    name: inLanguage(period.name, wish.language),
    starts_at: period.starts_at,
    amount: net + vatAmount(net, wish.rate_percent),
  }
}

/** The code that was typed, else the one the entry carries. A carried code that is over is dropped. */
async function discountFor(
  db: Db,
  now: Date,
  { entry, code }: Wish,
): Promise<DiscountCode | undefined> {
  const wanted = code ?? entry.invitation_code ?? entry.agent_code
  if (!wanted) return undefined
  const found = await pricesRepository(db).discount(
    wanted.trim().toUpperCase(),
    entry.edition_id,
    now,
  )
  const isGood = found?.is_current === true && !found.is_used_up
  if (isGood || !code) return isGood ? found : undefined
  if (!found)
    throw new BusinessError(422, { code: ['This code is not known. Check how it is spelled'] })
  throw new BusinessError(
    410,
    'This code has expired or is used up. Pay without it, or ask for a new one.',
    {
      reason: 'CODE_OVER',
    },
  )
}

function windowClosed(periods: Period[], now: Date) {
  const next = nextPeriod(periods, now)
  const hint = next ? ` It opens again on ${next.starts_at.slice(0, 10)}.` : ''
  return new BusinessError(423, `Fees of this edition cannot be paid at the moment.${hint}`, {
    reason: 'FEE_WINDOW',
    next_starts_at: next?.starts_at ?? null,
  })
}
