import type { Endpoint } from './endpoint.ts'
import { documents, documentsAdded, payments, paymentsAdded } from './payments.ts'
import { entriesAdded, entries, uploads } from './entries.ts'
import { deliberation } from './jury/deliberation.ts'
import { judge, judgeAdded } from './jury/judge.ts'
import { agentDesk, juryCodes } from './jury/jury-codes.ts'
import { juryDesk } from './jury/jury-desk.ts'
import { jurySeat, subJudge, subjudges } from './jury/juror.ts'
import { money } from './money.ts'
import { auditDesk, organiser } from './organiser/organiser.ts'
import { people } from './organiser/people.ts'
import { programmeDesk } from './organiser/programme-desk.ts'
import { broadcasts, mailTexts } from './organiser/mails.ts'
import { figures } from './organiser/figures.ts'
import { apiKeys, webhooks } from './programs.ts'
import { oidc } from './oidc.ts'
import { passkeys } from './passkeys.ts'
import { publication, publicationAdded } from './publication.ts'
import { account, session, sessionAdded } from './session.ts'
import { scoreSheets } from './jury/score-sheet.ts'
import { studio } from './studio.ts'

export * from './endpoint.ts'
export * from './publication-rows.ts'
export * from './publication.ts'
export * from './session.ts'
export * from './passkeys.ts'
export * from './oidc.ts'
export * from './programs.ts'
export * from './entry-rows.ts'
export * from './entries.ts'
export {
  BasketLine,
  BasketQuote,
  Billing,
  PayableWork,
  RequiredTaxNumber,
  PayerRate,
  PaymentChannel,
  PaymentOrder,
  Quote,
  TaxBuyer,
  VatCheck,
  VatLine,
} from './payment-rows.ts'
export * from './payments.ts'
export * from './money.ts'
export * from './organiser/organiser.ts'
export * from './studio.ts'
export * from './organiser/people.ts'
export * from './organiser/programme-desk.ts'
export * from './organiser/mails.ts'
export * from './organiser/figures.ts'
export {
  JudgeRow,
  ReviewRow,
  Aggregate,
  Progress,
  PhaseInfo,
  CodeRow,
  SubJudgeRow,
  CHAIR_QUEUES,
  type ChairQueue,
  READING_ORDER,
} from './jury/review-rows.ts'
export * from './jury/deliberation.ts'
export * from './jury/judge.ts'
export * from './jury/jury-codes.ts'
export * from './jury/jury-desk.ts'
export * from './jury/juror.ts'
export * from './jury/score-sheet.ts'
export * from './jury/table-columns.ts'

/** The calls of the specification, §7. */
export const SPECIFICATION_CALLS: readonly Endpoint[] = [
  publication,
  session,
  entries,
  payments,
  documents,
  judge,
  subJudge,
  subjudges,
].flatMap((group) => Object.values<Endpoint>(group))

/** Calls that the product needs beside them. */
export const ADDED_CALLS: readonly Endpoint[] = [
  publicationAdded,
  sessionAdded,
  account,
  passkeys,
  oidc,
  apiKeys,
  webhooks,
  entriesAdded,
  studio,
  paymentsAdded,
  documentsAdded,
  uploads,
  jurySeat,
  juryDesk,
  judgeAdded,
  juryCodes,
  agentDesk,
  scoreSheets,
  deliberation,
  money,
  organiser,
  people,
  auditDesk,
  programmeDesk,
  broadcasts,
  figures,
  mailTexts,
].flatMap((group) => Object.values<Endpoint>(group))

/** Every call that the API mounts. */
export const ALL_CALLS: readonly Endpoint[] = [...SPECIFICATION_CALLS, ...ADDED_CALLS]
