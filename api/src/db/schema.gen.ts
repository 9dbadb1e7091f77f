/* Generated from the migrations by `npm run awards -- db-types`; not edited by hand. */
import type { ColumnType } from 'kysely'

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[]

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export type Numeric = ColumnType<string, number | string, number | string>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface AccountRights {
  given_at: Generated<Timestamp>
  given_by: Int8 | null
  name: string
  user_id: Int8
}

export interface AdmissionAssignees {
  apply_order_id: Int8
  assigned_at: Generated<Timestamp>
  assigned_by: Int8 | null
  user_id: Int8
}

export interface Admissions {
  admitted_at: Generated<Timestamp>
  admitted_by: Int8 | null
  answers: Json
  apply_order_id: Int8
  files: Json
}

export interface Agendas {
  edition_id: Int8
  revision: Generated<number>
}

export interface ApiKeys {
  created_at: Timestamp
  expires_at: Timestamp
  id: Generated<Int8>
  key_hash: Buffer
  last_used_at: Timestamp | null
  name: string
  prefix: string
  revoked_at: Timestamp | null
  scopes: string[]
  user_id: Int8
}

export interface ApplyOrders {
  agent_code: string | null
  answers: Generated<Json>
  award_id: Int8 | null
  category_id: Int8
  correction_due_at: Timestamp | null
  correction_note: string | null
  country: string | null
  created_at: Generated<Timestamp>
  decision_status: Generated<number>
  decision_version: Generated<number>
  divergence_closed_at: Timestamp | null
  edited_by: Int8 | null
  edition_id: Int8
  entry_fee_status: Generated<number>
  entry_no: string
  entry_status: Generated<number>
  form_hash: string | null
  id: Generated<Int8>
  invitation_code: string | null
  is_show: Generated<boolean>
  judging_no: string
  jury_statement: Json | null
  offer_expires_at: Timestamp | null
  package_code: string | null
  paid_at: Timestamp | null
  project_id: Int8
  public_words: Generated<string | null>
  published_at: Timestamp | null
  section_id: Int8
  step_completed: Generated<number>
  submitted_at: Timestamp | null
  title: Generated<string>
  updated_at: Generated<Timestamp>
  user_id: Int8
  version: Generated<number>
  winner_fee_status: Generated<number>
  winning_info: Json | null
  withdrawn_at: Timestamp | null
}

export interface Articles {
  cover_alt: Json | null
  cover_file_id: Int8 | null
  excerpt: Json
  html: Json
  id: Generated<Int8>
  markdown: Json | null
  published_at: Timestamp
  slug: string
  tags: Generated<string[]>
  title: Json
  type: string
}

export interface Assignments {
  apply_order_id: Int8
  assigned_by: Int8 | null
  created_at: Generated<Timestamp>
  due_at: Timestamp | null
  id: Generated<Int8>
  is_extra: Generated<boolean>
  juror_id: Int8
  level: number
  status: Generated<number>
  updated_at: Generated<Timestamp>
}

export interface AuditChain {
  audit_id: Int8
  hash: Buffer
  seq: Int8
}

export interface AuditLog {
  action: string
  actor_id: Int8 | null
  actor_role: string
  after: Json | null
  at: Generated<Timestamp>
  before: Json | null
  id: Generated<Int8>
  reason: string | null
  request_id: string | null
  subject: string
}

export interface AwardLevels {
  code: string
  colour: string
  description: Json
  id: Generated<Int8>
  min_score: Numeric | null
  name: Json
  rank: number
}

export interface Backups {
  bytes: Int8
  files: Int8
  finished_at: Timestamp
  id: string
  missing: number
  rows: Int8
  started_at: Timestamp
}

export interface Banners {
  alt: Json | null
  code: string
  ends_at: Timestamp | null
  id: Generated<Int8>
  image_file_id: Int8 | null
  link: string | null
  link_label: Json | null
  mobile_file_id: Int8 | null
  position: string
  sort: Generated<number>
  starts_at: Timestamp | null
  subtitle: Json | null
  title: Json
}

export interface Blocks {
  alt: Json | null
  code: string
  ends_at: Timestamp | null
  html: Json
  id: Generated<Int8>
  image_file_id: Int8 | null
  markdown: Json | null
  position: string
  sort: Generated<number>
  starts_at: Timestamp | null
  title: Json
}

export interface BookExports {
  by_user_id: Int8 | null
  created_at: Timestamp
  first_day: string
  kind: string
  last_day: string
  rows: number
  storage_key: string
}

export interface BroadcastRecipients {
  broadcast_id: Int8
  mail_id: Int8 | null
  queued_at: Timestamp | null
  skipped_for: string | null
  state: Generated<string>
  user_id: Int8
}

export interface Broadcasts {
  audience: string
  category_id: Int8 | null
  changed_at: Timestamp
  changed_by: Int8
  done_at: Timestamp | null
  edition_id: Int8
  id: Generated<Int8>
  language: string | null
  starts_at: Timestamp | null
  state: Generated<string>
  texts: Json
  version: Generated<number>
}

