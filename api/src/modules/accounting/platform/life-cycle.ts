import { SaxesParser } from 'saxes'
import { majorUnits, minorDigits, momentIn, wallClockIn } from '@awards/shared/domain'
import { escapeXml, textElement, XML_START } from '../../../lib/markup.ts'

const NAMESPACE = 'urn:un:unece:uncefact:data:standard'
const RSM = `${NAMESPACE}:CrossDomainAcknowledgementAndResponse:100`
const ROOT = 'CrossDomainAcknowledgementAndResponse'
/** Stamps of the standard name no zone; French platforms write French time. */
const ZONE = 'Europe/Paris'

/** What one life-cycle message says of one invoice. */
export type LifeCycleEvent = {
  invoice_no: string
  code: string
  at: Date
  reasons: { code: string; text: string }[]
}

const DOCUMENT = 'AcknowledgementDocument'
const REFERENCE = `${DOCUMENT}/ReferenceReferencedDocument`
const STATUS = `${REFERENCE}/SpecifiedDocumentStatus`

/**
 * Reads a life-cycle message (CDAR, XP Z12-012): an event for each invoice that it names. Throws for what is no such
 * message. Document types and their entities are refused, so that no text can grow while it is read.
 */
export function readLifeCycle(xml: string): LifeCycleEvent[] {
  const parser = new SaxesParser({ xmlns: true })
  const path: string[] = []
  const events: LifeCycleEvent[] = []
  let isRoot = false
  let text = ''
  let stamp: Date | undefined
  let event: Partial<LifeCycleEvent> = {}
  let reason = { code: '', text: '' }

  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type is not taken')
  })
  parser.on('opentag', ({ local, uri }) => {
    text = ''
    if (isRoot) return void path.push(local)
    if (local !== ROOT || uri !== RSM) throw new Error(`${local} is no life-cycle message`)
    isRoot = true
  })
  parser.on('text', (part) => void (text += part))
  parser.on('cdata', (part) => void (text += part))
  parser.on('closetag', () => {
    const value = text.trim()
    text = ''
    switch (path.join('/')) {
      // A message says when it was written before it says when the event was.
      case 'ExchangedDocument/IssueDateTime/DateTimeString':
      case `${DOCUMENT}/IssueDateTime/DateTimeString`:
        stamp = momentOf(value)
        break
      case `${REFERENCE}/IssuerAssignedID`:
        event.invoice_no = value
        break
      case `${REFERENCE}/ProcessConditionCode`:
        event.code = value
        break
      case `${STATUS}/ReasonCode`:
        reason.code = value
        break
      case `${STATUS}/Reason`:
        reason.text = value
        break
      case STATUS:
        if (reason.code || reason.text) (event.reasons ??= []).push(reason)
        reason = { code: '', text: '' }
        break
      case REFERENCE:
        events.push(completed(event, stamp))
        event = {}
        break
      default:
    }
    path.pop()
  })
  // A byte order mark is no part of the document.
  parser.write(xml.replace(/^\uFEFF/, '')).close()
  if (events.length === 0) throw new Error('the message names no invoice')
  return events
}

function completed(event: Partial<LifeCycleEvent>, at: Date | undefined): LifeCycleEvent {
  const { invoice_no, code, reasons = [] } = event
  if (!invoice_no || !code || !at) throw new Error('an invoice without its number, code or time')
  return { invoice_no, code, at, reasons }
}

/** `20250701151000` (format 204) as a moment. */
function momentOf(stamp: string): Date {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp)
  if (!parts) throw new Error(`${stamp.slice(0, 30)} is no time`)
  const [, year, month, day, hour, minute, second] = parts
  const moment = momentIn(ZONE, `${year}-${month}-${day}T${hour}:${minute}:${second}`)
  if (Number.isNaN(moment)) throw new Error(`${stamp} is no time`)
  return new Date(moment)
}

export const stampOf = (moment: Date) => wallClockIn(moment, ZONE).replaceAll(/\D/g, '')

/** What came or went back for an invoice, of each rate with its tax; negative for a refund. */
export type CollectedAmount = { rate_percent: number; amount_minor: number }
type Trader = { siren: string; name: string }
type Collected = {
  number: string
  type: '380' | '381'
  issued_on: string
  seller: Trader
  buyer: Trader & { address: string }
  /** When the money moved, and when we tell of it. */
  at: Date
  reported_at: Date
  /** Tells two movements of one second apart. */
  reference: string
  currency: string
  amounts: readonly CollectedAmount[]
}

