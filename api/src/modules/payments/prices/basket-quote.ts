import type { BasketLine, BasketQuote, TaxBuyer } from '@awards/shared/contract'
import {
  inLanguage,
  nextPeriod,
  payablePeriod,
  QUOTE_MINUTES,
  splitVat,
  taxedPrice,
  type Language,
} from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import type { PayableEntry } from '../payment-types.ts'
import { provenBuyer } from '../tax/vat-checks.service.ts'
import { pricesRepository, type Period } from './prices.repository.ts'
import {
  breakdownOf,
  entryPrice,
  EXPIRED,
  LOWER,
  QUOTE_LABELS,
  TAX_DIFFERS,
  taxFields,
  windowClosed,
  normalise,
  requoteWith,
} from './quotes.service.ts'

type BasketRequest = {
  entries: readonly PayableEntry[]
  buyer: TaxBuyer
  code?: string | undefined
  language: Language
}
type PricedEntry = { entry: PayableEntry; kind: BasketLine['kind']; list: number; net: number } & {
  code: string | null
}

/**
 * Quotes the entry fees of several works of one edition. Within a project the first work has the full price
 * and the others that of a further category, as if they were paid one after the other. The tax is that of the
 * sum, shared among the lines.
 */
export async function quoteBasket(db: Db, now: Date, request: BasketRequest): Promise<BasketQuote> {
  const prices = pricesRepository(db)
  const { entries, language } = request
  const [first] = entries
  if (!first) throw new Error('A basket without works has no price')
  const { currency, timezone, is_fee_open } = await prices.frame(first.id, now)
  const periods = await prices.periods(first.edition_id)
  const period = payablePeriod(periods, now)
  if (!period || !is_fee_open) throw windowClosed(periods, now, timezone)

  const priced = await pricesOf(db, now, request, period)
  const proven = await provenBuyer(db, now, request.buyer)
  const net = sumOf(priced, 'net')
  const taxed = taxFields(net, proven, now)
  const shares = splitVat(
    priced.map((one) => one.net),
    taxed.vat_rate,
  )
  const labels = QUOTE_LABELS[language]
  const codes = new Set(priced.flatMap(({ code }) => code ?? []))
  const [code = null] = codes
  const list = sumOf(priced, 'list')
  const document = {
    ...taxed,
    lines: priced.map((one, index) => lineOf(one, shares[index] ?? 0)),
    period: period.code,
    period_name: inLanguage(period.name, language),
    currency,
    code: codes.size === 1 ? code : null,
    breakdown: breakdownOf(labels, labels.first, {
      ...taxed,
      list,
      reduction: list - net,
      code: codes.size === 1 ? code : null,
    }),
    expires_at: new Date(now.getTime() + QUOTE_MINUTES * 60_000).toISOString(),
    next_period: await nextPrice(db, periods, now, { ...request, vatBuyer: proven.buyer }),
  }
  return { ...document, quote_id: await prices.saveQuote(first.id, document, now) }
}

const sumOf = (priced: readonly PricedEntry[], part: 'list' | 'net') =>
  priced.reduce((sum, one) => sum + one[part], 0)

const lineOf = ({ entry, kind, list, net, code }: PricedEntry, vat: number): BasketLine => ({
  apply_order_id: entry.id,
  entry_no: entry.entry_no,
  title: entry.title,
  kind,
  list_ht: list,
  amount_ht: net,
  vat_amount: vat,
  amount: net + vat,
  code,
})

/**
 * The net price of each work. A typed code reduces the works that it is for, as long as it has uses left; it is
 * refused only if it is for none of them.
 */
async function pricesOf(
  db: Db,
  now: Date,
  { entries, code }: Pick<BasketRequest, 'entries' | 'code'>,
  period: Period,
): Promise<PricedEntry[]> {
  const basketIds = entries.map(({ id }) => id)
  const before = new Map<string, number>()
  const uses = new Map<string, number>()
  const priced: PricedEntry[] = []
  let refusal: BusinessError | undefined
  for (const entry of entries) {
    const place = { entry, period, before: before.get(entry.project_id) ?? 0, basketIds }
    const withCode = code
      ? await entryPrice(db, now, { ...place, code }).catch((error: unknown) => {
          if (!(error instanceof BusinessError)) throw error
          refusal ??= error
          return undefined
        })
      : undefined
    const { kind, list, net, discount } = withCode ?? (await entryPrice(db, now, place))
    const used = uses.get(discount?.code ?? '') ?? 0
    const isLeft = discount && (discount.uses_left === null || used < discount.uses_left)
    if (isLeft) uses.set(discount.code, used + 1)
    before.set(entry.project_id, place.before + 1)
    priced.push({
      entry,
      kind,
      list,
      net: isLeft ? net : list,
      code: isLeft ? discount.code : null,
    })
  }
  const wanted = code && normalise(code)
  if (refusal && !priced.some((one) => one.code === wanted)) throw refusal
  return priced
}

type NextRequest = BasketRequest & { vatBuyer: Parameters<typeof taxedPrice>[2] }

/** What the same works cost once the next period begins. */
async function nextPrice(db: Db, periods: Period[], now: Date, request: NextRequest) {
  const period = nextPeriod(periods, now)
  if (!period) return null
  const starts = new Date(period.starts_at)
  const { entries, code } = request
  const priced = await pricesOf(db, starts, { entries, code }, period).catch((error: unknown) => {
    // The code is over by then.
    if (error instanceof BusinessError) return pricesOf(db, starts, { entries }, period)
    throw error
  })
  return {
    name: inLanguage(period.name, request.language),
    starts_at: period.starts_at,
    amount: taxedPrice(sumOf(priced, 'net'), 0, request.vatBuyer, starts).total,
  }
}

/**
 * Validates the quote of a basket with the tax of the invoice address. If it is over, is for other works, or
 * costs something else by now, answers 410 with a new quote, which the payer has to confirm.
 */
export async function validateBasketQuote(
  db: Db,
  now: Date,
  { quote_id, ...request }: BasketRequest & { quote_id: string },
): Promise<BasketQuote> {
  const prices = pricesRepository(db)
  const ids = request.entries.map(({ id }) => id)
  const quoted = await prices.findBasketQuote(quote_id, ids)
  const changed = async (message: string, reason: string) => {
    const quote = await requoteWith(quoted?.code, (code) =>
      quoteBasket(db, now, { ...request, code }),
    )
    return new BusinessError(410, message, { reason, quote })
  }
  const isSame = quoted?.lines.map((line) => line.apply_order_id).join() === ids.join()
  if (!quoted || !isSame || new Date(quoted.expires_at) <= now) {
    throw await changed(EXPIRED, 'QUOTE_EXPIRED')
  }
  const proven = await provenBuyer(db, now, request.buyer)
  const taxed = { ...quoted, ...taxFields(quoted.amount_ht, proven, now) }
  if (taxed.amount !== quoted.amount) throw await changed(TAX_DIFFERS, 'PRICE_CHANGED')
  for (const line of quoted.lines) {
    const entry = request.entries.find(({ id }) => id === line.apply_order_id)
    const isFurther = line.kind === 'first' && entry && (await prices.settledSiblings(entry)) > 0
    if (isFurther) throw await changed(LOWER, 'PRICE_CHANGED')
  }
  return taxed
}
