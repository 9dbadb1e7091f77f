import { createHash } from 'node:crypto'
import {
  DECISION_STATUS,
  ENTRY_FEE_STATUS,
  OFFER_DAYS,
  WINNER_FEE_STATUS,
  FEE_TYPE,
  PAYMENT_STATUS,
  vatAmount,
  vatFor,
  type DecisionStatus,
  type Channel,
  type FeeType,
  type VatBuyer,
} from '@awards/shared/domain'
import { seededRandom, uuidOf } from '../../lib/seeded-random.ts'
import { DAY_MS } from '../../lib/time.ts'
import { nextEntryNo, newJudgingNo } from '../../modules/entries/entries.repository.ts'
import { picturesRepository } from '../../modules/programme/content.repository.ts'
import {
  entryAnswers,
  ENTRY_STATES,
  type EntryFile,
} from '../../modules/programme/read/entry-schema.ts'
import {
  idOf,
  idsOf,
  type Load,
  type EntryDates,
  type AddedEntry,
} from '../../modules/programme/rows.repository.ts'
import { addJuryWork } from './demo-jury.repository.ts'

/** Adds the missing entries. An existing one is never changed: it belongs to its entrant and its jury, not to the file. */
export async function addEntries(load: Load): Promise<void> {
  const keys = await load.trx
    .selectFrom('projects')
    .select('idempotency_key')
    .where('idempotency_key', 'is not', null)
    .execute()
  const existing = new Set(keys.map(({ idempotency_key: key }) => key))
  for (const { value } of load.programme.entries) {
    const key = uuidOf(`programme:${value.slug}`)
    if (existing.has(key)) continue
    const entry = await addEntry(load, value, key)
    await addPayments(load, entry)
    await addJuryWork(load, entry)
    load.changes.push({
      kind: 'added',
      table: 'entries',
      key: [value.slug],
      before: {},
      after: {},
    })
  }
}