export interface CastingVotes {
  at: Generated<Timestamp>
  by_user_id: Int8
  category_id: Int8
  edition_id: Int8
  entry_ids: ArrayType<Int8>
  id: Generated<Int8>
  is_ex_aequo: Generated<boolean>
  reason: string
}

export interface Categories {
  code: string
  description: Json
  id: Generated<Int8>
  image_alt: Json | null
  image_file_id: Int8 | null
  is_active: Generated<boolean>
  min_images: Generated<number>
  name: Json
  parent_id: Int8 | null
  sections_allowed: Generated<string[]>
  sort: Generated<number>
}

export interface CategoryWeights {
  category_id: Int8
  criterion_id: Int8
  weight: Numeric
}

export interface CertificateKeys {
  created_at: Generated<Timestamp>
  jwk: Json
  key_id: string
}

export interface Certificates {
  apply_order_id: Int8
  award_id: Int8
  holder: string
  id: Generated<Int8>
  issued_at: Generated<Timestamp>
  key_id: string | null
  number: string
  payload: string | null
  renamed_at: Timestamp | null
  signature: string | null
  status: Generated<string>
}

export interface Codes {
  bound_email: string | null
  categories: Generated<string[]>
  code: string
  commission_percent: Generated<number>
  created_at: Generated<Timestamp>
  created_by: Int8 | null
  discount_amount_minor: number | null
  discount_cap_minor: number | null
  discount_percent: Generated<number>
  edition_id: Int8 | null
  ended_at: Timestamp | null
  id: Generated<Int8>
  is_active: Generated<boolean>
  juror_level: number | null
  kind: string
  label: Generated<string>
  language: Generated<string>
  max_uses: number | null
  note: Generated<string>
  owner_id: Int8 | null
  redeemed: Generated<number>
  redeemed_at: Timestamp | null
  redeemed_by: Int8 | null
  sections: Generated<string[]>
  valid_from: Timestamp | null
  valid_until: Timestamp | null
}

export interface CodeUses {
  apply_order_id: Int8
  at: Generated<Timestamp>
  code: string
  id: Generated<Int8>
  order_no: string | null
}

export interface Conflicts {
  apply_order_id: Int8
  at: Generated<Timestamp>
  by_user_id: Int8 | null
  dismissed_at: Timestamp | null
  dismissed_by: Int8 | null
  dismissed_reason: string | null
  evidence: string | null
  id: Generated<Int8>
  is_pinned: Generated<boolean>
  juror_id: Int8
  note: Generated<string>
  source: string
  state: Generated<string>
  type: string
}

export interface Consents {
  at: Generated<Timestamp>
  given: boolean
  id: Generated<Int8>
  kind: string
  subject: string | null
  user_id: Int8
  version: string | null
}

export interface CountedVotes {
  apply_order_id: Int8 | null
  category_id: Int8 | null
  edition_id: Int8 | null
  is_extra: boolean | null
  juror_id: Int8 | null
  level: number | null
  score_id: Int8 | null
  total: Numeric | null
}

export interface Criteria {
  code: string
  description: Json
  id: Generated<Int8>
  name: Json
  sort: Generated<number>
}

export interface DataExports {
  bytes: Int8 | null
  expires_at: Timestamp | null
  id: Generated<Int8>
  ready_at: Timestamp | null
  requested_at: Timestamp
  status: Generated<string>
  storage_key: string | null
  user_id: Int8
}

export interface DataRequests {
  by_user_id: Int8 | null
  due_on: Generated<string>
  ended_at: Timestamp | null
  id: Generated<Int8>
  kept: Generated<string[]>
  kind: string
  note: Generated<string>
  obstacle: string | null
  received_on: string
  state: Generated<string>
  user_id: Int8
  way: string
}

export interface Decisions {
  apply_order_id: Int8
  at: Generated<Timestamp>
  award_id: Int8 | null
  by_user_id: Int8 | null
  id: Generated<Int8>
  kind: string
  level: number
  reason: Generated<string>
}

export interface DeliberationComments {
  apply_order_id: Int8
  at: Timestamp
  body: string
  edited_at: Timestamp | null
  erased_at: Timestamp | null
  hidden_at: Timestamp | null
  hidden_by: Int8 | null
  hidden_reason: string | null
  id: Generated<Int8>
  juror_id: Int8
  level: number
  removed_at: Timestamp | null
  seal: Generated<string>
}

export interface DeliberationMarks {
  apply_order_id: Int8
  juror_id: Int8
  level: number
  total: Numeric
}

export interface Deliberations {
  apply_order_id: Int8
  begun_at: Timestamp | null
  edition_id: Int8
  erased_at: Timestamp | null
  is_released: Generated<boolean>
  opened_at: Timestamp
  opened_by: Int8
  position: number
  seal: Generated<string>
  state: Generated<string>
  summary: Generated<string>
  summary_at: Timestamp | null
  summary_by: Int8 | null
  summary_version: Generated<number>
}

