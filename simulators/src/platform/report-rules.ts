/** What the simulator reads of a report to the tax office (FRR, flux 10). */
export type ReportFacts = {
  id: string
  type: string
  siren: string
  kind: 'sales' | 'payments'
  from: string
  to: string
  flows: string[]
  /** Invoices to businesses abroad (10.1), by number: net and tax in cents, credits negative. */
  invoices: { number: string; net: number; vat: number }[]
  /** Sums of sales to consumers (10.3). */
  sales: { day: string; net: number; vat: number; count: number }[]
  /** What came for an invoice (10.2), or for consumers (10.4, without a number). */
  payments: { number: string; day: string; rate: number; amount: number }[]
}

const first = (text: string, name: string) =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
const all = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, part = '']) => part,
  )
const cents = (text: string) => Math.round(Number(text) * 100)

export function reportFacts(xml: string): ReportFacts {
  const head = all(xml, 'ReportDocument')[0] ?? ''
  const [sales] = all(xml, 'TransactionsReport')
  const [payments] = all(xml, 'PaymentsReport')
  const content = sales ?? payments ?? ''
  const facts = {
    id: first(head, 'Id'),
    type: first(head, 'TypeCode'),
    siren: first(all(head, 'Issuer')[0] ?? '', 'Id'),
    kind: sales === undefined ? ('payments' as const) : ('sales' as const),
    from: first(content, 'StartDate'),
    to: first(content, 'EndDate'),
    invoices: all(sales ?? '', 'Invoice').map((one) => {
      const sign = first(one, 'TypeCode') === '381' ? -1 : 1
      const totals = all(one, 'MonetaryTotal')[0] ?? ''
      return {
        number: first(one, 'ID'),
        net: sign * cents(first(totals, 'TaxExclusiveAmount')),
        vat: sign * cents(first(totals, 'TaxAmount')),
      }
    }),
    sales: all(sales ?? '', 'Transactions').map((one) => ({
      day: first(one, 'Date'),
      net: cents(first(one, 'TaxExclusiveAmount')),
      vat: cents(first(one, 'TaxTotal')),
      count: Number(first(one, 'TransactionsCount')),
    })),
    payments: [
      ...all(payments ?? '', 'Invoice').map((one) => ({ number: first(one, 'InvoiceID'), one })),
      ...all(payments ?? '', 'Transactions').map((one) => ({ number: '', one })),
    ].flatMap(({ number, one }) =>
      all(one, 'SubTotals').map((part) => ({
        number,
        day: first(one, 'Date'),
        rate: Number(first(part, 'TaxPercent')),
        amount: cents(first(part, 'Amount')),
      })),
    ),
  }
  const flows = [
    facts.invoices.length > 0 && '10.1',
    facts.payments.some(({ number }) => number) && '10.2',
    facts.sales.length > 0 && '10.3',
    facts.payments.some(({ number }) => !number) && '10.4',
  ]
  return { ...facts, flows: flows.filter((flow): flow is string => flow !== false) }
}

const TYPES: Record<string, string> = {
  '10.1': 'UnitaryCustomerTransactionReport',
  '10.2': 'UnitaryCustomerPaymentReport',
  '10.3': 'AggregatedCustomerTransactionReport',
  '10.4': 'AggregatedCustomerPaymentReport',
}

/** The type of a flow that a report is, by the Flow Service's list. */
export function flowTypeOf(xml: string): string {
  const { flows } = reportFacts(xml)
  return (flows.length === 1 && TYPES[flows[0] ?? '']) || 'MultiFlowReport'
}

type Fault = {
  code: 'InvalidSchema' | 'REJ_SEMAN' | 'REJ_UNI' | 'REJ_COH' | 'REJ_PER'
  text: string
}
const DAY = /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/
const AMOUNT = /^-?\d{1,17}(\.\d{1,6})?$/
const HEAD =
  /^<Id>[^<]+<\/Id>(<Name>[^<]*<\/Name>)?<IssueDateTime><DateTimeString>\d{14}<\/DateTimeString><\/IssueDateTime><TypeCode>[^<]+<\/TypeCode><Sender><Id schemeId="[^"]+">[^<]+<\/Id><Name>[^<]+<\/Name><RoleCode>[^<]+<\/RoleCode><\/Sender><Issuer><Id schemeId="[^"]+">[^<]+<\/Id><Name>[^<]+<\/Name><RoleCode>[^<]+<\/RoleCode><\/Issuer>$/
const compact = (date: Date) => date.toISOString().slice(0, 10).replaceAll('-', '')

/** What is wrong with a report by the schema (as far as it is known here) and by the rules of the tax office. */
export function reportFault(
  xml: string,
  taken: readonly ReportFacts[],
  now: Date,
): Fault | undefined {
  const facts = reportFacts(xml)
  const head = all(xml, 'ReportDocument')[0] ?? ''
  const content = all(xml, facts.kind === 'sales' ? 'TransactionsReport' : 'PaymentsReport')
  const amounts = [...xml.matchAll(/<(?:Tax\w*Amount|TaxTotal|Amount|PriceAmount)[^>]*>([^<]*)</g)]
  const isShaped =
    /^<\?xml[^>]*>\s*<Report>[\s\S]*<\/Report>\s*$/.test(xml) &&
    HEAD.test(head) &&
    content.every((one) => one.trimStart().startsWith('<ReportPeriod>')) &&
    amounts.every(([, amount = '']) => AMOUNT.test(amount))
  if (!isShaped) return { code: 'InvalidSchema', text: 'The file does not follow its schema' }
  const same = taken.find(
    (one) => one.siren === facts.siren && one.kind === facts.kind && one.from === facts.from,
  )
  const isBoth = xml.includes('<TransactionsReport>') && xml.includes('<PaymentsReport>')
  const semantic =
    isBoth ||
    content.length !== 1 ||
    !['IN', 'RE'].includes(facts.type) ||
    !/^\d{9}$/.test(facts.siren) ||
    ![facts.from, facts.to].every((day) => DAY.test(day)) ||
    all(content[0] ?? '', 'Invoice').some(
      (one) => facts.kind === 'sales' && !one.includes('<Buyer><CompanyId'),
    )
  if (semantic) return { code: 'REJ_SEMAN', text: 'Contrôle sémantique' }
  if (facts.to <= facts.from || facts.to >= compact(now))
    return { code: 'REJ_PER', text: 'La période n’est pas révolue' }
  if (same && (same.id === facts.id || facts.type === 'IN'))
    return { code: 'REJ_UNI', text: 'Les données ont déjà été transmises' }
  const isApart = facts.sales.every(({ day }) => day >= facts.from && day <= facts.to)
  const isSummed = all(content[0] ?? '', 'Transactions').every((one) => {
    const parts = all(one, 'TaxSubtotal')
    const sum = (name: string) => parts.reduce((whole, part) => whole + cents(first(part, name)), 0)
    return (
      facts.kind === 'payments' ||
      (sum('TaxableAmount') === cents(first(one, 'TaxExclusiveAmount')) &&
        sum('TaxTotal') === cents(first(one, 'TaxTotal')))
    )
  })
  if (!isApart || !isSummed || (facts.type === 'RE' && !same))
    return { code: 'REJ_COH', text: 'Une ou plusieurs données sont incohérentes' }
  return undefined
}
