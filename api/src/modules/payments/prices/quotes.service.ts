import type { Quote, TaxBuyer } from '@awards/shared/contract'
import {
  dayIn,
  FEE_NAMES,
  inLanguage,
  nextPeriod,
  payablePeriod,
  priceKind,
  QUOTE_MINUTES,
  taxedPrice,
  type Language,
  type PriceKind,
  type VatBuyer,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { PayableEntry } from '../payment-types.ts'
import { provenBuyer, buyerOfAccount, type ProvenBuyer } from '../tax/vat-checks.service.ts'
import {
  pricesRepository,
  type DiscountCode,
  type Period,
  quoteCodesRepository,
} from './prices.repository.ts'
import { errorCode } from '../../../lib/errors.ts'

type CodeCarrier = Pick<PayableEntry, 'id' | 'invitation_code' | 'agent_code'>

type DiscountRequest = {
  entry: CodeCarrier
  code?: string | undefined
  /** The entries that are paid together with this one. */
  basketIds?: readonly string[]
}

/** SQLSTATE of a code whose last use was taken by somebody else (migration 17). */
const CODE_USED_UP = 'AW001'

const OVER = 'This code has expired or is used up. Pay without it, or ask for a new one.'

/** Normalises a typed code to its stored form. */
export const normalise = (code: string) => code.replace(/\s/g, '').toUpperCase()

/**
 * The discount of the typed code, else of the entry's own. An invalid typed code is an error; an invalid
 * code of the entry is ignored.
 */
async function discountFor(
  db: Db,
  now: Date,
  { entry, code, basketIds }: DiscountRequest,
): Promise<DiscountCode | undefined> {
  const wanted = code ?? entry.invitation_code ?? entry.agent_code
  if (!wanted) return undefined
  const codes = quoteCodesRepository(db)
  const found = await codes.find(normalise(wanted), entry.id, now, basketIds)
  const isOver = found && (!found.is_current || found.is_used_up)
  if (found && !isOver && found.is_in_scope) return found
  if (!code) return undefined
  if (!found) {
    throw new BusinessError(422, { code: ['This code is not known. Check how it is spelled'] })
  }
  if (!found.is_in_scope) {
    throw new BusinessError(422, {
      code: ['This code is for another season, section or category. Pay without it'],
    })
  }
  throw new BusinessError(410, OVER, { reason: 'CODE_OVER' })
}

type Discount = Pick<
  DiscountCode,
  'discount_percent' | 'discount_amount_minor' | 'discount_cap_minor'
>

/** What a code takes off a price: an amount or a percentage, at most its cap and the price itself. */
export function reductionOf(list: number, discount: Discount | undefined): number {
  if (!discount) return 0
  const { discount_percent, discount_amount_minor, discount_cap_minor } = discount
  const reduction = discount_amount_minor ?? Math.round((list * discount_percent) / 100)
  return Math.min(reduction, discount_cap_minor ?? reduction, list)
}

/** A new quote with the code of the one before; without it where the code is over by now. */
export async function requoteWith<Q>(
  code: string | null | undefined,
  requote: (code: string | undefined) => Promise<Q>,
): Promise<Q> {
  return requote(code ?? undefined).catch((error: unknown) => {
    if (!(error instanceof BusinessError) || error.data?.['reason'] !== 'CODE_OVER') throw error
    return requote(undefined)
  })
}

/** Maps `CODE_USED_UP` of the database to a 410; `quote` is the price without the code. */
export async function mapCodeUsedUp<T>(work: Promise<T>, quote: () => Promise<object>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) !== CODE_USED_UP) throw error
    throw new BusinessError(410, OVER, { reason: 'CODE_OVER', quote: await quote() })
  }
}