export interface DocumentCounters {
  last: Generated<number>
  last_at: Timestamp | null
  series: string
}

export interface DrawnDocuments {
  drawn_at: Timestamp
  storage_key: string
}

export interface Editions {
  closes_at: Timestamp
  code: string
  created_at: Generated<Timestamp>
  currency: Generated<string>
  frozen_at: Timestamp | null
  id: Generated<Int8>
  name: Json
  opens_at: Timestamp
  results_at: Timestamp | null
  results_published_at: Timestamp | null
  rules_version: Generated<string>
  season: Generated<number>
  snapshot_id: Int8 | null
  status: Generated<number>
  student_package_percent: Generated<number>
  timezone: Generated<string>
  year: number
}

export interface EmailCodes {
  code_hash: Buffer
  created_at: Generated<Timestamp>
  email: string
  expires_at: Timestamp
  id: Generated<Int8>
  scene: string
  tries: Generated<number>
  used_at: Timestamp | null
}

export interface EntryAnswerFiles {
  apply_order_id: Int8
  file_id: Int8
  question: string
}

export interface EntryCounters {
  category_id: Int8
  edition_id: Int8
  last: Generated<number>
}

export interface EntryEvents {
  apply_order_id: Int8
  at: Generated<Timestamp>
  by_user_id: Int8 | null
  code: string
  detail: string | null
  id: Generated<Int8>
}

export interface EntryFigures {
  apply_order_id: Int8
  category_id: Int8
  deviation: Numeric | null
  edition_id: Int8
  flagged_at: Timestamp | null
  has_extra_vote: Generated<boolean>
  is_divergent: Generated<boolean>
  is_to_discuss: Generated<boolean>
  level: number
  mean: Numeric | null
  median: Numeric | null
  range: Numeric | null
  totals: Generated<ArrayType<Numeric>>
  trimmed: Numeric | null
  voters: Generated<ArrayType<Int8>>
  votes: Generated<number>
}

export interface EntryFiles {
  alt: Generated<string>
  apply_order_id: Int8
  credit: string | null
  file_id: Int8
  kind: string
  sort: Generated<number>
}

export interface EntryForms {
  created_at: Timestamp
  hash: string
  questions: Json
}

export interface EntryQuestions {
  categories: Generated<string[]>
  choices: Generated<Json>
  code: string
  file_kinds: Generated<string[]>
  help: Json | null
  jurors: string
  kind: string
  label: Json
  maximum: number | null
  minimum: number | null
  public: boolean
  required: boolean
  sections: Generated<string[]>
  sort: number
}

export interface EntryTransitions {
  from_status: number
  to_status: number
}

export interface EntryWarnings {
  apply_order_id: Int8
  at: Generated<Timestamp>
  detail: string
  id: Generated<Int8>
  kind: string
}

export interface Faqs {
  code: string
  ends_at: Timestamp | null
  group_code: string
  grouping: Json
  html: Json
  id: Generated<Int8>
  markdown: Json | null
  question: Json
  sort: Generated<number>
  starts_at: Timestamp | null
}

export interface FeeOrders {
  amount_minor: number | null
  apply_order_id: Int8 | null
  billing: Json | null
  changed_at: Timestamp | null
  channel: string | null
  closed_at: Timestamp | null
  created_at: Timestamp | null
  currency: string | null
  expires_at: Timestamp | null
  fee_type: number | null
  is_duplicate: boolean | null
  is_late: boolean | null
  order_amount_minor: number | null
  order_no: string | null
  package_code: string | null
  paid_at: Timestamp | null
  position: number | null
  processing_since: Timestamp | null
  provider_ref: string | null
  provider_txn: string | null
  quote: Json | null
  status: number | null
}

export interface FeePeriods {
  code: string
  edition_id: Int8
  ends_at: Timestamp
  id: Generated<Int8>
  name: Json
  starts_at: Timestamp
}

export interface FeePrices {
  amount_minor: number
  kind: string
  period_id: Int8
  section_id: Int8
}

export interface FileChecksums {
  bytes: Int8
  crc32: Int8
  storage_key: string
}

export interface IdentityReports {
  apply_order_id: Int8
  at: Generated<Timestamp>
  closed_at: Timestamp | null
  closed_by: Int8 | null
  file_id: Int8 | null
  id: Generated<Int8>
  juror_id: Int8
  note: string
}

export interface Invoices {
  apply_order_id: Int8
  cancels_invoice_id: Int8 | null
  document: Json
  facturx_xml: string | null
  fee_type: number
  id: Generated<Int8>
  issued_at: Generated<Timestamp>
  kind: string
  number: string
  order_no: string | null
  out_refund_no: string | null
  paid_at: Timestamp | null
  replaced_at: Timestamp | null
  storage_key: string | null
}

