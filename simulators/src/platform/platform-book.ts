import { createHash, randomUUID } from 'node:crypto'
import { escapeHtml as escape } from '../http.ts'
import { flowTypeOf, reportFacts, reportFault } from './report-rules.ts'

/** A flow as the Flow Service of XP Z12-013 describes it, with its file. */
export type PlatformFlow = {
  flowId: string
  trackingId?: string
  name: string
  flowSyntax: string
  flowType: string
  flowDirection: 'In' | 'Out'
  processingRule: string
  submittedAt: string
  updatedAt: string
  ack: 'Pending' | 'Ok' | 'Error'
  details: { level: string; item: string; reasonCode: string; reasonMessage: string }[]
  file: string
  sha256: string
  /** When a search begins to show it. */
  listedAt: number
}
export type FlowInfo = {
  trackingId?: string
  name: string
  flowSyntax: string
  processingRule?: string
  sha256?: string
}
type Step = { after: number; code: string; reason?: [code: string, text: string] }
type Planned = Step & { flow: PlatformFlow; due: number }

const SECOND = 1_000
const HAPPY: Step[] = [
  { after: 0, code: '200' },
  { after: 5 * SECOND, code: '202' },
  { after: 10 * SECOND, code: '203' },
  { after: 60 * SECOND, code: '204' },
  { after: 120 * SECOND, code: '205' },
]
const TO_BUYER = HAPPY.slice(0, 3)

/** How the simulator treats a buyer, by the last two digits of its SIREN. Shown on its page and in the docs. */
export const PLATFORM_RULES = [
  { ending: '98', answer: 'no_address', says: 'The directory has no line of this company' },
  { ending: '97', answer: 'refused', says: 'The buyer refuses the invoice (210)' },
  { ending: '96', answer: 'rejected', says: 'The receiving platform rejects the invoice (213)' },
  {
    ending: '95',
    answer: 'disputed',
    says: 'The buyer disputes the invoice (207), then approves it (205)',
  },
  {
    ending: '94',
    answer: 'invalid',
    says: 'The file is not admissible: the technical checks fail',
  },
] as const
export type BuyerKind = (typeof PLATFORM_RULES)[number]['answer'] | 'usual'

export const buyerKind = (siren: string): BuyerKind =>
  PLATFORM_RULES.find(({ ending }) => siren.endsWith(ending))?.answer ?? 'usual'

const LIVES: Record<BuyerKind, Step[]> = {
  usual: HAPPY,
  no_address: [{ after: 0, code: '213', reason: ['DEST_INC', 'Destinataire inconnu'] }],
  invalid: [],
  rejected: [
    { after: 0, code: '200' },
    { after: 5 * SECOND, code: '213', reason: ['REJ_SEMAN', 'Contrôle sémantique'] },
  ],
  refused: [
    ...TO_BUYER,
    { after: 60 * SECOND, code: '210', reason: ['CMD_ERR', 'Commande inconnue'] },
  ],
  disputed: [
    ...TO_BUYER,
    { after: 60 * SECOND, code: '207', reason: ['QTE_ERR', 'Quantité à vérifier'] },
    { after: 120 * SECOND, code: '205' },
  ],
}