async function addEntry(load: Load, file: EntryFile, key: string): Promise<AddedEntry> {
  const { trx } = load
  const dates = datesOf(load, file)
  const userId = idOf(await idsOf(trx, 'users', 'email'), file.entrant)
  const edition = await trx
    .selectFrom('editions')
    .select(['id', 'year', 'season'])
    .where('code', '=', file.edition)
    .executeTakeFirstOrThrow()
  const categoryId = idOf(await idsOf(trx, 'categories', 'code'), file.category)
  const awardId = file.award ? idOf(await idsOf(trx, 'award_levels', 'code'), file.award) : null
  const answers = entryAnswers(file, load.anchor, load.programme.programme.value.timezone)

  const project = await trx
    .insertInto('projects')
    .values({ user_id: userId, title: file.title, idempotency_key: key, created_at: dates.created })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entryNo = await nextEntryNo(trx, edition, { id: categoryId, code: file.category })
  const { id } = await trx
    .insertInto('apply_orders')
    .values({
      entry_no: entryNo,
      judging_no: await newJudgingNo(trx, edition.id),
      edition_id: edition.id,
      project_id: project.id,
      user_id: userId,
      section_id: idOf(await idsOf(trx, 'sections', 'code'), file.section),
      category_id: categoryId,
      title: file.title,
      country: file.country,
      answers: JSON.stringify(answers),
      entry_status: ENTRY_STATES[file.state],
      entry_fee_status: ENTRY_FEE_STATUS[file.fee.status],
      ...outcome(load, file, dates, awardId),
      invitation_code: file.invitation_code ?? null,
      agent_code: file.agent_code ?? null,
      step_completed: file.step_completed,
      correction_note: file.correction_note ?? null,
      correction_due_at: file.correction_note ? new Date(load.now.getTime() + 10 * DAY_MS) : null,
      submitted_at: dates.submitted,
      paid_at: dates.paid,
      withdrawn_at: file.state === 'withdrawn' ? new Date(load.now.getTime() - 2 * DAY_MS) : null,
      created_at: dates.created,
      updated_at: dates.paid ?? dates.submitted ?? dates.created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { id, entryNo, userId, editionId: edition.id, categoryId, awardId, file, dates }
  await addFiles(load, entry)
  await addEvents(load, entry)
  await addCertificate(load, entry)
  return entry
}

/** Decision status of an entry whose file names an award level. */
const DECIDED: Partial<Record<EntryFile['state'], DecisionStatus>> = {
  in_judging: DECISION_STATUS.recommended,
  awarded: DECISION_STATUS.published,
  revoked: DECISION_STATUS.revoked,
}

function outcome(load: Load, file: EntryFile, dates: EntryDates, awardId: string | null) {
  const { published } = dates
  return {
    winner_fee_status: WINNER_FEE_STATUS[file.winner_package.status],
    package_code: file.winner_package.package ?? null,
    offer_expires_at:
      file.state === 'awarded' && published
        ? new Date(Math.max(published.getTime(), load.now.getTime()) + OFFER_DAYS * DAY_MS)
        : null,
    award_id: awardId,
    decision_status: awardId ? DECIDED[file.state] : DECISION_STATUS.none,
    jury_statement: file.jury_statement ? JSON.stringify(file.jury_statement) : null,
    is_show: file.is_show,
    published_at: file.state === 'awarded' ? published : null,
  }
}

async function addFiles({ trx, picture }: Load, { id, userId, file }: AddedEntry) {
  const files = file.images.map((image, sort) => ({
    apply_order_id: id,
    file_id: picture(image.file, 'entry_image'),
    kind: image.kind,
    sort,
    alt: image.alt,
    credit: file.credit,
  }))
  if (files.length === 0) return
  await trx.insertInto('entry_files').values(files).execute()
  await picturesRepository(trx).setOwner(
    files.map(({ file_id }) => file_id),
    userId,
  )
}

async function addEvents({ trx, now }: Load, { id, file, dates }: AddedEntry) {
  const event = (code: string, at: Date | null, detail: string | null = null) =>
    at ? [{ apply_order_id: id, code, at, detail }] : []
  const eventWith = (code: string, detail: string | undefined) =>
    detail ? event(code, now, detail) : []
  const events = [
    event('created', dates.created),
    event('submitted', dates.submitted),
    event(file.fee.status === 'waived' ? 'fee_waived' : 'entry_fee_paid', dates.paid),
    event(file.state === 'not_awarded' ? 'not_awarded' : 'awarded', dates.published),
    eventWith('withdrawn', file.withdrawn_reason),
    file.fee.status === 'refunded' ? event('fee_refunded', now) : [],
    eventWith('hidden', file.hidden_reason),
    eventWith('revoked', file.revoked_reason),
    eventWith('correction_requested', file.correction_note),
  ].flat()
  await trx.insertInto('entry_events').values(events).execute()
}

/** A hidden or revoked award keeps its certificate with status suspended or revoked. */
async function addCertificate({ trx }: Load, { id, entryNo, awardId, file, dates }: AddedEntry) {
  if (!awardId || !dates.published) return
  await trx
    .insertInto('certificates')
    .values({
      number: `C-${entryNo}`,
      apply_order_id: id,
      award_id: awardId,
      holder: file.company || file.designers.map(({ name }) => name).join(', '),
      status: file.state === 'revoked' ? 'revoked' : file.is_show ? 'valid' : 'suspended',
      issued_at: dates.published,
    })
    .execute()
}

const PAID: readonly string[] = ['paid', 'waived', 'refund_pending', 'refunded']

function datesOf(load: Load, file: EntryFile): EntryDates {
  const edition = load.programme.editions.find(({ value }) => value.code === file.edition)?.value
  if (!edition) throw new Error(`There is no edition ${file.edition}`)
  const random = seededRandom(`dates:${file.slug}`)
  const period = edition.fee_periods.find(({ code }) => code === (file.fee.period ?? 'standard'))
  const from = load.when(period?.starts_at ?? edition.opens_at).getTime()
  const latest = Math.min(
    load.when(period?.ends_at ?? edition.closes_at).getTime(),
    load.now.getTime() - DAY_MS / 2,
  )
  const submitted = new Date(from + (Math.max(from, latest) - from) * (0.2 + random() * 0.6))
  const isPublished =
    edition.status === 'published' && ['awarded', 'not_awarded', 'revoked'].includes(file.state)
  return {
    created: new Date(submitted.getTime() - (1 + random() * 3) * DAY_MS),
    submitted: file.state === 'draft' ? null : submitted,
    paid: PAID.includes(file.fee.status) ? new Date(submitted.getTime() + 20 * 60_000) : null,
    published: isPublished ? load.when(edition.results_at) : null,
  }
}

type Fee = { type: FeeType; channel: Channel; net: number; at: Date; label: string }

/** Adds the payment orders of an entry with their ledger rows, so that receipts can be issued. */
async function addPayments(load: Load, entry: AddedEntry): Promise<void> {
  const { fee, winner_package: winner } = entry.file
  if (fee.channel) {
    await addOrder(load, entry, fee.status, {
      type: FEE_TYPE.entry,
      channel: fee.channel,
      net: entryPrice(load, entry),
      at: entry.dates.paid ?? entry.dates.submitted ?? load.now,
      label: 'Entry fee',
    })
  }
  if (winner.channel && winner.package && entry.dates.published) {
    await addOrder(load, entry, winner.status, {
      type: FEE_TYPE.winner_package,
      channel: winner.channel,
      net: packagePrice(load, entry),
      at: new Date(entry.dates.published.getTime() + 6 * DAY_MS),
      label: `Winner package ${winner.package}`,
    })
  }
}

/** Status of the order of a fee, by the status of the fee in the file; other fees have no order. */
const ORDER_STATUS: Record<string, number> = {
  paid: PAYMENT_STATUS.paid,
  // Announced to the wallet when the entrant opens the payment page.
  pending: PAYMENT_STATUS.created,
  offline_declared: PAYMENT_STATUS.awaiting,
  refunded: PAYMENT_STATUS.refunded,
}

async function addOrder(load: Load, entry: AddedEntry, state: string, fee: Fee) {
  const status = ORDER_STATUS[state]
  if (status === undefined) return
  const { trx, now } = load
  const buyer = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', entry.userId)
    .executeTakeFirstOrThrow()
  const country = buyer.country ?? 'FR'
  const isBusiness = buyer.account_type === 2
  const taxed: VatBuyer = {
    country,
    kind: isBusiness ? 'business' : 'consumer',
    vat_validated: buyer.vat_validated_at !== null,
    has_tax_id: isBusiness && country !== 'FR',
  }
  const ruling = vatFor(taxed, fee.at)
  const tax = vatAmount(fee.net, ruling.rate_percent)
  const orderNo = orderNumber(entry, fee)
  const isPaid = status === PAYMENT_STATUS.paid || status === PAYMENT_STATUS.refunded
  const { currency } = load.programme.programme.value
  const amounts = { amount_minor: fee.net + tax, currency }
  const txn = `DEMO${orderNo}`
  await trx
    .insertInto('payment_orders')
    .values({
      ...amounts,
      order_no: orderNo,
      apply_order_id: entry.id,
      fee_type: fee.type,
      channel: fee.channel,
      quote: JSON.stringify({
        period: entry.file.fee.period ?? 'standard',
        kind: entry.file.fee.additional ? 'additional' : 'first',
        amount_ht: fee.net,
        vat_rate: ruling.rate_percent,
        vat_amount: tax,
        amount: fee.net + tax,
        currency,
        mention: ruling.mention,
        breakdown: [
          { label: fee.label, amount_minor: fee.net },
          { label: `VAT ${ruling.rate_percent}%`, amount_minor: tax },
        ],
      }),
      billing: JSON.stringify({
        kind: isBusiness ? 'business' : 'consumer',
        name: buyer.company ?? `${buyer.first_name} ${buyer.last_name}`,
        address: buyer.address ?? '1 rue du Spécimen',
        postal_code: buyer.postal_code ?? '00000',
        city: buyer.city ?? '',
        country,
        email: buyer.email,
        ...(buyer.vat_no && { vat_no: buyer.vat_no }),
      }),
      package_code:
        fee.type === FEE_TYPE.winner_package ? (entry.file.winner_package.package ?? null) : null,
      status,
      provider_txn: isPaid ? txn : null,
      created_at: isPaid ? new Date(fee.at.getTime() - 5 * 60_000) : now,
      expires_at: new Date((isPaid ? fee.at : now).getTime() + 10 * DAY_MS),
      paid_at: isPaid ? fee.at : null,
      changed_at: isPaid ? fee.at : now,
    })
    .execute()
  if (!isPaid) return
  const movement = { ...amounts, order_no: orderNo, channel: fee.channel, source: 'programme' }
  await trx
    .insertInto('ledger')
    .values({ ...movement, kind: 'payment', provider_txn: txn, at: fee.at })
    .execute()
  if (status !== PAYMENT_STATUS.refunded) return
  const reason = entry.file.withdrawn_reason ?? 'Withdrawn'
  await trx
    .insertInto('refunds')
    .values({
      out_refund_no: `R${orderNo}`,
      order_no: orderNo,
      amount_minor: amounts.amount_minor,
      status: 'succeeded',
      reason,
    })
    .execute()
  await trx
    .insertInto('ledger')
    .values({ ...movement, kind: 'refund', provider_txn: `${txn}R`, at: now })
    .execute()
}

function entryPrice({ programme }: Load, { file }: AddedEntry): number {
  const prices = programme.fees.value.entry[file.section]?.[file.fee.period ?? 'standard']
  return prices?.[file.fee.additional ? 1 : 0] ?? 0
}

function packagePrice({ programme }: Load, { file }: AddedEntry): number {
  const { winner_packages: packages, student_package_percent: percent } = programme.fees.value
  const found = packages.find(({ code }) => code === file.winner_package.package)
  const price = (file.award && found?.prices[file.award]) ?? 0
  return file.section === 'student' ? Math.round((price * percent) / 100) : price
}

const orderNumber = ({ entryNo }: AddedEntry, { type, at }: Fee) => {
  const hash = createHash('sha256')
    .update(`${entryNo}:${type}`)
    .digest('hex')
    .slice(0, 10)
    .toUpperCase()
  return `P${at.toISOString().slice(2, 10).replaceAll('-', '')}${hash}`
}