export interface Jobs {
  attempts: Generated<number>
  created_at: Generated<Timestamp>
  id: Generated<Int8>
  key: string | null
  last_error: string | null
  leased_until: Timestamp | null
  name: string
  payload: Generated<Json>
  run_at: Timestamp
  version: Generated<number>
}

export interface JurorCategories {
  category_id: Int8
  juror_id: Int8
}

export interface JurorFigures {
  category_id: Int8
  edition_id: Int8
  juror_id: Int8
  level: number
  total_squares: Numeric
  total_sum: Numeric
  votes: number
}

export interface Jurors {
  affiliations: Generated<string[]>
  agreement_signed_at: Timestamp | null
  agreement_version: string | null
  bio: Json
  capabilities: Generated<string[]>
  company: string | null
  country: string
  email_domains: Generated<string[]>
  id: Generated<Int8>
  is_active: Generated<boolean>
  is_president: Generated<boolean>
  level: number
  name: string
  photo_alt: Json | null
  photo_file_id: Int8 | null
  reminded_at: Timestamp | null
  show_public: Generated<boolean>
  slug: string
  sort: Generated<number>
  title: Json
  user_id: Int8 | null
  wants_reminders: Generated<boolean>
}

export interface Ledger {
  amount_minor: number
  at: Timestamp
  by_user_id: Int8 | null
  channel: string
  currency: string
  exchange_rate: string | null
  id: Generated<Int8>
  kind: string
  order_no: string
  payer_amount_minor: number | null
  payer_currency: string | null
  provider_txn: string
  source: string
}

export interface MailOutbox {
  attempts: Generated<number>
  bounced_at: Timestamp | null
  created_at: Generated<Timestamp>
  dedupe_key: string | null
  id: Generated<Int8>
  language: string
  last_error: string | null
  next_attempt_at: Generated<Timestamp>
  params: Generated<Json>
  recipient: string
  sent_at: Timestamp | null
  soft_bounces: Generated<number>
  template: string
}

export interface MailTexts {
  changed_at: Timestamp
  changed_by: Int8
  id: Generated<Int8>
  language: string
  parts: Json | null
  template: string
}

export interface MediaReports {
  code: string
  date: string
  id: Generated<Int8>
  language: string
  outlet: string
  title: Json
  url: string
}

export interface MfeAudit {
  action: string
  actor: string
  at: Timestamp
  channel: string | null
  detail: Generated<Json>
  id: Generated<Int8>
  name: string | null
  outcome: string
  reason: Generated<string>
  revision: number | null
}

export interface MfeDeployments {
  channel: string
  name: string
  revision: number
  versions: Json
  withdrawn: Generated<Json>
}

export interface MfeEvents {
  at: Timestamp
  channel: string | null
  event: Json
  fallback_version: string | null
  id: Generated<Int8>
  kind: string | null
  outcome: string
  phase: string
  remote: string
  version: string | null
}

export interface MfeNotices {
  attempts: Generated<number>
  created_at: Timestamp
  id: Generated<Int8>
  kind: string
  last_error: string | null
  payload: Json
  run_at: Timestamp
  secret: string | null
  sent_at: Timestamp | null
  target: string
}

export interface MfeOwners {
  mail: string | null
  name: string
  webhook_secret: string | null
  webhook_url: string | null
}

export interface MfeProposals {
  canary: Json | null
  channel: string
  name: string
  proposed_at: Timestamp
  proposed_by: string
  reason: string
  revision: number
  versions: Json
}

export interface MfeReleases {
  commit: string | null
  digest: string
  files: Json
  integrity: string
  manifest: Json
  name: string
  preview: Generated<boolean>
  published_at: Timestamp
  published_by: string
  removed_at: Timestamp | null
  routes: Json
  version: string
}

export interface MfeReports {
  at: Timestamp
  blocked: string
  directive: string
  id: Generated<Int8>
  remote: string | null
  report: Json
  version: string | null
}

export interface MfeRollouts {
  baseline: string
  channel: string
  id: Generated<Int8>
  judged_at: Timestamp | null
  min_views: number
  name: string
  revision: number
  started_at: Timestamp
  started_by: string
  state: string
  step_since: Timestamp
  traffic: number
  verdict: Json | null
  version: string
}

export interface MfeShellBuilds {
  digest: string
  files: Json
  published_at: Timestamp
  published_by: string
  version: string
}

export interface MfeShells {
  channel: string
  registered_at: Timestamp
  release: Json
  version: string
}

export interface MfeStaffLinks {
  expires_at: Timestamp
  hash: Buffer
  owner: string
  scope: Generated<string>
  used_at: Timestamp | null
}

export interface MfeTokens {
  created_at: Timestamp
  expires_at: Timestamp | null
  hash: Buffer
  id: Generated<Int8>
  last_used_at: Timestamp | null
  owner: string
  revoked_at: Timestamp | null
  scope: string
}