/** The message that money for an invoice has arrived or gone back: 212, *Encaissée*. */
export function collectedMessage(of: Collected): string {
  const { number, type, issued_on, seller, buyer, currency, amounts } = of
  const day = issued_on.replaceAll('-', '')
  const id = `${number}_212_${stampOf(of.at)}_${of.reference}#${type}_${day}`
  const time = (moment: Date) =>
    `<udt:DateTimeString format="204">${stampOf(moment)}</udt:DateTimeString>`
  const trader = (element: string, scheme: string, who: Trader, role: string, address = '') =>
    `<ram:${element}><ram:GlobalID schemeID="${scheme}">${escapeXml(who.siren)}</ram:GlobalID>` +
    `${textElement('ram:Name', who.name)}<ram:RoleCode>${role}</ram:RoleCode>${address}</ram:${element}>`
  const buyerAddress = `<ram:URIUniversalCommunication><ram:URIID schemeID="0225">${escapeXml(buyer.address)}</ram:URIID></ram:URIUniversalCommunication>`
  const decimals = minorDigits(currency)
  const characteristics = amounts.map(({ rate_percent, amount_minor }) => {
    const amount = majorUnits({ amount_minor, currency }).toFixed(decimals)
    return (
      '<ram:SpecifiedDocumentCharacteristic><ram:TypeCode>MEN</ram:TypeCode>' +
      '<ram:ValueChangedIndicator><udt:IndicatorString>false</udt:IndicatorString></ram:ValueChangedIndicator>' +
      `<ram:ValueAmount currencyID="${escapeXml(currency)}">${amount}</ram:ValueAmount>` +
      `<ram:ValuePercent>${rate_percent.toFixed(2)}</ram:ValuePercent></ram:SpecifiedDocumentCharacteristic>`
    )
  })
  return `${XML_START}<rsm:${ROOT} xmlns:qdt="${NAMESPACE}:QualifiedDataType:100" xmlns:udt="${NAMESPACE}:UnqualifiedDataType:100" xmlns:ram="${NAMESPACE}:ReusableAggregateBusinessInformationEntity:100" xmlns:rsm="${RSM}">
<rsm:ExchangedDocumentContext><ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>REGULATED</ram:ID></ram:BusinessProcessSpecifiedDocumentContextParameter><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn.cpro.gouv.fr:1p0:CDV:invoice</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${textElement('ram:ID', id)}${textElement('ram:Name', `${number}_212_Encaissee`)}<ram:IssueDateTime>${time(of.reported_at)}</ram:IssueDateTime>
<ram:SenderTradeParty><ram:RoleCode>SE</ram:RoleCode></ram:SenderTradeParty>${trader('IssuerTradeParty', '0002', seller, 'SE')}
${trader('RecipientTradeParty', '0002', buyer, 'BY', buyerAddress)}${trader('RecipientTradeParty', '0238', { siren: '9998', name: 'PPF' }, 'DFH')}</rsm:ExchangedDocument>
<rsm:AcknowledgementDocument><ram:MultipleReferencesIndicator><udt:Indicator>false</udt:Indicator></ram:MultipleReferencesIndicator><ram:TypeCode>23</ram:TypeCode><ram:IssueDateTime>${time(of.at)}</ram:IssueDateTime>
<ram:ReferenceReferencedDocument>${textElement('ram:IssuerAssignedID', number)}<ram:StatusCode>47</ram:StatusCode><ram:TypeCode>${type}</ram:TypeCode><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${day}</qdt:DateTimeString></ram:FormattedIssueDateTime><ram:ProcessConditionCode>212</ram:ProcessConditionCode><ram:ProcessCondition>Encaissée</ram:ProcessCondition><ram:IssuerTradeParty><ram:GlobalID schemeID="0002">${escapeXml(seller.siren)}</ram:GlobalID></ram:IssuerTradeParty>
<ram:SpecifiedDocumentStatus>${characteristics.join('')}</ram:SpecifiedDocumentStatus></ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument>
</rsm:${ROOT}>
`
}
