// `npm run test:full -- --only mutants-money`: mutation test of the payment core.

import { PROPERTY_TEST, readArguments } from './money-histories.ts'
import { mutantsOf, runMutants, type Mutant } from './run-mutants.ts'

const core = 'api/src/modules/payments/orders/apply-payment.ts'
const close = 'api/src/modules/payments/orders/reconcile.ts'
const claims = 'api/src/modules/payments/orders/open-order.ts'
const orders = 'api/src/modules/payments/orders/orders.repository.ts'
const refunds = 'api/src/modules/payments/refunds/refunds.ts'
const CLAIM_TEST = 'api/src/modules/payments/refunds/partial-refunds.api.test.ts'
const request = 'api/src/modules/payments/refunds/refund-request.ts'

/** Mutants that remove one protection of the payment core each; without a `test`, the property test has to kill them. */
export const MUTANTS: readonly (Omit<Mutant, 'test'> & { readonly test?: string })[] = [
  {
    name: 'the amount is not compared',
    file: core,
    change: [
      'payment.amount_minor !== order.amount_minor || payment.currency !== order.currency',
      'payment.currency !== order.currency',
    ],
  },
  {
    name: 'a settled fee takes money again',
    file: core,
    change: [
      'const due = lines.filter(({ entry }) => !isSettled(entry, order.fee_type))',
      'const due = lines',
    ],
  },
  {
    name: 'a fact that is written down counts again',
    file: core,
    change: [
      "if (!(await orders.record(factOf(order, payment, from)))) return 'already'",
      'await orders.record(factOf(order, payment, from))',
    ],
  },
  {
    name: 'late money on a closed order is ignored',
    file: core,
    change: ['S.closing, S.closed, S.failed]', 'S.closing, S.failed]'],
  },
  {
    name: 'a refusal is believed',
    file: core,
    change: ['S.closing, S.closed, S.failed]', 'S.closing, S.closed]'],
  },
  {
    name: 'money that nobody ordered is kept',
    file: core,
    change: [
      "if (outcome !== 'mismatch') await refundsRepository",
      "if (outcome === 'second') await refundsRepository",
    ],
  },
  {
    name: 'a second payment of an order is kept',
    file: core,
    change: [
      "if (outcome !== 'mismatch') await refundsRepository",
      "if (outcome === 'duplicate') await refundsRepository",
    ],
  },
  {
    name: 'a newer attempt stays open after a late payment',
    file: core,
    change: ['    await orders.closeOthers(entry.id, order.fee_type, orderNo, now)\n', ''],
  },
  {
    name: 'the entry is not locked',
    file: 'api/src/modules/payments/checkout/payable-entries.repository.ts',
    change: ['order by id for update`', 'order by id`'],
    and: [
      "select pg_advisory_xact_lock(hashtextextended('fees', user_id))",
      "select hashtextextended('fees', user_id)",
    ],
  },
  {
    name: 'closed without asking the provider',
    file: close,
    change: ["if (!provider || (await provider.close(order)) === 'closed') {", 'if (provider) {'],
  },
  {
    name: 'no answer to a close is taken for a yes',
    file: close,
    change: [
      "channel: order.channel, error })\n    return 'unknown'",
      "channel: order.channel, error })\n    await confirmClosed(context, order)\n    return 'closed'",
    ],
  },
  {
    name: 'a new order is opened while the old one closes',
    file: claims,
    change: ['return open ?? orders.lockOneOf(entryId, feeType, [S.closing])', 'return open'],
    and: ["if (outcome === 'closed') return claimFees", "if (outcome !== 'paid') return claimFees"],
  },
  {
    name: 'the answer to a create overwrites what happened meanwhile',
    file: orders,
    change: ["        .where('status', '=', from)\n", ''],
  },
  {
    name: 'more can be refunded than was paid',
    file: request,
    change: ['  if (request.amount_minor > left) throw tooMuch(left)\n', ''],
  },
  {
    name: 'a partial refund ends the fee',
    file: request,
    change: ['  if (request.amount_minor < left) return refund\n', ''],
  },
  {
    name: 'an order is refunded before everything is back',
    file: refunds,
    change: ['isOrderBack = await refunds.isFullyRefunded(order_no)', 'isOrderBack = true'],
  },
  {
    name: 'the refund of a duplicate ends the fee',
    file: refunds,
    change: ['!line.is_duplicate && (await ordersRepository(trx).hasSettled(order_no))', 'true'],
  },
  {
    name: 'a line that was settled otherwise is kept',
    file: core,
    change: [
      '    await refundLines(trx, jobs, { order, lines: settledOtherwise, payment, at: now })\n',
      '',
    ],
  },
  {
    name: 'a line that was settled otherwise is not marked',
    file: core,
    change: [
      '    await orderLinesRepository(trx).markDuplicates(orderNo, ids)\n',
      '    void ids\n',
    ],
  },
  {
    name: 'a closed basket releases one of its fees',
    file: core,
    change: [
      'for (const { entry } of lines) await',
      'for (const { entry } of lines.slice(0, 1)) await',
    ],
  },
  {
    name: 'a line is refunded beyond its price',
    file: 'api/src/modules/payments/refunds/refunds.repository.ts',
    change: [
      'return Math.min(amount_minor - (rows[0]?.sum ?? 0), await leftOf(order_no, counted))',
      'return (rows[0]?.sum ?? 0) < 0 ? amount_minor : leftOf(order_no, counted)',
    ],
  },
  {
    name: 'the refund of one line takes every fee of its order',
    file: request,
    change: [
      'locked.lines.filter(({ entry }) => entryId === null || entry.id === entryId)',
      'locked.lines',
    ],
  },
  {
    name: 'an order goes back with its first line',
    file: request,
    change: [
      'const isAllAsked = (await refunds.refundable(order.order_no)) <= 0',
      'const isAllAsked = true',
    ],
  },
  {
    name: 'two processes take the same refund',
    file: 'api/src/modules/payments/refunds/refunds.repository.ts',
    // Histories meet it only where two processors are free at one moment.
    test: CLAIM_TEST,
    change: [
      'order by next_check_at limit ${limit} for update skip locked)',
      'order by next_check_at limit ${limit})',
    ],
  },
  {
    name: 'two processes take the same order',
    file: orders,
    test: CLAIM_TEST,
    change: [
      'order by next_check_at limit ${limit} for update skip locked)',
      'order by next_check_at limit ${limit})',
    ],
  },
  {
    name: 'nobody looks at an order again after its close',
    file: close,
    change: ['next_check_at: firstLatePoll(order, now)', 'next_check_at: null'],
  },
  ...taxReportMutants(),
]

