import type { Answer, PageInput, money } from '@awards/shared/contract'
import { dayAfter, CHANNELS, type Channel } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { type CoreContext, applyPayment } from '../payments/orders/apply-payment.ts'
import { comparisonsRepository, type ProviderDay } from './comparisons.repository.ts'
import {
  lastFullDay,
  compareStatement,
  type Difference,
  type Compared,
} from './compare-statement.ts'
import type { Db } from '../../db/database.ts'
import { alertsRepository } from '../payments/alerts.repository.ts'
import type { StatementFact } from '../payments/channels/provider.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import { DAY_MS, MINUTE_MS, timeLimit } from '../../lib/time.ts'

/** Daily comparison of the providers' statements with the ledger. */
export function comparisonsService(context: CoreContext) {
  const { db, clock, providers } = context
  const channels = CHANNELS.filter((channel) => providers[channel]?.statement)

  return {
    async list(page: PageInput): Promise<Answer<typeof money.comparisons>> {
      const { rows, total } = await comparisonsRepository(db).page(page)
      return { list: rows.map(toRow), total, current: page.current, pageSize: page.pageSize }
    },

    /** Compares a day on request. */
    async compareDay(actor: Actor, day: string): Promise<Answer<typeof money.compareDay>> {
      if (channels.length === 0) {
        throw new BusinessError(
          409,
          'No payment service gives statements here. Compare with the statement of the bank.',
          { reason: 'NO_STATEMENTS' },
        )
      }
      const over = channels.filter((channel) => day <= lastFullDay(channel, clock()))
      if (over.length === 0) {
        throw new BusinessError(422, { day: ['This day is not over yet. Choose an earlier one'] })
      }
      for (const channel of over) await compareDay(context, { channel, day })
      await auditRepository(db).record(actor, 'books.compared', day)
      return (await comparisonsRepository(db).ofDay(day)).map(toRow)
    },
  }
}

const toRow = <R extends { compared_at: Date }>({ compared_at, ...row }: R) => ({
  ...row,
  compared_at: compared_at.toISOString(),
})

const CHECK_SECONDS = 900
/** How many days a new site starts with, and how many it catches up at most after an outage. */
const FIRST_DAYS = 3
const LONGEST_GAP_DAYS = 31

/** The job: every quarter of an hour, compares days that are over or whose next check is due. */
export function comparisonJob(context: CoreContext) {
  const compare = () => compareDueDays(context)
  context.jobs.every('money.comparisons', CHECK_SECONDS, compare, { lane: 'providers' })
}

/** Catches up on days during which the site was down; what a minute a channel does not suffice for is left to the next run. */
export async function compareDueDays(context: CoreContext): Promise<void> {
  for (const channel of CHANNELS) {
    if (!context.providers[channel]?.statement) continue
    const isOver = timeLimit(MINUTE_MS)
    for (const day of await dueDays(context, channel)) {
      if (isOver()) break
      await compareDay(context, { channel, day })
    }
  }
}

async function dueDays({ db, clock }: CoreContext, channel: Channel): Promise<string[]> {
  const now = clock()
  const last = lastFullDay(channel, now)
  const comparisons = comparisonsRepository(db)
  const compared = await comparisons.comparedDays(channel, dayAfter(last, -LONGEST_GAP_DAYS))
  const [first = dayAfter(last, 1 - FIRST_DAYS)] = compared
  const missing = daysFromTo(first, last).filter((day) => !compared.includes(day))
  return [...new Set([...missing, ...(await comparisons.dueDays(channel, now))])].sort()
}

function daysFromTo(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day)
  return days
}

/** Applies a payment that only the statement has, as a webhook would have. */
async function applyFact(context: CoreContext, channel: Channel, line: StatementFact) {
  const order = line.order_no && (await ordersRepository(context.db).find(line.order_no))
  if (!order || order.channel !== channel) return false
  const { reference: txn, amount_minor, currency, at: paid_at } = line
  const payment = { txn, amount_minor, currency, paid_at }
  await applyPayment(context, order.order_no, payment, { source: 'statement' })
  return true
}