/** Labels of a quote's lines. */
export const QUOTE_LABELS: Record<Language, Record<PriceKind | 'discount' | 'vat', string>> = {
  en: {
    first: FEE_NAMES.en.entry,
    additional: 'Entry fee, further category',
    discount: 'Code',
    vat: 'VAT',
  },
  fr: {
    first: FEE_NAMES.fr.entry,
    additional: 'Frais d’inscription, catégorie supplémentaire',
    discount: 'Code',
    vat: 'TVA',
  },
  zh: {
    first: FEE_NAMES.zh.entry,
    additional: '参赛费（附加类别）',
    discount: '优惠码',
    vat: '增值税',
  },
}

type QuoteRequest = {
  entry: PayableEntry
  buyer: TaxBuyer
  code?: string | undefined
  language: Language
}

/** Quotes an entry fee; the quote is valid for 30 minutes, even if the fee period ends meanwhile. */
export async function quoteEntryFee(db: Db, now: Date, request: QuoteRequest): Promise<Quote> {
  const prices = pricesRepository(db)
  const { entry, language } = request
  const { currency, timezone, is_fee_open } = await prices.frame(entry.id, now)
  const periods = await prices.periods(entry.edition_id)
  const period = payablePeriod(periods, now)
  if (!period || !is_fee_open) throw windowClosed(periods, now, timezone)

  const { kind, list, discount, net } = await entryPrice(db, now, { ...request, period })
  const proven = await provenBuyer(db, now, request.buyer)
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
    next_period: await nextPrice(db, periods, now, {
      entry,
      kind,
      buyer: proven.buyer,
      discount,
      language,
    }),
  }
  const reduced = { list, reduction: list - net, code: discount?.code }
  const breakdown = breakdownOf(labels, labels[kind], { ...reduced, ...quote })
  const document = { ...quote, breakdown }
  return { ...document, quote_id: await prices.saveQuote(entry.id, document, now) }
}

type Parts = {
  list: number
  reduction: number
  code: string | null | undefined
  vat_rate: number
  vat_amount: number
}

/** The lines of a price as a payer reads them: the fee, what a code takes off, and the tax. */
export function breakdownOf(
  labels: (typeof QUOTE_LABELS)[Language],
  fee: string,
  { list, reduction, code, vat_rate, vat_amount }: Parts,
): Quote['breakdown'] {
  const discount = {
    kind: 'discount' as const,
    label: code ? `${labels.discount} ${code}` : labels.discount,
    amount_minor: -reduction,
  }
  return [
    { kind: 'fee', label: fee, amount_minor: list },
    ...(reduction > 0 ? [discount] : []),
    { kind: 'vat', label: `${labels.vat} ${vat_rate} %`, amount_minor: vat_amount },
  ]
}

type PriceRequest = {
  entry: Entry
  period: Period
  code?: string | undefined
  /** Entries of the same project before this one in the basket. */
  before?: number
  basketIds?: readonly string[]
}

/** The net price of an entry in a period: of a first or a further category, less its code. */
export async function entryPrice(db: Db, now: Date, request: PriceRequest) {
  const { entry, period, before = 0 } = request
  const prices = pricesRepository(db)
  const kind = priceKind((await prices.settledSiblings(entry)) + before)
  const list = await prices.price(period.id, entry.section_id, kind)
  if (list === undefined) throw new Error(`No ${kind} price in period ${period.code}`)
  const discount = await discountFor(db, now, request)
  return { kind, list, discount, net: list - reductionOf(list, discount) }
}

/** The tax on a net price, with the VAT check that proves it. */
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

type NextPriceRequest = {
  entry: PayableEntry
  kind: PriceKind
  buyer: VatBuyer
  discount: DiscountCode | undefined
  language: Language
}

/** The price of the next period, with the code of today where it is still valid then. */
async function nextPrice(db: Db, periods: Period[], now: Date, request: NextPriceRequest) {
  const period = nextPeriod(periods, now)
  if (!period) return null
  const list = await pricesRepository(db).price(period.id, request.entry.section_id, request.kind)
  if (list === undefined) return null
  const starts = new Date(period.starts_at)
  const { discount } = request
  const isValidThen = !discount?.valid_until || starts < discount.valid_until
  const net = list - reductionOf(list, isValidThen ? discount : undefined)
  return {
    name: inLanguage(period.name, request.language),
    starts_at: period.starts_at,
    amount: taxedPrice(net, 0, request.buyer, starts).total,
  }
}