export interface OidcAttempts {
  browser_hash: Buffer
  created_at: Timestamp
  done_at: Timestamp | null
  email: string | null
  email_verified: Generated<boolean>
  expires_at: Timestamp
  first_name: string | null
  issuer: string | null
  last_name: string | null
  provider: string
  redirect: string | null
  refusal: string | null
  returned_at: Timestamp | null
  state_hash: Buffer
  subject: string | null
  user_id: Int8 | null
}

export interface OidcIdentities {
  email: string | null
  id: Generated<Int8>
  issuer: string
  last_used_at: Timestamp | null
  linked_at: Timestamp
  subject: string
  user_id: Int8
}

export interface OrderLines {
  amount_minor: number
  apply_order_id: Int8
  fee_type: number
  is_duplicate: Generated<boolean>
  order_no: string
  package_code: string | null
  position: number
  quote: Json
  status: number
}

export interface PasskeyChallenges {
  challenge_hash: Buffer
  created_at: Timestamp
  expires_at: Timestamp
  purpose: string
  used_at: Timestamp | null
  user_id: Int8 | null
}

export interface Passkeys {
  counter: Int8
  created_at: Timestamp
  credential_id: Buffer
  id: Generated<Int8>
  is_backed_up: boolean
  last_used_at: Timestamp | null
  may_back_up: boolean
  name: string
  public_key: Buffer
  stopped_at: Timestamp | null
  transports: Generated<string[]>
  user_id: Int8
}

export interface PaymentAlerts {
  at: Generated<Timestamp>
  code: string
  detail: Generated<string>
  id: Generated<Int8>
  note: string | null
  order_no: string | null
  resolved_at: Timestamp | null
  resolved_by: Int8 | null
}

export interface PaymentEvents {
  body: string
  event_id: string
  order_no: string | null
  outcome: string
  provider: string
  received_at: Generated<Timestamp>
}

export interface PaymentOrderHistory {
  at: Timestamp
  by_actor: string
  from_status: number | null
  id: Generated<Int8>
  order_no: string
  to_status: number
}

export interface PaymentOrders {
  amount_minor: number
  apply_order_id: Int8
  billing: Json | null
  changed_at: Generated<Timestamp>
  changed_by: Generated<string>
  channel: string
  checks: Generated<number>
  closed_at: Timestamp | null
  code_url: string | null
  created_at: Generated<Timestamp>
  currency: string
  expires_at: Timestamp
  fee_type: number
  is_duplicate: Generated<boolean>
  is_late: Generated<boolean>
  last_queried_at: Timestamp | null
  next_check_at: Timestamp | null
  order_no: string
  package_code: string | null
  paid_at: Timestamp | null
  payer_id: Int8 | null
  processing_since: Timestamp | null
  provider_ref: string | null
  provider_txn: string | null
  quote: Json
  status: Generated<number>
}

export interface PaymentTransitions {
  from_status: number
  to_status: number
}

export interface Phases {
  capabilities: Generated<Json>
  edition_id: Int8
  ends_at: Timestamp
  id: Generated<Int8>
  is_forced: Generated<boolean>
  phase: number
  starts_at: Timestamp
}

export interface PlatformDeliveries {
  delivered_at: Timestamp
  invoice_id: Int8
  reference: string
}

export interface PlatformEvents {
  at: Timestamp
  code: string
  flow_id: string
  id: Generated<Int8>
  invoice_id: Int8 | null
  invoice_no: string
  position: number
  reasons: Generated<Json>
  received_at: Timestamp
  report_id: Int8 | null
}

export interface PlatformFlows {
  address: string | null
  amounts: Json | null
  asked_at: Timestamp | null
  attempts: Generated<number>
  created_at: Timestamp
  flow_id: string | null
  id: Generated<Int8>
  invoice_id: Int8 | null
  is_checked: Generated<boolean>
  kind: string
  ledger_id: Int8 | null
  reason: Generated<string>
  replaced_at: Timestamp | null
  report_id: Int8 | null
  run_at: Timestamp
  sent_at: Timestamp | null
  status: Generated<string>
  tracking_id: string
}

export interface PlatformReading {
  is_only: Generated<boolean>
  updated_after: Timestamp
}

export interface Policies {
  effective_at: string
  html: Json
  id: Generated<Int8>
  markdown: Json | null
  title: Json
  type: number
  version: string
}

export interface ProgrammeDrafts {
  base: Json | null
  changed_at: Timestamp
  changed_by: Int8
  draft: Json | null
  file: string
}

export interface ProgrammeSchedules {
  at: Timestamp
  ended_at: Timestamp | null
  id: Generated<Int8>
  phases: Json
  plan: string
  reason: string | null
  scheduled_at: Timestamp
  scheduled_by: Int8
  state: Generated<string>
}