/** Applies payments that the ledger missed; returns their lines with the currency. */
async function applyMissedPayments(
  context: CoreContext,
  channel: Channel,
  lines: readonly StatementFact[],
  differences: readonly Difference[],
): Promise<{ currency: string; line: Difference }[]> {
  const healed: { currency: string; line: Difference }[] = []
  for (const line of differences) {
    if (line.kind !== 'missing_here' || line.fact !== 'payment') continue
    const reported = lines.find((one) => one.fact === 'payment' && one.reference === line.reference)
    if (!reported || !(await applyFact(context, channel, reported))) continue
    const { currency, amount_minor: ours_minor } = reported
    healed.push({ currency, line: { ...line, ours_minor, is_healed: true } })
  }
  return healed
}

/** Compares a day again in the next nights, because providers correct their statements. */
const DAYS_COMPARED_AGAIN = 3
const FIRST_RETRY_MS = 15 * 60_000
const LAST_RETRY_MS = 6 * 3_600_000
/** Raises an alert after this many failures, most of a day. */
const TRIES_UNTIL_ALERT = 8

/** Reconciles one day of a provider's statement with the ledger, and applies missed payments first. */
async function compareDay(context: CoreContext, one: ProviderDay): Promise<void> {
  let lines: StatementFact[]
  try {
    lines = (await context.providers[one.channel]?.statement?.(one.day)) ?? []
  } catch (error) {
    return recordFailure(context, one, error)
  }
  const before = await context.db.transaction().execute(async (trx) => {
    await comparisonsRepository(trx).saveLines(one, lines)
    return compareWith(trx, one, lines)
  })
  const differences = before.flatMap((result) => result.differences)
  const healed = await applyMissedPayments(context, one.channel, lines, differences)
  await context.db.transaction().execute(async (trx) => {
    const comparisons = comparisonsRepository(trx)
    const known = await comparisons.differences(one)
    const results = (await compareWith(trx, one, lines)).map((result) => ({
      ...result,
      differences: [...healedOf(result.currency, [...known, ...healed]), ...result.differences],
    }))
    const now = context.clock()
    const isRecent = one.day > dayAfter(lastFullDay(one.channel, now), -DAYS_COMPARED_AGAIN)
    const next_check_at = isRecent ? later(now, DAY_MS) : null
    await comparisons.saveResults(one, results, { compared_at: now, next_check_at })
    const seen = new Set(known.map(({ line }) => keyOf(line)))
    if (openOf(results).some((line) => !seen.has(keyOf(line))))
      await raiseBooksDiffer(trx, one, now)
  })
}

const compareWith = async (db: Db, one: ProviderDay, lines: StatementFact[]) =>
  compareStatement(lines, await comparisonsRepository(db).ours(one, lines))

/** Lines that were healed stay visible, each once. */
function healedOf(currency: string, lines: { currency: string; line: Difference }[]) {
  const own = lines.filter((one) => one.currency === currency && one.line.is_healed)
  return [...new Map(own.map(({ line }) => [keyOf(line), line])).values()]
}

const openOf = (results: readonly Compared[]) =>
  results.flatMap(({ differences }) => differences.filter((line) => !line.is_healed))
const keyOf = ({ kind, fact, reference }: Difference) => `${kind}:${fact}:${reference}`
const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/** One alert per provider and day; a resolved difference is not raised again. */
const raiseBooksDiffer = (db: Db, { channel, day }: ProviderDay, at: Date) =>
  alertsRepository(db).raise({
    code: 'BOOKS_DIFFER',
    order_no: null,
    detail: `${channel} ${day}`,
    at,
  })

async function recordFailure({ db, clock }: CoreContext, one: ProviderDay, error: unknown) {
  const now = clock()
  const comparisons = comparisonsRepository(db)
  const pause = Math.min(FIRST_RETRY_MS * 2 ** (await comparisons.attempts(one)), LAST_RETRY_MS)
  const text = error instanceof Error ? error.message : String(error)
  const attempt = { compared_at: now, next_check_at: later(now, pause) }
  const tries = await comparisons.saveFailure(one, text.slice(0, 300), attempt)
  if (tries === TRIES_UNTIL_ALERT) await raiseBooksDiffer(db, one, now)
}