/** 423 outside the fee periods, with the day on which the next one begins where the programme is at home. */
export function windowClosed(periods: Period[], now: Date, timeZone: string) {
  const next = nextPeriod(periods, now)
  const sentence = next
    ? `Fees of this edition cannot be paid at the moment. It opens again on ${dayIn(new Date(next.starts_at), timeZone)}.`
    : 'Fees of this edition cannot be paid at the moment.'
  return new BusinessError(423, sentence, {
    reason: 'FEE_WINDOW',
    next_starts_at: next?.starts_at ?? null,
  })
}

type QuoteToValidate = { quote_id: string; buyer: TaxBuyer }

export const EXPIRED =
  'This price was kept for 30 minutes, which are over. Check the new one and pay again.'
export const TAX_DIFFERS =
  'The tax for this invoice address differs. Check the new price and pay again.'
export const LOWER = 'This entry costs less by now. Check the new price and pay again.'

/**
 * Validates a quote with the tax of the invoice address. If the amount differs, or the entry costs less
 * by now, answers 410 with a new quote, which the payer has to confirm.
 */
export async function validateQuote(
  db: Db,
  now: Date,
  entry: PayableEntry,
  { quote_id, buyer }: QuoteToValidate,
  requote: (code: string | undefined) => Promise<Quote>,
): Promise<Quote> {
  const prices = pricesRepository(db)
  const quoted = await prices.findQuote(quote_id, entry.id)
  const changed = async (message: string, reason: string) =>
    new BusinessError(410, message, { reason, quote: await requoteWith(quoted?.code, requote) })

  if (!quoted || new Date(quoted.expires_at) <= now) throw await changed(EXPIRED, 'QUOTE_EXPIRED')
  const taxed = {
    ...quoted,
    ...taxFields(quoted.amount_ht, await provenBuyer(db, now, buyer), now),
  }
  if (taxed.amount !== quoted.amount) throw await changed(TAX_DIFFERS, 'PRICE_CHANGED')
  // Another entry of the project was paid meanwhile, so this one is a further category.
  const isFurther = quoted.kind === 'first' && (await prices.settledSiblings(entry)) > 0
  if (isFurther) throw await changed(LOWER, 'PRICE_CHANGED')
  return taxed
}

type Entry = Pick<
  PayableEntry,
  'id' | 'project_id' | 'edition_id' | 'section_id' | 'user_id' | 'invitation_code' | 'agent_code'
>
type FeeEstimate = { amounts: ReadonlyMap<string, number>; total: number; currency: string }

/**
 * Estimates the fees of a project's entries today, tax included; undefined while no fee can be paid.
 * Only the quote at payment is binding.
 */
export async function estimateEntryFees(
  db: Db,
  now: Date,
  entries: readonly Entry[],
): Promise<FeeEstimate | undefined> {
  const [first] = entries
  if (!first) return undefined
  const prices = pricesRepository(db)
  const { currency, is_fee_open } = await prices.frame(first.id, now)
  const period = payablePeriod(await prices.periods(first.edition_id), now)
  if (!period || !is_fee_open) return undefined

  const account = buyerOfAccount(await prices.buyer(first.user_id))
  const { buyer } = await provenBuyer(db, now, account)
  const settled = await prices.settledSiblings(first)
  const amounts = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const list = await prices.price(period.id, entry.section_id, priceKind(settled + index))
    if (list === undefined) return undefined
    const discount = await discountFor(db, now, { entry })
    amounts.set(entry.id, taxedPrice(list - reductionOf(list, discount), 0, buyer, now).total)
  }
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  return { amounts, total, currency }
}