/** What the platform knows of flows, and what becomes of them as time passes. */
export function platformBook(now: () => Date) {
  const flows: PlatformFlow[] = []
  const plans: Planned[] = []
  /** For tests: how a search lags, and how messages arrive. */
  const manner = { lagMs: 0, repeats: false, shuffles: false, rejectsReports: 0 }
  let lastUpdate = 0

  /** Strictly rising, as the standard promises. */
  function nextUpdate(): string {
    lastUpdate = Math.max(lastUpdate + 1, now().getTime())
    return new Date(lastUpdate).toISOString()
  }

  function accept(
    { trackingId, name, flowSyntax, processingRule = 'NotApplicable' }: FlowInfo,
    file: string,
  ): PlatformFlow {
    const at = nextUpdate()
    const isReport = flowSyntax === 'FRR'
    const isInvoice = flowSyntax === 'CII'
    const sha256 = createHash('sha256').update(file).digest('hex')
    const flow: PlatformFlow = {
      flowId: randomUUID(),
      ...(trackingId && { trackingId }),
      name,
      flowSyntax,
      flowType: isReport ? flowTypeOf(file) : isInvoice ? 'CustomerInvoice' : 'CustomerInvoiceLC',
      flowDirection: 'Out',
      processingRule,
      submittedAt: at,
      updatedAt: at,
      ack: 'Pending',
      details: [],
      file,
      sha256,
      listedAt: now().getTime() + manner.lagMs,
    }
    const twin = flows.find(
      (one) => one.sha256 === sha256 && one.ack !== 'Error' && !isRejected(one),
    )
    flows.push(flow)
    if (twin) fail(flow, 'AlreadyExistingFlow', `The same file is flow ${twin.flowId}`)
    else if (!file.trimStart().startsWith('<')) fail(flow, 'InvalidSchema', 'The file is no XML')
    else if (isReport) beginReport(flow)
    else if (isInvoice) begin(flow)
    else if (!invoiceOf(statusFacts(file).invoice)) {
      fail(flow, 'InvoiceLCInvalidStatus', 'There is no such invoice')
    } else plans.push({ flow, due: now().getTime(), after: 0, code: 'ok' })
    return flow
  }

  function begin(flow: PlatformFlow) {
    const { number, buyer } = invoiceFacts(flow.file)
    const kind = buyerKind(buyer)
    if (kind === 'invalid' || !number)
      return fail(flow, 'InvalidSchema', 'The file does not follow its schema')
    const isKnown = flows.some(
      (one) =>
        one !== flow &&
        one.ack !== 'Error' &&
        isInvoice(one) &&
        invoiceFacts(one.file).number === number &&
        !isRejected(one),
    )
    const steps: Step[] = isKnown
      ? [{ after: 0, code: '213', reason: ['DOUBLON', 'Facture déjà reçue'] }]
      : LIVES[kind]
    const at = now().getTime()
    plans.push({ flow, due: at, after: 0, code: 'ok' })
    plans.push(...steps.map((step) => ({ ...step, flow, due: at + step.after })))
  }

  /** A report is taken or not by the platform (its schema), and then by the tax office (300, 301). */
  function beginReport(flow: PlatformFlow) {
    const fault = reportFault(flow.file, inForce(flow), now())
    if (fault?.code === 'InvalidSchema') return fail(flow, fault.code, fault.text)
    const at = now().getTime()
    const isRejected = manner.rejectsReports > 0
    if (isRejected) manner.rejectsReports -= 1
    const reason: [string, string] | undefined = fault
      ? [fault.code, fault.text]
      : isRejected
        ? ['REJ_SEMAN', 'Contrôle sémantique']
        : undefined
    plans.push({ flow, due: at, after: 0, code: 'ok' })
    plans.push({
      flow,
      due: at + 5 * SECOND,
      after: 5 * SECOND,
      code: reason ? '301' : '300',
      ...(reason && { reason }),
    })
    if (reason) rejected.add(flow.flowId)
  }

  /** Reports that were taken; those of a period that a later one has replaced are no longer in force. */
  const rejected = new Set<string>()
  const takenReports = (but?: PlatformFlow) =>
    flows
      .filter(
        (one) =>
          one !== but &&
          one.flowSyntax === 'FRR' &&
          one.flowDirection === 'Out' &&
          one.ack !== 'Error' &&
          !rejected.has(one.flowId),
      )
      .map((one) => reportFacts(one.file))
  function inForce(but?: PlatformFlow) {
    const newest = new Map(
      takenReports(but).map((one) => [`${one.siren} ${one.kind} ${one.from}`, one] as const),
    )
    return [...newest.values()]
  }

  function fail(flow: PlatformFlow, reasonCode: string, reasonMessage: string) {
    flow.ack = 'Error'
    flow.details = [{ level: 'Error', item: flow.name, reasonCode, reasonMessage }]
  }

  const isInvoice = ({ flowSyntax, flowDirection }: PlatformFlow) =>
    flowSyntax === 'CII' && flowDirection === 'Out'
  const isRejected = (flow: PlatformFlow) =>
    flows.some(
      ({ flowDirection, trackingId, file }) =>
        flowDirection === 'In' &&
        trackingId === flow.flowId &&
        ['213', '301'].includes(statusFacts(file).code),
    )
  const invoiceOf = (number: string) =>
    flows.find(
      (one) => isInvoice(one) && one.ack !== 'Error' && invoiceFacts(one.file).number === number,
    )

  /** Does what is due by now. */
  function advance() {
    const due = plans.filter((plan) => plan.due <= now().getTime())
    for (const plan of due) plans.splice(plans.indexOf(plan), 1)
    if (manner.shuffles) due.reverse()
    for (const plan of due) {
      if (plan.code === 'ok') {
        plan.flow.ack = 'Ok'
        plan.flow.updatedAt = nextUpdate()
      } else {
        tell(plan)
        if (manner.repeats) tell(plan)
      }
    }
  }

  function tell({ flow, code, reason, due }: Planned) {
    const isReport = flow.flowSyntax === 'FRR'
    const { number, day, seller } = isReport
      ? { number: reportFacts(flow.file).id, day: '', seller: '' }
      : invoiceFacts(flow.file)
    const file = lifeCycleMessage({
      number,
      day,
      seller,
      code,
      at: new Date(due),
      ...(reason && { reason }),
    })
    receive(file, flow.flowId, isReport ? flow.flowType : undefined)
  }

  /** A message for the site; tests write their own. */
  function receive(file: string, about = '', flowType = 'CustomerInvoiceLC'): PlatformFlow {
    const at = nextUpdate()
    const flow: PlatformFlow = {
      flowId: randomUUID(),
      trackingId: about,
      name: 'cdv.xml',
      flowSyntax: 'CDAR',
      flowType,
      flowDirection: 'In',
      processingRule: 'B2B',
      submittedAt: at,
      updatedAt: at,
      ack: 'Ok',
      details: [],
      file,
      sha256: createHash('sha256').update(file).digest('hex'),
      listedAt: 0,
    }
    flows.push(flow)
    return flow
  }

  return {
    accept,
    advance,
    receive,
    manner,
    flows: () => flows,
    find: (flowId: string) => flows.find((one) => one.flowId === flowId),
    /** Those that a search finds by now, oldest change first. */
    search(where: { trackingId?: string; updatedAfter?: string }, limit: number) {
      advance()
      const after = where.updatedAfter === undefined ? -Infinity : Date.parse(where.updatedAfter)
      return flows
        .filter(({ listedAt }) => listedAt <= now().getTime())
        .filter((one) => where.trackingId === undefined || one.trackingId === where.trackingId)
        .filter(({ updatedAt }) => Date.parse(updatedAt) > after)
        .toSorted((one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt))
        .slice(0, limit)
    },
    /** Invoices that the platform has taken and not rejected. */
    invoices: () =>
      flows
        .filter((one) => isInvoice(one) && one.ack !== 'Error' && !isRejected(one))
        .map((one) => ({ ...invoiceFacts(one.file), flowId: one.flowId })),
    /** Reports of the tax office's, those that replaced others in their place. */
    reports: () => inForce(),
    /** What was reported to it of money. */
    collected: () =>
      flows
        .filter(
          (one) => one.flowDirection === 'Out' && one.flowSyntax === 'CDAR' && one.ack !== 'Error',
        )
        .map((one) => statusFacts(one.file)),
  }
}