/** Rules of the e-reporting. */
function taxReportMutants(): readonly Mutant[] {
  const platform = 'api/src/modules/accounting/platform'
  const file = `${platform}/tax-reports.service.ts`
  const lines = 'api/src/modules/accounting/books.ts'
  const xml = `${platform}/tax-report-xml.ts`
  const rows = `${platform}/tax-reports.repository.ts`
  const ofReports = mutantsOf(`${platform}/tax-reports.api.test.ts`, [
    {
      name: 'invoices between French businesses are reported as sales',
      file: lines,
      change: ['if (isDomesticBusiness(facts)) continue', ''],
    },
    {
      name: 'payments are reported whose tax was due with the invoice',
      file: lines,
      change: [' || isOnDebits(document)', ''],
    },
    {
      name: 'payments are reported whose tax the buyer pays',
      file: lines,
      change: ['if (isReverseCharge(line)) continue', ''],
    },
    {
      name: 'the books name buyers of an edition that is judged blind',
      file: 'api/src/modules/accounting/books.ts',
      change: ['!blind.includes(edition_id)', 'edition_id'],
    },
    {
      name: 'the file of a report names them',
      file,
      change: ['await requireKnownBuyers({ db, clock, identity }, report)', ''],
    },
    {
      name: 'a correction does not say that it is one',
      file: xml,
      change: ["is_correction ? 'RE' : 'IN'", "'IN'"],
    },
    {
      name: 'a report corrects one that was rejected',
      file: rows,
      change: ["      .where('f.status', '=', 'sent')\n", ''],
    },
    {
      name: 'a rejected period is reported again without anybody',
      file,
      change: ["if (status !== null && !(status === 'sent' && is_checked)) return", ''],
    },
    {
      name: 'two chairs send a report again',
      file,
      change: ['await reports.lock(known.period_id)', ''],
    },
    {
      name: 'equal books are reported again',
      file,
      change: ['if (digest === unlessDigest) return false', ''],
    },
    {
      name: 'nothing is reported as a report',
      file,
      change: ["body || (is_correction ? emptyBody(period) : '')", 'body || emptyBody(period)'],
    },
    {
      name: 'nobody learns who sent a report again',
      file,
      change: ["await auditRepository(trx).record(actor, 'payment.report_sent_again', number)", ''],
    },
    {
      name: 'a tax in another currency is reported as euros',
      file: xml,
      change: ['const lines = all.filter(isReportable)', 'const lines = [...all]'],
    },
    {
      name: 'a credit note abroad is reported as a sale',
      file: xml,
      change: ['isCredit ? -minor : minor', 'minor'],
    },
    {
      name: 'a rejection by the tax office is not noticed',
      file: `${platform}/platform-flows.repository.ts`,
      change: ["['213', '301', '501']", "['213', '501']"],
    },
    {
      name: 'messages about reports are not read',
      file: `${platform}/platform-exchange.ts`,
      change: [
        "(flowType === 'CustomerInvoiceLC' || flowType.endsWith('Report'))",
        "flowType === 'CustomerInvoiceLC'",
      ],
    },
    {
      name: 'periods of two regimes overlap',
      file: 'api/src/db/migrations/0173_tax_reports.sql',
      change: ["where (kind = 'sales'),", "where (kind = 'none'),"],
    },
  ])
  const ofExchange = mutantsOf(`${platform}/platform-exchange.api.test.ts`, [
    {
      name: 'a page of maintenance is taken for a message',
      file: `${platform}/platform-client.ts`,
      change: ["if (answer.headers.get('content-type')?.includes('html'))", 'if (false)'],
    },
    {
      name: 'a request without an answer is made again at once',
      file: `${platform}/platform-exchange.ts`,
      change: ['later(flow.asked_at, LISTED_AFTER_MS) <= now', 'true'],
    },
  ])
  const ofPeriods = mutantsOf('shared/src/domain/payments/tax-periods.test.ts', [
    {
      name: 'a period is closed before its margin has passed',
      file: 'shared/src/domain/payments/tax-periods.ts',
      change: ['date + 1 + MARGIN_DAYS', 'date + 1'],
    },
  ])
  return [...ofReports, ...ofExchange, ...ofPeriods]
}

const BROKEN_RULE =
  /\b[IL]\d+ [^"\n]{3,60}|duplicate key[^\n]*|does not go from status[^\n]*|deadlock[^\n]*/

if (import.meta.main) {
  const { runs, seed, only = '' } = readArguments({ runs: '300', seed: '20270112' })
  const survivors = await runMutants(
    MUTANTS.filter(({ name }) => name.includes(only)).map((mutant) => ({
      test: PROPERTY_TEST,
      ...mutant,
    })),
    { env: { MONEY_RUNS: runs, MONEY_SEED: seed }, reason: BROKEN_RULE },
  )
  process.exitCode = survivors.length > 0 ? 1 : 0
}