export interface ProgrammeVersions {
  applied_at: Timestamp
  applied_by: Int8 | null
  changes: Generated<Json>
  files: Generated<Json>
  id: Generated<Int8>
  source: string
}

export interface Projects {
  created_at: Generated<Timestamp>
  id: Generated<Int8>
  idempotency_key: string | null
  title: Generated<string>
  user_id: Int8
}

export interface PublicMailDomains {
  domain: string
}

export interface Quotes {
  apply_order_id: Int8
  created_at: Generated<Timestamp>
  document: Json
  expires_at: Timestamp
  id: Generated<Int8>
}

export interface RateLimits {
  expire: Int8 | null
  key: string
  points: Generated<number>
}

export interface Redactions {
  apply_order_id: Int8
  at: Generated<Timestamp>
  by_user_id: Int8
  hidden_file_ids: Generated<ArrayType<Int8>>
  phrases: Generated<string[]>
  version: Generated<number>
}

export interface Refunds {
  amount_minor: number
  apply_order_id: Int8 | null
  asked_again_at: Timestamp | null
  by_user_id: Int8 | null
  checks: Generated<number>
  created_at: Generated<Timestamp>
  evidence: Json | null
  is_automatic: Generated<boolean>
  next_check_at: Generated<Timestamp | null>
  order_no: string
  out_refund_no: string
  provider_txn: string | null
  reason: string
  status: Generated<string>
  updated_at: Generated<Timestamp>
}

export interface RegulationChapters {
  html: Json
  id: Generated<Int8>
  markdown: Json | null
  number: number
  title: Json
  version: string
}

export interface RegulationVersions {
  effective_at: string
  id: Generated<Int8>
  pdf_url: string | null
  version: string
}

export interface ReleaseFigures {
  channel: string
  count: number
  figure: string
  minute: Timestamp
  name: string
  part: Generated<string>
  site: string
  version: string
}

export interface ResultRows {
  apply_order_id: Int8
  figures: Json
  snapshot_id: Int8
}

export interface ResultSnapshots {
  document: Buffer
  edition_id: Int8
  entries: number
  frozen_at: Timestamp
  frozen_by: Int8 | null
  id: Generated<Int8>
  previous_sha256: string | null
  sha256: string
  votes: number
}

export interface ScoreEvents {
  apply_order_id: Int8
  at: Generated<Timestamp>
  id: Generated<Int8>
  is_draft: boolean
  items: Json
  juror_id: Int8
  kind: Generated<string>
  level: number
  note: Generated<string>
  total: Numeric
  version: number | null
}

export interface ScoreItems {
  criterion_id: Int8
  score_id: Int8
  value: Numeric
}

export interface Scores {
  apply_order_id: Int8
  comment_entrant: Generated<string>
  comment_private: Generated<string>
  comment_reason: string | null
  comment_state: Generated<string>
  id: Generated<Int8>
  is_draft: Generated<boolean>
  juror_id: Int8
  level: number
  moderated_at: Timestamp | null
  moderated_by: Int8 | null
  replaced: Json | null
  submitted_at: Timestamp | null
  total: Numeric
  updated_at: Generated<Timestamp>
  version: Generated<number>
}

export interface Sections {
  code: string
  description: Json
  id: Generated<Int8>
  name: Json
  sort: Generated<number>
}

export interface Sessions {
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  id: Generated<Int8>
  ip_hash: string | null
  last_used_at: Generated<Timestamp>
  proven_at: Timestamp | null
  revoked_at: Timestamp | null
  seen_by: Int8 | null
  token_hash: Buffer
  user_agent: string | null
  user_id: Int8
}

export interface SiteDocuments {
  code: string
  document: Json
  updated_at: Generated<Timestamp>
}

export interface StatementComparisons {
  attempts: Generated<number>
  channel: string
  compared_at: Timestamp
  currency: Generated<string>
  day: string
  differences: Generated<Json>
  error: string | null
  next_check_at: Timestamp | null
  ours_minor: Generated<Int8>
  status: string
  theirs_minor: Generated<Int8>
}

export interface StatementLines {
  amount_minor: number
  at: Timestamp
  channel: string
  currency: string
  day: string
  fact: string
  order_no: string | null
  position: number
  reference: string
}

export interface StoredFiles {
  bytes: Int8 | null
  colour: string | null
  created_at: Generated<Timestamp>
  cropped_from: Int8 | null
  height: number | null
  id: Generated<Int8>
  mime: string | null
  original_name: string
  owner_id: Int8 | null
  phash: string | null
  purpose: string
  released_at: Timestamp | null
  sha256: Buffer | null
  source_key: string | null
  status: Generated<string>
  upload_expires_at: Timestamp | null
  upload_token_hash: Buffer | null
  variants: Generated<Json>
  width: number | null
}

export interface StudioHandOvers {
  expires_at: Timestamp
  id: Generated<Int8>
  offered_at: Generated<Timestamp>
  owner_id: Int8
  project_id: Int8 | null
  to_id: Int8
}