const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''

/** What the simulator reads of an invoice in CII. */
export function invoiceFacts(xml: string) {
  const party = (name: string) => first(xml, new RegExp(`<ram:${name}>([\\s\\S]*?)</ram:${name}>`))
  const siren = (part: string) =>
    first(part, /<ram:SpecifiedLegalOrganization>\s*<ram:ID[^>]*>(\d+)</)
  return {
    number: first(xml, /<rsm:ExchangedDocument>\s*<ram:ID>([^<]*)</),
    type: first(xml, /<rsm:ExchangedDocument>[\s\S]*?<ram:TypeCode>(\d+)</),
    day: first(xml, /<ram:IssueDateTime>\s*<udt:DateTimeString[^>]*>(\d{8})/),
    buyer: siren(party('BuyerTradeParty')),
    seller: siren(party('SellerTradeParty')),
    gross: first(xml, /<ram:GrandTotalAmount[^>]*>([^<]*)</),
  }
}

/** What it reads of a life-cycle message. */
export function statusFacts(xml: string) {
  const amounts = xml.matchAll(
    /<ram:ValueAmount[^>]*>([^<]*)<\/ram:ValueAmount><ram:ValuePercent>([^<]*)</g,
  )
  return {
    id: first(xml, /<rsm:ExchangedDocument>\s*<ram:ID>([^<]*)</),
    invoice: first(xml, /<ram:IssuerAssignedID>([^<]*)</),
    code: first(xml, /<ram:ProcessConditionCode>([^<]*)</),
    amounts: [...amounts].map(([, amount = '', rate = '']) => ({
      amount: Number(amount),
      rate: Number(rate),
    })),
  }
}

