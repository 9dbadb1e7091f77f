import {
  EU_COUNTRIES,
  isReverseCharge,
  majorUnits,
  minorDigits,
  type TaxReportKind,
} from '@awards/shared/domain'
import type { VatLine } from '@awards/shared/contract'
import { escapeXml, textElement, XML_START } from '../../../lib/markup.ts'
import type { Party } from '../../documents/documents.types.ts'
import { isOnDebits, type TaxFlow, type TaxLine } from '../books.ts'
import { stampOf } from './life-cycle.ts'

/** What the standard calls the rules that an invoice in a report follows. */
const PROFILE = 'urn.cpro.gouv.fr:1p0:ereporting'
/** Services that were paid before the invoice, and services that are to be paid. */
const FRAMES = { paid: 'S2', due: 'S1' }
const TYPES = { invoice: '380', credit_note: '381' }
/** The tax is due with the invoice (UNTDID 2475). */
const DUE_WITH_INVOICE = '5'
/** A company of France, of another country of the Union by its VAT number, and of the rest by country and name (ISO 6523). */
const SCHEMES = { siren: '0002', union: '0223', elsewhere: '0227' }
const NAME_LENGTH = 16
const ONE = 'C62'

export type TaxReportSum = {
  flow: TaxFlow
  currency: string
  /** Invoices, or movements of money. */
  count: number
  net_minor: number
  vat_minor: number
}
type Period = { kind: TaxReportKind; from_day: string; to_day: string }
/** A period's report without its number and time. `body` is empty when there is nothing to report. */
export type TaxReportContent = {
  items: TaxLine['item'][]
  sums: TaxReportSum[]
  left_out: number
  body: string
}

const element = (name: string, ...parts: string[]) => `<${name}>${parts.join('')}</${name}>`
const compact = (day: string) => day.replaceAll('-', '')
const dayElement = (name: string, day: string | null | undefined) =>
  day ? element(name, compact(day)) : ''
const amountOf = (amount_minor: number, currency: string) =>
  (majorUnits({ amount_minor, currency }) + 0).toFixed(minorDigits(currency))
const digits = (text = '') => text.replaceAll(/\D/g, '')
/** A VAT number without what people write between its characters, or beside it. */
const vatNumber = (text = '') => /^[A-Z]{2}[0-9A-Z]+/.exec(text.replaceAll(/[\s.-]/g, ''))?.[0]

/** An amount of money, or of tax, has to be in euros; a sale without tax may be in any currency. */
const isReportable = ({ flow, facts }: TaxLine) =>
  facts.currency === 'EUR' ||
  ((flow === '10.1' || flow === '10.3') &&
    facts.vat_lines.every(({ vat_minor }) => vat_minor === 0))

const BODIES = { sales: 'TransactionsReport', payments: 'PaymentsReport' }
const limitsOf = ({ from_day, to_day }: Period) =>
  element('ReportPeriod', dayElement('StartDate', from_day), dayElement('EndDate', to_day))

const keyOf = (item: TaxLine['item']) =>
  'invoice_id' in item ? `invoice ${item.invoice_id}` : `money ${item.ledger_id}`

/** What is reported of a period. The order of elements follows the lines, so that it is the same each time. */
export function taxReportContent(period: Period, all: readonly TaxLine[]): TaxReportContent {
  const lines = all.filter(isReportable)
  const items = new Map(lines.map(({ item }) => [keyOf(item), item]))
  const left = new Set(all.filter((one) => !isReportable(one)).map(({ item }) => keyOf(item)))
  const [unitary, summed] = period.kind === 'sales' ? ['10.1', '10.3'] : ['10.2', '10.4']
  const of = (flow: string | undefined) => lines.filter((line) => line.flow === flow)
  const parts =
    period.kind === 'sales'
      ? [
          ...grouped(of(unitary), byItem).map(invoiceElement),
          ...grouped(of(summed), byDayAndTax).map(dayOfSales),
        ]
      : [
          ...grouped(of(unitary), byInvoiceAndDay).map(invoicePaid),
          ...grouped(of(summed), byDay).map(dayOfPayments),
        ]
  return {
    items: [...items.values()],
    sums: sumsOf(lines),
    left_out: left.size,
    body:
      parts.length > 0
        ? element(BODIES[period.kind], `\n${limitsOf(period)}\n${parts.join('\n')}\n`)
        : '',
  }
}

