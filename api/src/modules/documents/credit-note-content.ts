import type { VatLine } from '@awards/shared/contract'
import { vatAmount } from '@awards/shared/domain'
import type { StoredInvoice, Programme } from './documents.repository.ts'
import type { InvoiceLine, Bilingual, Party } from './documents.types.ts'
import { totalsOf, termsOf, sellerOf } from './invoice-content.ts'
import type { Draft } from './issue-invoice.ts'

type Share = Pick<InvoiceLine, 'net' | 'vat'>
type Taxed = Share & Pick<InvoiceLine, 'rate_percent'>

const grossOf = ({ net, vat }: Share) => net + vat

/**
 * Splits `amount` among what remains of the lines, by the largest-remainder method, so that the parts add
 * up to the cent. The full amount takes every cent of every line.
 */
export function sharesOf(left: readonly Taxed[], amount: number): Share[] {
  const total = left.reduce((sum, line) => sum + grossOf(line), 0)
  if (amount < 0 || amount > total) throw new Error(`${amount} of ${total} cannot be given back`)
  const exact = left.map((line) => (total === 0 ? 0 : (grossOf(line) * amount) / total))
  const parts = exact.map(Math.floor)
  let odd = amount - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder)
  for (const { index } of byRemainder) {
    if (odd === 0) break
    parts[index] = (parts[index] ?? 0) + 1
    odd -= 1
  }
  return left.map((line, index) => {
    const gross = parts[index] ?? 0
    const net = line.net - netOfRest(line, grossOf(line) - gross)
    return { net, vat: gross - net }
  })
}

/** The net of the remaining gross of a line, from its rate, so that rounding errors do not accumulate. */
function netOfRest({ net, vat, rate_percent }: Taxed, rest: number): number {
  const exact = Math.round((rest * 100) / (100 + rate_percent))
  return Math.min(net, Math.max(rest - vat, exact))
}

/** Why an invoice is credited: a refund, another address, or tax that was not due. */
export type Cause = 'refund' | 'billing' | 'vat'

const REASONS: Record<Cause, Bilingual> = {
  refund: { fr: 'Remboursement', en: 'Refund' },
  billing: { fr: 'Changement des coordonnées de facturation', en: 'Change of the billing details' },
  vat: {
    fr: 'Numéro de TVA validé après le paiement',
    en: 'VAT number confirmed after the payment',
  },
}

/** The lines of an invoice minus its credit notes. */
export function linesLeft(invoice: StoredInvoice, creditNotes: readonly StoredInvoice[]) {
  return invoice.document.lines.map((line, index) => {
    // A credit note of one entry has its lines alone.
    const credited = creditNotes.map(({ document }) =>
      line.apply_order_id
        ? document.lines.find((one) => one.apply_order_id === line.apply_order_id)
        : document.lines[index],
    )
    const sum = (part: 'net' | 'vat') =>
      credited.reduce((total, one) => total + (one?.[part] ?? 0), line[part])
    const net = sum('net')
    return { ...line, net, vat: sum('vat'), list_net: net === line.net ? line.list_net : net }
  })
}

/** What the lines amount to; those of one entry on an invoice of several. */
export const amountLeft = (lines: readonly InvoiceLine[], entryId?: string): number =>
  lines.reduce((sum, line) => (isOf(line, entryId) ? sum + line.net + line.vat : sum), 0)

const isOf = ({ apply_order_id }: InvoiceLine, entryId: string | undefined): boolean =>
  entryId === undefined || apply_order_id === undefined || apply_order_id === entryId

/**
 * The lines with the corrected tax; their nets do not change. After a partial refund the rates are those
 * of `vat`, and the tax is that of the remaining nets.
 */
export function correctedLines(
  left: readonly InvoiceLine[],
  vat: readonly VatLine[] | undefined,
): InvoiceLine[] {
  if (!vat) return [...left]
  const [only] = vat
  // Lines of several entries have one buyer, hence one rate.
  if (only && vat.length === 1 && left.length > 1)
    return rated(
      left,
      left.map(() => only),
    ).filter(({ net }) => net !== 0)
  const total = vat.reduce((sum, line) => sum + line.net_minor, 0)
  const net = left.reduce((sum, line) => sum + line.net, 0)
  if (total !== net && vat.length === left.length) return rated(left, vat)
  const whole = vat.map(({ net_minor, vat_minor }) => ({ net: net_minor, vat: vat_minor }))
  const parts = total === net ? whole : untaxedShares(vat, net)
  return vat.map((line, index) => {
    const known = left[index] ?? left[0]
    if (!known) throw new Error('An invoice without lines has no tax to correct')
    const { rate_percent, mention } = line
    const part = parts[index] ?? { net: 0, vat: 0 }
    const list_net = known.net === part.net ? known.list_net : part.net
    return { ...known, rate_percent, mention, ...part, list_net }
  })
}

/** Splits the remaining net among the new rates. */
const untaxedShares = (vat: readonly VatLine[], net: number) =>
  sharesOf(
    vat.map(({ net_minor }) => ({ net: net_minor, vat: 0, rate_percent: 0 })),
    net,
  ).map((part, index) => ({
    net: part.net,
    vat: vatAmount(part.net, vat[index]?.rate_percent ?? 0),
  }))

const rated = (left: readonly InvoiceLine[], vat: readonly VatLine[]): InvoiceLine[] =>
  left.map((line, index) => {
    const { rate_percent, mention } = vat[index] ?? line
    return { ...line, rate_percent, mention, vat: vatAmount(line.net, rate_percent) }
  })

type CreditSource = {
  programme: Programme
  invoice: StoredInvoice
  left: readonly InvoiceLine[]
  amount: number
  entryId?: string | undefined
  cause: Cause
}

/** The content of a credit note: its invoice's parties and lines, with negative amounts. */
export function creditDraft(source: CreditSource): Draft {
  const { programme, invoice, left, amount, entryId, cause } = source
  const lines = creditedLines(left, amount, entryId)
  const { document } = invoice
  const facts = { kind: 'credit_note', buyer_kind: document.buyer_kind } as const
  const totals = totalsOf(lines, document.currency)
  return {
    ...document,
    ...facts,
    seller: sellerOf(programme),
    lines,
    ...totals,
    terms: termsOf(programme, { ...facts, vat: totals.vat }),
    cancels: invoice.number,
    cancels_on: document.issued_on,
    reason: REASONS[cause],
  }
}

/** The lines with their shares of the amount, negative; those of other entries are zero, and are left out. */
function creditedLines(
  left: readonly InvoiceLine[],
  amount: number,
  entryId: string | undefined,
): InvoiceLine[] {
  const own = left.filter((line) => isOf(line, entryId))
  const shares = sharesOf(own, amount)
  return own.map((line, index) => {
    const { net, vat } = shares[index] ?? { net: 0, vat: 0 }
    return { ...line, net: -net, vat: -vat, list_net: -net }
  })
}

/** True if two buyers are printed alike. */
export const sameBuyer = (one: Party, other: Party): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** True if two lists of lines are taxed alike. */
export const sameTax = (one: readonly InvoiceLine[], other: readonly InvoiceLine[]): boolean =>
  JSON.stringify(taxOf(one)) === JSON.stringify(taxOf(other))

const taxOf = (lines: readonly InvoiceLine[]) =>
  lines.map(({ rate_percent, net, vat, mention }) => [rate_percent, net, vat, mention])

const inOrder = ({ name, address, postal_code, city, country, details }: Party) => [
  name,
  address,
  postal_code,
  city,
  country,
  ...details,
]
