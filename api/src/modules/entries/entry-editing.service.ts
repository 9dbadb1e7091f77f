import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { Answer, entries as calls, Parsed } from '@awards/shared/contract'
import {
  isPlaceFixed,
  brokenBy,
  ENTRY_MACHINE,
  ENTRY_STATUS,
  entryProblems,
  entryStatusText,
  isEditable,
  isHandedIn,
  maySubmit,
  next,
  StoredAnswers,
  type EntryDraft,
  type EntryEvent,
  type EntryStatus,
  type Language,
  type Question,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDateTime, formatMoney, translated } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { estimateEntryFees } from '../payments/prices/quotes.service.ts'
import {
  answerFilesRepository,
  checkedFiles,
  linkAnswerFiles,
  toAnswerFile,
  entryFilesRepository,
  recordLicences,
} from './entry-files.repository.ts'
import { minimumImages } from './entries.mapper.ts'
import { entriesRepository } from './entries.repository.ts'
import {
  heldEntryFor,
  windowOf,
  lockedProject,
  chosenCategories,
  placeFixed,
  entryLocked,
  notEditable,
  stale,
} from './entry-access.ts'
import {
  entryQuestionsRepository,
  questionsOf,
  projectsRepository,
} from './entry-questions.repository.ts'
import { changeEachEntryStatus, changeEntryStatus } from './entry-status.repository.ts'
import { queueComparison } from './entries.policy.ts'

type Input = Parsed<typeof calls.edit>

/**
 * Saves answers and submits entries. The entries of a project share their text, so a save writes all of
 * them that are in the same state, and submitting one submits all. A submitted entry, paid or not, may be
 * edited until the call closes, but must stay complete.
 */
export const entryEditing = (context: AppContext) => ({
  edit: (actor: Actor, input: Input, language: Language): Promise<Answer<typeof calls.edit>> =>
    context.db.transaction().execute(async (trx) => {
      const entry = await heldEntryFor(trx, actor, input.apply_order_id, 'edit')
      const window = await windowOf(trx, entry, context.clock())
      // Lock order: project, then entries, as when a category is added.
      if (input.category_id) await projectsRepository(trx).lockOwn(entry.user_id, entry.project_id)
      const { current, affected } = await lockedProject(trx, entry, window)
      const isAllowed = input.submit ? maySubmit(current, window) : isEditable(current, window)
      if (!isAllowed) throw await notEditable(trx, { ...entry, ...current }, window, language)
      if (current.version !== input.version) throw stale(current)

      const placements = await placementsOf(trx, current, affected, input)
      const answers = merged(current.answers, input.answers)
      // Grace period after the close: a draft may be submitted, but not changed.
      const isChanged =
        placements.size > 0 || !isDeepStrictEqual(answers, StoredAnswers.parse(current.answers))
      if (isChanged && !isEditable(current, window)) {
        throw await notEditable(trx, { ...entry, ...current }, window, language)
      }
      const questions = await questionsAsked(trx, current, entry.section_code)
      const place = { userId: actor.id, entryId: entry.id }
      const sent = input.answers?.questions ?? {}
      const before = await problemCheck(trx, current, questions)
      const links = await linkAnswerFiles(trx, { place, questions, sent })
      // The entries of a project share their answers, also one that was added since.
      if (links.size > 0 || questions.some(({ kind }) => kind === 'file')) {
        for (const row of affected) await answerFilesRepository(trx).replace(row.id, links)
      }
      const problemsOf = await problemCheck(trx, current, questions)
      const problems = problemsOf(answers)
      if (input.submit && Object.keys(problems).length > 0) throw new BusinessError(422, problems)

      if (isChanged && isHandedIn(current.entry_status)) {
        const broken = brokenBy(before(current.answers), problems)
        if (Object.keys(broken).length > 0) throw new BusinessError(422, broken)
      }

      const change = { answers, input, placements, isChanged }
      for (const row of affected) await write(trx, context, actor, row, change)
      const saved = await entriesRepository(trx).find(entry.id)
      if (!saved) throw new Error('An entry vanished while it was saved')
      if (input.submit) await afterSubmit(trx, context, actor, affected, answers)
      return {
        version: saved.version,
        entry_status: saved.entry_status,
        entry_status_text: entryStatusText(saved.entry_status as EntryStatus),
        problems,
        ...(questions.some(({ code, kind }) => kind === 'file' && code in sent) && {
          answer_files: (await answerFilesRepository(trx).of(entry.id)).flatMap(
            (file) => toAnswerFile(context, file) ?? [],
          ),
        }),
      }
    }),
})

