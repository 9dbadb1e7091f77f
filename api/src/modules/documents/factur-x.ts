import {
  buildXml,
  DocumentTypeCode,
  Flavor,
  Profile,
  validateInput,
  validateXsd,
  VatCategoryCode,
  type FacturXInvoiceInput,
} from '@stackforge-eu/factur-x'
import type { VatLine } from '@awards/shared/contract'
import { isReverseCharge, majorUnits, vatAmount } from '@awards/shared/domain'
import type { InvoiceDocument, Party } from './documents.types.ts'
import { codedTerms } from './invoice-content.ts'

const ONE = 'C62'
/** An online payment service, and a credit transfer (UNTDID 4461). */
const MEANS = { online: '68', transfer: '30' }
/** French billing frames: services that are to be paid, and services that are paid already. */
const FRAMES = { due: 'S1', paid: 'S2' }
const SIREN_SCHEME = '0002'
const SIREN_LENGTH = 9
/** The French directory of e-invoicing, in which a company's general address is its SIREN. */
const FRENCH_ADDRESS_SCHEME = '0225'
const ROUNDING = 'BR-CO-17'

/** The XML of an invoice: UN/CEFACT CII in the profile EN 16931. */
export function facturX(document: InvoiceDocument): string {
  const xml = buildXml(inputOf(document), Profile.EN16931, Flavor.FACTUR_X)
  return (
    xml
      // The library writes empty elements for parts of an address that are not known,
      .replaceAll(/<ram:(\w+)><\/ram:\1>/g, '')
      // leaves two characters that XML does not know (XML 1.0 §2.2),
      .replaceAll(/[\uFFFE\uFFFF]/g, '')
      // and wants a rate where a line outside the scope of the tax must have none (BR-O-05).
      .replaceAll(/(<ram:CategoryCode>O<\/ram:CategoryCode>)<ram:Rate\w+>0<\/ram:Rate\w+>/g, '$1')
  )
}

/** Validates the XML against the profile's rules and schema; throws, since a fault is our bug. */
export async function requireValid(document: InvoiceDocument): Promise<void> {
  const found = validateInput(inputOf(document), Profile.EN16931).errors
  const wrong = found.filter(
    ({ message }) => !(isWithinOneCent(document) && message.includes(ROUNDING)),
  )
  const { errors } =
    wrong.length > 0 ? { errors: wrong } : await validateXsd(facturX(document), Profile.EN16931)
  if (errors.length > 0) {
    const about = document.order_no ?? document.number
    throw new Error(`The invoice of ${about} is not valid: ${JSON.stringify(errors)}`)
  }
}

/** The rule tolerates a cent, which some refunds need; the library compares floating-point numbers. */
const isWithinOneCent = ({ vat_lines }: InvoiceDocument): boolean =>
  vat_lines.every(({ net_minor, vat_minor, rate_percent }) => {
    const exact = vatAmount(Math.abs(net_minor), rate_percent)
    return Math.abs(Math.abs(vat_minor) - exact) <= 1
  })