/** A report without a line: it takes back all that was said of its period. */
export const emptyBody = (period: Period): string => element(BODIES[period.kind], limitsOf(period))

type Transmission = {
  number: string
  is_correction: boolean
  created_at: Date
  seller: Party
  body: string
}

/** The file of a transmission (FRR, flux 10): one kind of content, declared by the seller. */
export function taxReportXml({
  number,
  is_correction,
  created_at,
  seller,
  body,
}: Transmission): string {
  const siren = digits(seller.siren)
  const trader = (name: string) =>
    element(
      name,
      `<Id schemeId="${SCHEMES.siren}">${siren}</Id>`,
      textElement('Name', seller.name.slice(0, 150)),
      element('RoleCode', 'SE'),
    )
  const head = element(
    'ReportDocument',
    textElement('Id', number),
    element('IssueDateTime', element('DateTimeString', stampOf(created_at))),
    element('TypeCode', is_correction ? 'RE' : 'IN'),
    trader('Sender'),
    trader('Issuer'),
  )
  return `${XML_START}<Report>\n${head}\n${body}\n</Report>\n`
}

const byItem = ({ item }: TaxLine) => keyOf(item)
const byDay = ({ day }: TaxLine) => day
const byInvoiceAndDay = ({ number, day }: TaxLine) => `${number} ${day}`
const byDayAndTax = ({ day, facts, category, document }: TaxLine) =>
  [day, facts.currency, category, isOnDebits(document)].join(' ')

type Group = readonly [TaxLine, ...TaxLine[]]

function grouped(lines: readonly TaxLine[], keyed: (line: TaxLine) => string): Group[] {
  const groups = new Map<string, [TaxLine, ...TaxLine[]]>()
  for (const line of lines) {
    const group = groups.get(keyed(line))
    if (group) group.push(line)
    else groups.set(keyed(line), [line])
  }
  return [...groups.values()]
}

function sumsOf(lines: readonly TaxLine[]): TaxReportSum[] {
  return grouped(lines, ({ flow, facts }) => `${flow} ${facts.currency}`)
    .map((group): TaxReportSum => {
      const [{ flow, facts }] = group
      const count = new Set(group.map(byItem)).size
      return { flow, currency: facts.currency, count, ...totalOf(group) }
    })
    .toSorted((one, other) =>
      `${one.flow}${one.currency}`.localeCompare(`${other.flow}${other.currency}`),
    )
}

const totalOf = (lines: readonly TaxLine[]) => ({
  net_minor: lines.reduce((sum, { line }) => sum + line.net_minor, 0),
  vat_minor: lines.reduce((sum, { line }) => sum + line.vat_minor, 0),
})

/** Sums of one day, currency and category (10.3), with a part for each rate. */
function dayOfSales(group: Group): string {
  const [{ day, facts, category, document }] = group
  const { currency } = facts
  const { net_minor, vat_minor } = totalOf(group)
  const rates = byRate(group).map(({ rate, ...sum }) =>
    element(
      'TaxSubtotal',
      element('TaxPercent', String(rate)),
      element('TaxableAmount', amountOf(sum.net_minor, currency)),
      element('TaxTotal', amountOf(sum.vat_minor, 'EUR')),
    ),
  )
  return element(
    'Transactions',
    dayElement('Date', day),
    element('TransactionsCurrency', currency),
    isOnDebits(document) ? element('TaxDueDateTypeCode', DUE_WITH_INVOICE) : '',
    element('CategoryCode', category),
    element('TaxExclusiveAmount', amountOf(net_minor, currency)),
    element('TaxTotal', amountOf(vat_minor, 'EUR')),
    element('TransactionsCount', String(new Set(group.map(byItem)).size)),
    ...rates,
  )
}

type RateSum = { rate: number; net_minor: number; vat_minor: number }

const byRate = (group: readonly TaxLine[]): RateSum[] =>
  grouped(group, ({ line }) => String(line.rate_percent))
    .map((lines) => ({ rate: lines[0].line.rate_percent, ...totalOf(lines) }))
    .toSorted((one, other) => one.rate - other.rate)

const paymentElement = (group: Group) =>
  element(
    'Payment',
    dayElement('Date', group[0].day),
    ...byRate(group).map(({ rate, net_minor, vat_minor }) =>
      element(
        'SubTotals',
        element('TaxPercent', String(rate)),
        element('CurrencyCode', 'EUR'),
        element('Amount', amountOf(net_minor + vat_minor, 'EUR')),
      ),
    ),
  )