export interface StudioInvitations {
  accepted_at: Timestamp | null
  email: string
  expires_at: Timestamp
  id: Generated<Int8>
  owner_id: Int8
  project_id: Int8 | null
  role: string
  sent_at: Generated<Timestamp>
  token_hash: Buffer
  withdrawn_at: Timestamp | null
}

export interface StudioMembers {
  ended_at: Timestamp | null
  id: Generated<Int8>
  member_id: Int8
  owner_id: Int8
  project_id: Int8 | null
  role: string
  since: Generated<Timestamp>
}

export interface TaxPeriods {
  closed_at: Timestamp
  from_day: string
  id: Generated<Int8>
  kind: string
  to_day: string
}

export interface TaxReportItems {
  invoice_id: Int8 | null
  ledger_id: Int8 | null
  report_id: Int8
}

export interface TaxReports {
  created_at: Timestamp
  digest: string
  id: Generated<Int8>
  is_correction: boolean
  left_out: number
  number: string
  period_id: Int8
  revision: number
  sums: Json
  xml: string
}

export interface TrustedDevices {
  created_at: Timestamp
  expires_at: Timestamp
  id: Generated<Int8>
  last_used_at: Timestamp
  token_hash: Buffer
  user_agent: string | null
  user_id: Int8
}

export interface UploadPieces {
  bytes: number
  start: Int8
  storage_key: string
  upload_hash: Buffer
  written_at: Generated<Timestamp>
}

export interface Users {
  account_type: Generated<number>
  address: string | null
  agent_code_used: string | null
  area_code: string | null
  billing: Json | null
  bounced_email: string | null
  city: string | null
  company: string | null
  country: string | null
  created_at: Generated<Timestamp>
  email: string
  email_corrected_at: Timestamp | null
  email_verified_at: Timestamp | null
  erased_at: Timestamp | null
  first_name: string
  graduation_year: number | null
  has_password: Generated<boolean>
  id: Generated<Int8>
  identity: Generated<number>
  invitation_code_used: string | null
  is_agent: Generated<boolean>
  job_title: string | null
  language: Generated<string>
  last_login_at: Timestamp | null
  last_name: string
  mails_stopped_at: Timestamp | null
  newsletter_opt_in_at: Timestamp | null
  password_hash: string
  phone: string | null
  postal_code: string | null
  school: string | null
  search_words: Generated<string | null>
  siren: string | null
  status: Generated<string>
  tax_id: string | null
  terms_accepted_at: Timestamp | null
  terms_version: string | null
  vat_no: string | null
  vat_validated_at: Timestamp | null
}

export interface VatChecks {
  address: string | null
  at: Timestamp
  consultation_no: string | null
  id: Generated<Int8>
  name: string | null
  raw: Json
  status: string
  user_id: Int8 | null
  vat_no: string
}

export interface VatRechecks {
  at: Timestamp
  checks: Generated<number>
  order_no: string
  outcome: string
}

export interface VisitDays {
  count: Int8
  day: string
}

export interface VoteFigures {
  apply_order_id: Int8 | null
  deviation: Numeric | null
  has_extra_vote: boolean | null
  is_divergent: boolean | null
  level: number | null
  mean: Numeric | null
  median: Numeric | null
  range: Numeric | null
  totals: ArrayType<Numeric> | null
  trimmed: Numeric | null
  voters: ArrayType<Int8> | null
  votes: number | null
}

export interface WebhookAttempts {
  at: Timestamp
  delivery_id: Int8
  id: Generated<Int8>
  ms: number
  outcome: string
  status: number | null
}

export interface WebhookDeliveries {
  attempts: Generated<number>
  done_at: Timestamp | null
  endpoint_id: Int8
  event_id: Int8
  id: Generated<Int8>
  is_given_up: Generated<boolean>
  is_replay: Generated<boolean>
  reach: string
  run_at: Timestamp | null
  seq: Generated<Int8>
  subject: string
}

export interface WebhookEndpoints {
  created_at: Timestamp
  events: string[]
  failing_since: Timestamp | null
  id: Generated<Int8>
  name: string
  old_secret: string | null
  old_secret_until: Timestamp | null
  paused_until: Timestamp | null
  secret: string
  stop_reason: string | null
  stopped_at: Timestamp | null
  url: string
  user_id: Int8
}

export interface WebhookEvents {
  at: Generated<Timestamp>
  data: Json
  id: Generated<Int8>
  subject: string
  type: string
}

export interface WebVitals {
  class: number
  day: string
  device: string
  metric: string
  route: string
  visits: number
}

export interface WinnerPackagePrices {
  amount_minor: number
  award_id: Int8
  edition_id: Int8
  event_amount_minor: Generated<number>
  package_id: Int8
}

export interface WinnerPackages {
  code: string
  description: Json
  id: Generated<Int8>
  name: Json
  sort: Generated<number>
}