function inputOf(document: InvoiceDocument): FacturXInvoiceInput {
  const { currency, order_no, cancels, cancels_on } = document
  const { po_number } = document.buyer
  const isCredit = document.kind === 'credit_note'
  // Amounts of a credit note are positive in the XML: its type code makes them credits.
  const amount = (minor: number) =>
    majorUnits({ amount_minor: isCredit ? -minor : minor, currency }) + 0
  const gross = amount(document.gross)
  const isPaid = document.paid !== null
  const isOutside = document.vat_lines.every((line) => categoryOf(line, document) === 'O')
  return {
    document: {
      id: document.number,
      issueDate: document.issued_on,
      typeCode: isCredit ? DocumentTypeCode.CREDIT_NOTE : DocumentTypeCode.COMMERCIAL_INVOICE,
      businessProcessId: isPaid ? FRAMES.paid : FRAMES.due,
      notes: [
        ...(document.reason ? [{ content: document.reason.fr }] : []),
        ...codedTerms(document.terms),
      ],
    },
    seller: partyOf(document.seller, isOutside),
    buyer: partyOf(document.buyer, isOutside),
    lines: document.lines.map((line, index) => ({
      id: String(index + 1),
      name: line.label,
      description: line.detail,
      quantity: line.quantity,
      unitCode: ONE,
      unitPrice: amount(line.net) / line.quantity,
      lineTotal: amount(line.net),
      vatCategoryCode: categoryOf(line, document),
      vatRatePercent: line.rate_percent,
    })),
    ...(document.delivery && {
      delivery: {
        partyName: document.delivery.name,
        location: addressOf(document.delivery),
        ...(document.service_on && { date: document.service_on }),
      },
    }),
    ...(!document.delivery && document.service_on && { delivery: { date: document.service_on } }),
    totals: {
      lineTotal: amount(document.net),
      taxBasisTotal: amount(document.net),
      taxTotal: amount(document.vat),
      grandTotal: gross,
      prepaidAmount: isPaid ? gross : 0,
      duePayableAmount: isPaid ? 0 : gross,
      currency,
    },
    vatBreakdown: document.vat_lines.map((line) => ({
      categoryCode: categoryOf(line, document),
      ratePercent: line.rate_percent,
      taxableAmount: amount(line.net_minor),
      taxAmount: amount(line.vat_minor),
      ...(line.mention && { exemptionReason: line.mention }),
      ...exemptionCode(categoryOf(line, document)),
    })),
    payment: {
      meansCode: document.bank ? MEANS.transfer : MEANS.online,
      ...(document.due_on && { dueDate: document.due_on }),
      ...(order_no && { paymentReference: order_no }),
    },
    references: [
      // The schema wants the seller's own number before the buyer's (BT-14, BT-13).
      ...(order_no ? [{ id: order_no, type: 'seller-order' as const }] : []),
      ...(po_number ? [{ id: po_number, type: 'order' as const }] : []),
      ...(cancels
        ? [
            {
              id: cancels,
              type: 'preceding' as const,
              ...(cancels_on && { issueDate: cancels_on }),
            },
          ]
        : []),
    ],
  }
}

type Rated = Pick<VatLine, 'rate_percent' | 'mention'>

/** Outside the scope of the tax excludes every other line (BR-O-11), so beside one it is "exempt". */
function categoryOf(line: Rated, document: InvoiceDocument): VatCategoryCode {
  const { rate_percent, mention } = line
  if (rate_percent > 0) return VatCategoryCode.STANDARD_RATE
  if (isReverseCharge(line)) return VatCategoryCode.REVERSE_CHARGE
  if (!mention) return VatCategoryCode.ZERO_RATED
  const isMixed = document.vat_lines.some((line) => line.rate_percent > 0)
  return isMixed ? VatCategoryCode.EXEMPT : VatCategoryCode.OUTSIDE_SCOPE
}

function exemptionCode(category: VatCategoryCode) {
  if (category === VatCategoryCode.REVERSE_CHARGE) return { exemptionReasonCode: 'VATEX-EU-AE' }
  if (category === VatCategoryCode.OUTSIDE_SCOPE) return { exemptionReasonCode: 'VATEX-EU-O' }
  return {}
}

/** Outside the scope of the tax no VAT number may be named (BR-O-02). */
function partyOf(party: Party, isOutside: boolean): FacturXInvoiceInput['buyer'] {
  const siren = party.siren?.replaceAll(/\D/g, '')
  const vat = /^[A-Z]{2}[0-9A-Z]+/.exec(party.vat_no?.replaceAll(/[\s.-]/g, '') ?? '')?.[0]
  return {
    name: party.name,
    address: addressOf(party),
    ...(siren && { legalOrganization: { id: siren, schemeID: SIREN_SCHEME } }),
    ...(siren?.length === SIREN_LENGTH && {
      electronicAddress: { value: siren, schemeID: FRENCH_ADDRESS_SCHEME },
    }),
    ...(vat && !isOutside && { taxRegistrations: [{ id: vat, schemeId: 'VA' }] }),
  }
}

const addressOf = ({ address, city, postal_code, country }: Party) => ({
  line1: address,
  city,
  postalCode: postal_code,
  country: /^[A-Z]{2}$/.test(country) ? country : 'FR',
})