/** What came for consumers on one day (10.4). */
const dayOfPayments = (group: Group) => element('Transactions', paymentElement(group))

/** What came for one invoice on one day (10.2). */
function invoicePaid(group: Group): string {
  const [{ number, document }] = group
  return element(
    'Invoice',
    textElement('InvoiceID', number),
    dayElement('IssueDate', document.issued_on),
    paymentElement(group),
  )
}

/** One invoice to a business abroad (10.1). Amounts of a credit note are positive: its type makes them credits. */
function invoiceElement(group: Group): string {
  const [{ number, document, facts }] = group
  const { currency, seller } = document
  const isCredit = document.kind === 'credit_note'
  const amount = (minor: number, of = currency) => amountOf(isCredit ? -minor : minor, of)
  const company = (scheme: string, id: string) =>
    `<CompanyId schemeId="${scheme}">${escapeXml(id)}</CompanyId>`
  const vat = (no: string | undefined) =>
    no ? `<TaxRegistrationId qualifyingId="VAT">${escapeXml(no)}</TaxRegistrationId>` : ''
  const country = (code: string) => element('PostalAddress', textElement('CountryId', code))
  const totals = totalOf(group)
  return element(
    'Invoice',
    textElement('ID', number),
    dayElement('IssueDate', document.issued_on),
    element('TypeCode', isCredit ? TYPES.credit_note : TYPES.invoice),
    element('CurrencyCode', currency),
    dayElement('DueDate', document.due_on),
    isOnDebits(document) ? element('TaxDueDateTypeCode', DUE_WITH_INVOICE) : '',
    element(
      'BusinessProcess',
      element('ID', document.paid ? FRAMES.paid : FRAMES.due),
      element('TypeID', PROFILE),
    ),
    document.cancels
      ? element(
          'ReferencedDocument',
          textElement('ID', document.cancels),
          dayElement('IssueDate', document.cancels_on),
        )
      : '',
    element(
      'Seller',
      company(SCHEMES.siren, digits(seller.siren)),
      vat(vatNumber(seller.vat_no)),
      country(seller.country),
    ),
    element(
      'Buyer',
      company(...buyerId(facts)),
      vat(vatNumber(facts.vat_no)),
      country(facts.country),
    ),
    document.service_on ? element('Delivery', dayElement('Date', document.service_on)) : '',
    element(
      'MonetaryTotal',
      element('TaxExclusiveAmount', amount(totals.net_minor)),
      `<TaxAmount CurrencyCode="EUR">${amount(totals.vat_minor, 'EUR')}</TaxAmount>`,
    ),
    ...group.map(({ line }) =>
      element(
        'TaxSubTotal',
        element('TaxableAmount', amount(line.net_minor)),
        element('TaxAmount', amount(line.vat_minor, 'EUR')),
        taxCategory(line),
      ),
    ),
    ...document.lines.map(({ label, quantity, net }) =>
      element(
        'Line',
        `<BilledQuantity UnitCode="${ONE}">${quantity}</BilledQuantity>`,
        element('Price', element('PriceAmount', amount(net / quantity))),
        element('Product', textElement('Name', label)),
      ),
    ),
  )
}

/** The VAT number within the Union; elsewhere, or where none is known, country and the beginning of the name (p). */
function buyerId({ country, vat_no, name }: TaxLine['facts']): [string, string] {
  const number = vatNumber(vat_no)
  return EU_COUNTRIES.includes(country) && number
    ? [SCHEMES.union, number]
    : [SCHEMES.elsewhere, `${country}${name.slice(0, NAME_LENGTH).trim()}`]
}

/** Without tax the reason is given with its code: the buyer owes it, or it is outside the scope of the French tax. */
function taxCategory(line: VatLine): string {
  const { rate_percent, mention } = line
  const code = rate_percent > 0 ? 'S' : isReverseCharge(line) ? 'AE' : mention ? 'O' : 'Z'
  return element(
    'TaxCategory',
    element('Code', code),
    element('Percent', String(rate_percent)),
    textElement('TaxExemptionReason', mention),
    code === 'AE' || code === 'O' ? element('TaxExemptionReasonCode', `VATEX-EU-${code}`) : '',
  )
}