type Told = {
  number: string
  code: string
  at: Date
  day?: string
  seller?: string
  reason?: [code: string, text: string]
}

const FRENCH_CLOCK = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A message of the life cycle as a platform writes it (CDAR). */
export function lifeCycleMessage({
  number,
  code,
  at,
  day = '',
  seller = '',
  reason,
}: Told): string {
  const stamp = FRENCH_CLOCK.format(at).replaceAll(/\D/g, '')
  const time = `<udt:DateTimeString format="204">${stamp}</udt:DateTimeString>`
  const status = reason
    ? `<ram:SpecifiedDocumentStatus><ram:ReasonCode>${escape(reason[0])}</ram:ReasonCode><ram:Reason>${escape(reason[1])}</ram:Reason><ram:SequenceNumeric>1</ram:SequenceNumeric></ram:SpecifiedDocumentStatus>`
    : ''
  const namespace = 'urn:un:unece:uncefact:data:standard'
  return `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossDomainAcknowledgementAndResponse xmlns:qdt="${namespace}:QualifiedDataType:100" xmlns:udt="${namespace}:UnqualifiedDataType:100" xmlns:ram="${namespace}:ReusableAggregateBusinessInformationEntity:100" xmlns:rsm="${namespace}:CrossDomainAcknowledgementAndResponse:100">
<rsm:ExchangedDocument><ram:ID>${escape(number)}_${code}_${stamp}#380_${day}</ram:ID><ram:IssueDateTime>${time}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:AcknowledgementDocument><ram:TypeCode>${Number(code) < 204 || code === '213' ? 305 : 23}</ram:TypeCode><ram:IssueDateTime>${time}</ram:IssueDateTime><ram:ReferenceReferencedDocument><ram:IssuerAssignedID>${escape(number)}</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${day}</qdt:DateTimeString></ram:FormattedIssueDateTime><ram:ProcessConditionCode>${escape(code)}</ram:ProcessConditionCode><ram:IssuerTradeParty><ram:GlobalID schemeID="0002">${seller}</ram:GlobalID></ram:IssuerTradeParty>${status}</ram:ReferenceReferencedDocument></rsm:AcknowledgementDocument>
</rsm:CrossDomainAcknowledgementAndResponse>
`
}