/** Merges sent answers into the stored ones, those to questions of the programme one by one. */
function merged(stored: unknown, sent: EntryDraft): EntryDraft {
  const before = StoredAnswers.parse(stored)
  const { questions, ...others } = sent
  return {
    ...before,
    ...others,
    ...(questions && { questions: { ...before.questions, ...questions } }),
  }
}

type Row = Selectable<ApplyOrders>

/** The questions that a work is asked, by the form of one of its entries. */
async function questionsAsked(db: Db, row: Row, section: string): Promise<Question[]> {
  const form = await entryQuestionsRepository(db).of(row)
  return questionsOf(form, section, await entriesRepository(db).siblings(row.project_id))
}

/** Reads once what an entry is checked against; gives the check of its answers. */
async function problemCheck(db: Db, row: Row, questions: readonly Question[]) {
  const files = await entryFilesRepository(db).of(row.id)
  const siblings = await entriesRepository(db).siblings(row.project_id)
  const pictures = files.filter(({ kind }) => kind !== 'pdf')
  const answerFiles = checkedFiles(await answerFilesRepository(db).of(row.id))
  const minimum = minimumImages(siblings)
  return (answers: unknown) =>
    entryProblems(StoredAnswers.parse(answers), pictures, minimum, questions, answerFiles)
}

type Change = { answers: EntryDraft; input: Input; placements: Placements; isChanged: boolean }

async function write(
  db: Db,
  context: AppContext,
  actor: Actor,
  row: Row,
  { answers, input, placements, isChanged }: Change,
) {
  const now = context.clock()
  const from = row.entry_status as EntryStatus
  const isSubmitted = input.submit === true && !isHandedIn(from)
  const event = isSubmitted ? submitEvent(from) : 'change'
  const status = next(ENTRY_MACHINE, from, event) ?? from
  const entries = entriesRepository(db)
  const saved = await entries.update(row.id, row.version, {
    answers: JSON.stringify(answers),
    title: answers.title ?? '',
    country: answers.location_country ?? answers.designers?.[0]?.country ?? null,
    step_completed: Math.max(row.step_completed, input.step_completed ?? 1),
    updated_at: now,
    ...(isChanged && { edited_by: actor.id }),
    ...placements.get(row.id),
    ...(input.submit && !row.submitted_at && { submitted_at: now }),
    // From here on the entry keeps the form that it was submitted with.
    ...(isSubmitted &&
      !row.submitted_at && { form_hash: await entryQuestionsRepository(db).keep(now) }),
  })
  if (!saved) throw stale()
  if (isSubmitted) await changeEachEntryStatus(db, event, [row.id])
  // `change` moves an admitted entry back to the formal check; other statuses have no such edge.
  else if (isChanged) await changeEntryStatus(db, event, [row.id])
  if (!input.submit) {
    if (status !== from) await recordChange(db, actor, row, status)
    return
  }
  await entries.record(row.id, 'submitted', now, { by: actor })
  await auditRepository(db).record(actor, 'entry.submitted', row.id, {
    before: { entry_status: row.entry_status },
    after: { entry_status: status },
  })
}

const recordChange = (db: Db, actor: Actor, row: Row, status: EntryStatus) =>
  auditRepository(db).record(actor, 'entry.changed_after_check', row.id, {
    before: { entry_status: row.entry_status },
    after: { entry_status: status },
  })

function submitEvent(from: EntryStatus): EntryEvent {
  const event = from === ENTRY_STATUS.correction_requested ? 'resubmit' : 'submit'
  if (next(ENTRY_MACHINE, from, event) === undefined) throw entryLocked()
  return event
}