export interface Withdrawals {
  apply_order_id: Int8
  document: Json
  id: Generated<Int8>
  order_no: string
  received_at: Timestamp
  reference: string
  user_id: Int8
}

export interface DB {
  account_rights: AccountRights
  admission_assignees: AdmissionAssignees
  admissions: Admissions
  agendas: Agendas
  api_keys: ApiKeys
  apply_orders: ApplyOrders
  articles: Articles
  assignments: Assignments
  audit_chain: AuditChain
  audit_log: AuditLog
  award_levels: AwardLevels
  backups: Backups
  banners: Banners
  blocks: Blocks
  book_exports: BookExports
  broadcast_recipients: BroadcastRecipients
  broadcasts: Broadcasts
  casting_votes: CastingVotes
  categories: Categories
  category_weights: CategoryWeights
  certificate_keys: CertificateKeys
  certificates: Certificates
  code_uses: CodeUses
  codes: Codes
  conflicts: Conflicts
  consents: Consents
  counted_votes: CountedVotes
  criteria: Criteria
  data_exports: DataExports
  data_requests: DataRequests
  decisions: Decisions
  deliberation_comments: DeliberationComments
  deliberation_marks: DeliberationMarks
  deliberations: Deliberations
  document_counters: DocumentCounters
  drawn_documents: DrawnDocuments
  editions: Editions
  email_codes: EmailCodes
  entry_answer_files: EntryAnswerFiles
  entry_counters: EntryCounters
  entry_events: EntryEvents
  entry_figures: EntryFigures
  entry_files: EntryFiles
  entry_forms: EntryForms
  entry_questions: EntryQuestions
  entry_transitions: EntryTransitions
  entry_warnings: EntryWarnings
  faqs: Faqs
  fee_orders: FeeOrders
  fee_periods: FeePeriods
  fee_prices: FeePrices
  file_checksums: FileChecksums
  identity_reports: IdentityReports
  invoices: Invoices
  jobs: Jobs
  juror_categories: JurorCategories
  juror_figures: JurorFigures
  jurors: Jurors
  ledger: Ledger
  mail_outbox: MailOutbox
  mail_texts: MailTexts
  media_reports: MediaReports
  mfe_audit: MfeAudit
  mfe_deployments: MfeDeployments
  mfe_events: MfeEvents
  mfe_notices: MfeNotices
  mfe_owners: MfeOwners
  mfe_proposals: MfeProposals
  mfe_releases: MfeReleases
  mfe_reports: MfeReports
  mfe_rollouts: MfeRollouts
  mfe_shell_builds: MfeShellBuilds
  mfe_shells: MfeShells
  mfe_staff_links: MfeStaffLinks
  mfe_tokens: MfeTokens
  oidc_attempts: OidcAttempts
  oidc_identities: OidcIdentities
  order_lines: OrderLines
  passkey_challenges: PasskeyChallenges
  passkeys: Passkeys
  payment_alerts: PaymentAlerts
  payment_events: PaymentEvents
  payment_order_history: PaymentOrderHistory
  payment_orders: PaymentOrders
  payment_transitions: PaymentTransitions
  phases: Phases
  platform_deliveries: PlatformDeliveries
  platform_events: PlatformEvents
  platform_flows: PlatformFlows
  platform_reading: PlatformReading
  policies: Policies
  programme_drafts: ProgrammeDrafts
  programme_schedules: ProgrammeSchedules
  programme_versions: ProgrammeVersions
  projects: Projects
  public_mail_domains: PublicMailDomains
  quotes: Quotes
  rate_limits: RateLimits
  redactions: Redactions
  refunds: Refunds
  regulation_chapters: RegulationChapters
  regulation_versions: RegulationVersions
  release_figures: ReleaseFigures
  result_rows: ResultRows
  result_snapshots: ResultSnapshots
  score_events: ScoreEvents
  score_items: ScoreItems
  scores: Scores
  sections: Sections
  sessions: Sessions
  site_documents: SiteDocuments
  statement_comparisons: StatementComparisons
  statement_lines: StatementLines
  stored_files: StoredFiles
  studio_hand_overs: StudioHandOvers
  studio_invitations: StudioInvitations
  studio_members: StudioMembers
  tax_periods: TaxPeriods
  tax_report_items: TaxReportItems
  tax_reports: TaxReports
  trusted_devices: TrustedDevices
  upload_pieces: UploadPieces
  users: Users
  vat_checks: VatChecks
  vat_rechecks: VatRechecks
  visit_days: VisitDays
  vote_figures: VoteFigures
  web_vitals: WebVitals
  webhook_attempts: WebhookAttempts
  webhook_deliveries: WebhookDeliveries
  webhook_endpoints: WebhookEndpoints
  webhook_events: WebhookEvents
  winner_package_prices: WinnerPackagePrices
  winner_packages: WinnerPackages
  withdrawals: Withdrawals
}
