import {
  Billing,
  type Answer,
  type entriesAdded,
  type entries as calls,
  type Parsed,
} from '@awards/shared/contract'
import {
  StoredAnswers,
  type Language,
  EDITION_STATUS,
  ENTRY_STATUS,
  FEE_TYPE,
  next,
  roleMay,
  WINNER_FEE_MACHINE,
  WINNER_FEE_STATUS,
  type WinnerFeeStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { toEntryRow, toOwnerInfo } from './entries.mapper.ts'
import type { Window } from './entries.policy.ts'
import {
  entriesRepository,
  type EntryRecord,
  type ListFilter,
  packagePrice,
} from './entries.repository.ts'
import { entryFor, windowOf, windowsOf, lockedEntryFor, stale } from './entry-access.ts'
import { entryCreation, entryDuplication } from './entry-creation.service.ts'
import { entryEditing } from './entry-editing.service.ts'
import {
  answerFilesRepository,
  entryFilesRepository,
  recordLicences,
} from './entry-files.repository.ts'
import {
  entryQuestionsRepository,
  questionsOf,
  entryTemplatesRepository,
} from './entry-questions.repository.ts'
import { entryImages } from './entry-images.service.ts'
import type { Db } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import {
  CERTIFICATE_JOBS,
  certificatesRepository,
} from '../documents/certificates/certificates.repository.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { claimFees, lockOpenOrder, replaceOrder } from '../payments/orders/open-order.ts'

/** Lists, reads, creates, edits and copies the entries of the signed-in entrant. */
export const entriesService = (context: AppContext) => ({
  async list(
    actor: Actor,
    filter: ListFilter,
    language: Language,
  ): Promise<Answer<typeof calls.entryList>> {
    const { rows, total } = await entriesRepository(context.db).list(actor.id, filter)
    const windows = await windowsOf(context.db, rows, context.clock())
    return {
      list: rows.map((row) => toEntryRow(context, actor, row, windowIn(windows, row), language)),
      total,
      current: filter.current,
      pageSize: filter.pageSize,
    }
  },

  async info(actor: Actor, id: string, language: Language): Promise<Answer<typeof calls.info>> {
    const { db } = context
    const row = await entryFor(db, actor, id, 'view')
    const [files, answerFiles, siblings, events, window, form] = await Promise.all([
      entryFilesRepository(db).of(id),
      answerFilesRepository(db).of(id),
      entriesRepository(db).siblings(row.project_id),
      entriesRepository(db).events(id),
      windowOf(db, row, context.clock()),
      entryQuestionsRepository(db).of(row),
    ])
    const own = { id, entry_no: row.entry_no, category_id: row.category_id, ...categoryOf(row) }
    const placed = siblings.length > 0 ? siblings : [own]
    const questions = questionsOf(form, row.section_code, placed)
    const parts = { row, files, answerFiles, siblings: placed, events, questions }
    return toOwnerInfo(context, actor, parts, window, language)
  },

  ...entryCreation(context),
  ...entryEditing(context),
  ...entryDuplication(context),
  ...entryTemplates(context),
  editImages: (actor: Actor, input: Parsed<typeof calls.editImage>, language: Language) =>
    entryImages(context).replace(actor, input, language),
})

const categoryOf = ({ category_code, category_name, min_images }: EntryRecord) => ({
  category_code,
  category_name,
  min_images,
})

function windowIn(windows: Map<string, Window>, row: EntryRecord): Window {
  const window = windows.get(row.edition_id)
  if (!window) throw new Error(`No calendar was read for edition ${row.edition_id}`)
  return window
}

type Templates = Answer<typeof entriesAdded.templates>
type Credits = Templates['credits'][number]

const MAX_CREDITS = 10

/** Credits and billing address of earlier entries, which prefill the form of a new one. */
const entryTemplates = ({ db }: AppContext) => ({
  async templates(actor: Actor): Promise<Templates> {
    const repository = entryTemplatesRepository(db)
    const [rows, billing] = await Promise.all([
      repository.answers(actor.id),
      repository.billing(actor.id),
    ])
    const distinct = new Map<string, Credits>()
    for (const row of rows) {
      const credits = creditsOf(row)
      if (!credits) continue
      const { designers, company, client } = credits
      const key = JSON.stringify([designers, company, client]).toLowerCase()
      if (!distinct.has(key)) distinct.set(key, credits)
      if (distinct.size === MAX_CREDITS) break
    }
    return {
      credits: [...distinct.values()],
      // A purchase order number belongs to one purchase.
      billing: Billing.partial().omit({ po_number: true }).safeParse(billing).data ?? null,
    }
  },
})

/** Undefined if the entry names no designer. */
function creditsOf({ id, title, answers }: { id: string; title: string; answers: unknown }) {
  const { designers = [], company = '', client = '' } = StoredAnswers.parse(answers)
  const named = designers.filter(({ name }) => name !== '')
  if (named.length === 0) return undefined
  return { apply_order_id: id, title, designers: named, company, client }
}

type AwardAnswer = Parsed<typeof entriesAdded.awardAnswer>

/** Event detail of `award_declined`: the work was public, so accepting the award later shows it again. */
const WAS_SHOWN = 'shown'

/** Stores whether a winner accepts the award. WINNER_FEE_MACHINE decides whether the answer may still change. */
export const awardAnswerService = (context: AppContext) => ({
  answer: (actor: Actor, input: AwardAnswer): Promise<Answer<typeof entriesAdded.awardAnswer>> =>
    context.db.transaction().execute(async (trx) => {
      const now = context.clock()
      const entry = await lockedEntryFor(trx, actor, input.apply_order_id, 'answer')
      refuseUnpublished(entry)
      const accepts = input.answer === 'accept'
      if (accepts && !input.licence) {
        throw new BusinessError(422, {
          licence: ['Allow the programme to publish the work, or decline the award'],
        })
      }
      const winner_fee_status = accepts
        ? statusOnAccept(entry, now)
        : statusAfter(entry.winner_fee_status as WinnerFeeStatus, 'decline')
      const isBack = accepts && (await wasShown(trx, entry))
      const saved = await entriesRepository(trx).update(entry.id, input.version, {
        winner_fee_status,
        ...(accepts ? isBack && { is_show: true } : { is_show: false }),
      })
      if (!saved) throw stale()

      const code = accepts ? 'award_accepted' : 'award_declined'
      const detail = !accepts && entry.is_show ? WAS_SHOWN : undefined
      await entriesRepository(trx).record(entry.id, code, now, { detail, by: actor })
      if (accepts) await recordLicences(trx, actor.id, [entry.id], now)
      await auditRepository(trx).record(actor, `entry.${code}`, entry.id, {
        before: { winner_fee_status: entry.winner_fee_status, is_show: entry.is_show },
        after: { winner_fee_status, is_show: saved.is_show },
      })
      return { version: saved.version, winner_fee_status }
    }),
})

function refuseUnpublished(entry: EntryRecord) {
  if (
    entry.entry_status === ENTRY_STATUS.awarded &&
    entry.edition_status >= EDITION_STATUS.published
  ) {
    return
  }
  throw new BusinessError(423, 'This opens once the results are published.', {
    reason: 'NOT_PUBLISHED',
  })
}

/** Accepting leaves the fee status as it is, unless the award was declined before. */
function statusOnAccept(entry: EntryRecord, now: Date): WinnerFeeStatus {
  const status = entry.winner_fee_status as WinnerFeeStatus
  if (status !== WINNER_FEE_STATUS.declined) return status
  refuseExpiredOffer(entry, now)
  return statusAfter(status, 'reconsider')
}

function refuseExpiredOffer({ offer_expires_at }: EntryRecord, now: Date) {
  if (!offer_expires_at || offer_expires_at >= now) return
  throw new BusinessError(423, 'The offer has expired. Contact us to reopen it.', {
    reason: 'OFFER_EXPIRED',
  })
}

function statusAfter(status: WinnerFeeStatus, event: 'decline' | 'reconsider'): WinnerFeeStatus {
  if (event === 'decline' && status === WINNER_FEE_STATUS.declined) return status
  const after = next(WINNER_FEE_MACHINE, status, event)
  if (after !== undefined) return after
  throw packageChosen()
}

const packageChosen = () =>
  new BusinessError(409, 'A package was already chosen for this award. Contact us instead.', {
    reason: 'PACKAGE_CHOSEN',
  })

async function wasShown(db: Db, entry: EntryRecord): Promise<boolean> {
  if (entry.winner_fee_status !== WINNER_FEE_STATUS.declined) return false
  const events = await entriesRepository(db).events(entry.id)
  return events.findLast(({ code }) => code === 'award_declined')?.detail === WAS_SHOWN
}

type Input = Parsed<typeof calls.winningInfoEdit>

/** Stores the texts that a winner confirms for publication, and the chosen winner package. */
export const winningInfoService = (context: AppContext, payments: CoreContext) => ({
  edit(actor: Actor, input: Input): Promise<Answer<typeof calls.winningInfoEdit>> {
    const fees = { entryIds: [input.apply_order_id], fee_type: FEE_TYPE.winner_package }
    return claimFees(payments, fees, async (trx) => {
      // The lock that payments take: a fee status that a payment sets meanwhile is not overwritten.
      // Choosing a package accepts the award.
      const act = input.package_code === undefined ? 'edit' : 'answer'
      const entry = await lockedEntryFor(trx, actor, input.apply_order_id, act)
      refuseUnpublished(entry)
      if (entry.version !== input.version) throw stale()
      const choice = input.package_code
        ? await packageChoice(trx, context, entry, input.package_code)
        : { winner_fee_status: entry.winner_fee_status }
      if ('stale' in choice) return choice
      const { winner_fee_status } = choice
      const saved = await entriesRepository(trx).update(entry.id, input.version, {
        winning_info: JSON.stringify(input.info),
        package_code: input.package_code ?? entry.package_code,
        winner_fee_status,
      })
      if (!saved) throw stale()
      const mayAnswer = roleMay(entry.role, 'answer')
      const certificates = certificatesRepository(trx)
      if (mayAnswer && (await certificates.rename(entry.id, input.info.certificate_name)))
        await context.jobs.enqueue(trx, CERTIFICATE_JOBS.sign, {}, { key: 'all' })
      // The form autosaves: only the first save, one that accepts the award, and a choice of package are recorded.
      const isFirst = entry.winning_info === null || (mayAnswer && !entry.has_accepted_award)
      const isNews = isFirst || input.package_code !== undefined
      if (!isNews) return { version: saved.version, winner_fee_status }
      // What an editor prepares accepts nothing, and names nobody on the certificate.
      const code = mayAnswer ? 'winning_info' : 'winning_info_drafted'
      await entriesRepository(trx).record(entry.id, code, context.clock(), {
        by: actor,
      })
      await auditRepository(trx).record(actor, 'entry.winning_info', entry.id, {
        after: { package_code: saved.package_code, winner_fee_status },
      })
      return { version: saved.version, winner_fee_status }
    })
  },
})

const { paid, waived, refund_pending, refunded } = WINNER_FEE_STATUS
/** Statuses in which the package is settled: another one cannot take its place. */
const TAKEN: readonly WinnerFeeStatus[] = [paid, waived, refund_pending, refunded]

/**
 * The winner fee status after choosing a package: waived for a free one, whose fee has no open order any more;
 * unchanged until payment for the rest.
 */
async function packageChoice(trx: Db, context: AppContext, entry: EntryRecord, code: string) {
  const price = await packagePrice(trx, entry, code)
  if (price === undefined)
    throw new BusinessError(422, { package_code: ['Choose a package from the list'] })

  const now = context.clock()
  const status = entry.winner_fee_status as WinnerFeeStatus
  refuseExpiredOffer(entry, now)
  if (TAKEN.includes(status)) {
    if (code !== entry.package_code) throw packageChosen()
    return { winner_fee_status: status }
  }
  const offered = next(WINNER_FEE_MACHINE, status, 'reconsider') ?? status
  if (price > 0) return { winner_fee_status: offered }
  const open = await lockOpenOrder(trx, entry.id, FEE_TYPE.winner_package)
  if (open) return replaceOrder(trx, open, now)
  return { winner_fee_status: next(WINNER_FEE_MACHINE, offered, 'waive') ?? status }
}