type PlacementChange = { section_id?: string | undefined; category_id?: string | undefined }

/** Entry id → the section and category it moves to; empty if nothing moves. */
type Placements = ReadonlyMap<string, { section_id: string; category_id: string }>

/**
 * Validates a change of section or category. The section belongs to the work, so it moves all its drafts;
 * a category moves one. Both are fixed after submission, since the fee depends on them.
 */
async function placementsOf(
  db: Db,
  current: Row,
  affected: readonly Row[],
  { section_id, category_id }: PlacementChange,
): Promise<Placements> {
  const isMoved =
    (section_id !== undefined && section_id !== current.section_id) ||
    (category_id !== undefined && category_id !== current.category_id)
  if (!isMoved) return new Map()
  if (isPlaceFixed(current.entry_status)) throw placeFixed()
  const placements = new Map(
    affected.map((row) => [
      row.id,
      {
        section_id: section_id ?? row.section_id,
        category_id: row.id === current.id ? (category_id ?? row.category_id) : row.category_id,
      },
    ]),
  )
  const categoryIds = [...placements.values()].map((placement) => placement.category_id)
  await chosenCategories(db, {
    section_id: section_id ?? current.section_id,
    category_ids: categoryIds,
  })
  const present = await entriesRepository(db).siblings(current.project_id)
  const others = present.filter(({ id }) => id !== current.id)
  if (others.some((other) => other.category_id === placements.get(current.id)?.category_id)) {
    throw new BusinessError(422, {
      category_ids: ['This work is already entered in a category you chose'],
    })
  }
  return placements
}

/** Runs after a submission: stores the licence consent, queues the picture comparison and mails a receipt. */
async function afterSubmit(
  db: Db,
  context: AppContext,
  actor: Actor,
  rows: readonly Row[],
  answers: EntryDraft,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const now = context.clock()
  await recordLicences(db, actor.id, ids(rows), now)
  await queueComparison(db, context, ids(rows))
  const title = answers.title ?? ''
  // Saved again after submission: the receipt was sent the first time.
  if (isHandedIn(first.entry_status)) return
  const template =
    first.entry_status === ENTRY_STATUS.draft ? 'entry_submitted' : 'correction_received'
  // The owner reads what a member has submitted.
  const owner = first.user_id === actor.id ? undefined : await entrantOf(db, first.user_id)
  for (const { email, language } of [actor, ...(owner ? [owner] : [])]) {
    await context.mail.enqueue(db, {
      to: email,
      template,
      language,
      params: {
        title,
        apply_order_id: first.id,
        entry_no: rows.map(({ entry_no }) => entry_no).join(', '),
        ...(template === 'entry_submitted' && (await feeSummary(db, now, rows, language))),
      },
    })
  }
}

async function entrantOf(db: Db, userId: string) {
  const person = await usersRepository(db).find(userId)
  if (person?.status !== 'active') return undefined
  return { email: person.email, language: languageOf(person) }
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)

/** Mail parameters: one line per category with number and price, the total, and the payment deadline. */
async function feeSummary(db: Db, now: Date, rows: readonly Row[], language: Language) {
  const [first] = rows
  const edition = first && (await entriesRepository(db).find(first.id))
  const siblings = first ? await entriesRepository(db).siblings(first.project_id) : []
  const fees = await estimateEntryFees(db, now, rows)
  const price = (id: string) => {
    const amount = fees?.amounts.get(id)
    return amount === undefined ? '' : formatMoney(amount, fees?.currency ?? '', language)
  }
  const lines = rows.map(({ id, entry_no }) => {
    const category = siblings.find((sibling) => sibling.id === id)?.category_name
    return [entry_no, category ? translated(category, language) : '', price(id)].join('\t')
  })
  return {
    entries: lines.join('\n'),
    total: fees ? formatMoney(fees.total, fees.currency, language) : '',
    pay_until: edition
      ? formatDateTime(edition.edition_closes_at, language, edition.edition_timezone)
      : '',
  }
}
