import type { AdmissionResults, Answer, organiser, Parsed } from '@awards/shared/contract'
import {
  EDITION_STATUS,
  ENTRY_FEE_STATUS,
  PAID_OR_WAIVED,
  ENTRY_MACHINE,
  next,
  REFUSABLE,
  statusAfterAsking,
  StoredAnswers,
  type EntryDraft,
  type EntryEvent,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { DAY_MS } from '../../lib/time.ts'
import { named } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { correctionMail } from '../entries/entries.mapper.ts'
import { entriesRepository } from '../entries/entries.repository.ts'
import {
  answeredQuestions,
  entryQuestionsRepository,
  toAnswers,
  type AnswerFiles,
} from '../entries/entry-questions.repository.ts'
import { answerFilesOf, entryFilesOf, formerFileNames } from '../entries/entry-images.service.ts'
import { changeEachEntryStatus, type EntryColumns } from '../entries/entry-status.repository.ts'
import { requestRefundOfEntryFee } from '../payments/refunds/refund-request.ts'
import { toAdmissionRow } from './admission.mapper.ts'
import { admissionRepository, type AdmissionRecord } from './admission.repository.ts'

type Chosen = Parsed<typeof organiser.admit>['entries'][number]
type Result = AdmissionResults['results'][number]
type Step = (trx: Db, row: AdmissionRecord) => Promise<Result['refund']>

const LONGEST_CORRECTION_MS = 28 * DAY_MS

/** The queue of what is submitted and paid: admitted, handed back or refused, each row for itself. */
export function admissionService(context: AppContext) {
  const { db, clock, mail } = context

  async function list(
    actor: Actor,
    input: Parsed<typeof organiser.admissionList>,
    language: Language,
  ): Promise<Answer<typeof organiser.admissionList>> {
    const repository = admissionRepository(db)
    const { current, pageSize, state, category_id, keyword, share } = input
    const editions = await repository.editions()
    const shown = editions.find(({ id }) => id === input.edition_id) ?? editions[0]
    const page = {
      current,
      pageSize,
      editions: editions.map((one) => named(one.id, one.code, one.name, language)),
      colleagues: await repository.admitters(),
    }
    if (!shown) {
      const counts = { waiting: 0, correction: 0, admitted: 0, refused: 0 }
      return { ...page, list: [], total: 0, edition_id: null, categories: [], counts }
    }
    const filter = {
      editionId: shown.id,
      state,
      categoryId: category_id,
      assigneeId: share && (share === 'mine' ? actor.id : null),
      keyword,
      current,
      pageSize,
    }
    const [{ rows, total }, counts] = await Promise.all([
      repository.list(filter),
      repository.counts(shown.id),
    ])
    const pictures = await repository.pictures(rows.map(({ id }) => id))
    const forms = await entryQuestionsRepository(db).forms(rows.map(({ form_hash }) => form_hash))
    const formOf = ({ form_hash }: AdmissionRecord) => forms.get(form_hash ?? '') ?? []
    return {
      ...page,
      edition_id: shown.id,
      total: total ?? counts[state],
      categories: (await repository.categories(shown.id)).map((one) =>
        named(one.id, one.code, one.name, language),
      ),
      counts,
      list: rows.map((row) =>
        toAdmissionRow(context, row, pictures.get(row.id) ?? [], formOf(row), language),
      ),
    }
  }

  async function entry(
    id: string,
    language: Language,
  ): Promise<Answer<typeof organiser.admissionEntry>> {
    const repository = admissionRepository(db)
    const row = await repository.find(id)
    // Drafts and unpaid entries are nobody's business yet.
    if (!row || row.submitted_at === null || row.paid_at === null) throw unknownEntry()
    const pictures = await repository.pictures([id])
    const until = await latestCorrection(db, row)
    const form = await entryQuestionsRepository(db).of(row)
    const answers = StoredAnswers.parse(row.answers)
    const before = row.admitted_answers ? StoredAnswers.parse(row.admitted_answers) : null
    const files = new Map((await answerFilesOf(context, db, id)).map((one) => [one.file_id, one]))
    const former = await formerFileNames(db, form, before?.questions)
    const inWords = (given: EntryDraft, known: AnswerFiles) =>
      toAnswers(answeredQuestions(form, row, given.questions, language, known))
    return {
      ...toAdmissionRow(context, row, pictures.get(id) ?? [], form, language),
      answers,
      questions: inWords(answers, files),
      questions_before: before ? inWords(before, new Map([...former, ...files])) : [],
      files: await entryFilesOf(context, db, id),
      email: row.email,
      correction_until: until?.toISOString() ?? null,
      before,
      history: (await repository.history(id)).map((one) => ({ ...one, at: one.at.toISOString() })),
    }
  }

  /** Latest date of a correction: the start of judging, or four weeks from now; null once it is too late. */
  async function latestCorrection(target: Db, row: AdmissionRecord): Promise<Date | null> {
    if (row.edition_status !== EDITION_STATUS.open) return null
    const start = await admissionRepository(target).judgingStart(row.edition_id)
    const latest = start ?? new Date(clock().getTime() + LONGEST_CORRECTION_MS)
    return latest > clock() ? latest : null
  }

  /** Runs a step for each entry in a transaction of its own; one that is refused stops no other. */
  async function forEach(chosen: readonly Chosen[], step: Step): Promise<AdmissionResults> {
    const results: Result[] = []
    for (const { apply_order_id, version } of chosen) {
      results.push(await one(apply_order_id, version, step))
    }
    return { done: results.filter(({ outcome }) => outcome === 'done').length, results }
  }

  async function one(id: string, version: number, step: Step): Promise<Result> {
    let entry_no = ''
    try {
      return await db.transaction().execute(async (trx) => {
        await entriesRepository(trx).lock(id)
        const row = await admissionRepository(trx).find(id)
        if (!row || row.submitted_at === null) throw unknownEntry()
        entry_no = row.entry_no
        if (row.version !== version) throw changedMeanwhile()
        const refund = await step(trx, row)
        const facts = { reason: null, message: null, refund }
        return { apply_order_id: id, entry_no, outcome: 'done' as const, ...facts }
      })
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error
      const reason = typeof error.data?.reason === 'string' ? error.data.reason : null
      const facts = { reason, message: error.message, refund: null }
      return { apply_order_id: id, entry_no, outcome: 'refused', ...facts }
    }
  }

  /** Moves the entry by the status table, with an event for the entrant and an audit record. */
  async function move(
    trx: Db,
    actor: Actor,
    row: AdmissionRecord,
    event: EntryEvent,
    facts: { code: string; columns?: EntryColumns; reason?: string },
  ) {
    const now = clock()
    const to =
      event === 'ask_correction'
        ? statusAfterAsking(row, now)
        : next(ENTRY_MACHINE, row.entry_status as EntryStatus, event)
    if (to === undefined) throw notInQueue()
    const columns = { ...facts.columns, updated_at: now }
    if (!(await entriesRepository(trx).update(row.id, row.version, columns)))
      throw changedMeanwhile()
    // A correction that is asked for again keeps its status, from which no event leads to itself.
    if (to !== row.entry_status) await changeEachEntryStatus(trx, event, [row.id])
    await entriesRepository(trx).record(row.id, facts.code, now, { detail: facts.reason })
    await auditRepository(trx).record(actor, `entry.${facts.code}`, row.id, {
      before: { entry_status: row.entry_status },
      after: { entry_status: to },
      reason: facts.reason,
    })
  }

  return {
    list,
    entry,

    admit: (actor: Actor, { entries }: Parsed<typeof organiser.admit>) =>
      forEach(entries, async (trx, row) => {
        requirePaid(row)
        const columns = { correction_note: null, correction_due_at: null }
        await move(trx, actor, row, 'pass_check', { code: 'admitted', columns })
        await admissionRepository(trx).remember(row.id, actor.id, clock())
        await mail.enqueue(trx, {
          to: row.email,
          template: 'entry_admitted',
          language: row.language,
          // An entry that changes is admitted anew, and its entrant told anew.
          dedupeKey: `admitted:${row.id}:${row.version}`,
          params: { title: row.title, entry_no: row.entry_no, apply_order_id: row.id },
        })
        return null
      }),

    assign: (
      actor: Actor,
      { apply_order_ids: ids, user_id }: Parsed<typeof organiser.assignAdmission>,
    ) =>
      db.transaction().execute(async (trx) => {
        const repository = admissionRepository(trx)
        if (user_id && !(await repository.admitters()).some((one) => one.user_id === user_id)) {
          throw noAdmitter()
        }
        const changed = await repository.assign(ids, user_id, actor.id, clock())
        if (changed > 0) {
          const after = { entries: changed }
          await auditRepository(trx).record(actor, 'admission.assigned', user_id ?? '', { after })
        }
        return { changed }
      }),

    async askCorrection(
      actor: Actor,
      { entries, note, due_at }: Parsed<typeof organiser.askCorrection>,
    ) {
      const due = new Date(due_at)
      if (due <= clock()) throw new BusinessError(422, { due_at: ['Choose a date in the future'] })
      return forEach(entries, async (trx, row) => {
        const latest = await latestCorrection(trx, row)
        if (!latest) throw judgingHasBegun()
        if (due > latest) throw tooLate()
        const columns = { correction_note: note, correction_due_at: due }
        await move(trx, actor, row, 'ask_correction', {
          code: 'correction_requested',
          columns,
          reason: note,
        })
        await mail.enqueue(trx, correctionMail(row, row, { note, due }))
        return null
      })
    },

    /** The refund takes the ledger's own door; a fee that was waived has none. */
    refuse: (actor: Actor, { entries, reason }: Parsed<typeof organiser.refuse>) =>
      forEach(entries, async (trx, row) => {
        if (!REFUSABLE.includes(row.entry_status as EntryStatus)) throw notInQueue()
        await move(trx, actor, row, 'disqualify', { code: 'refused', reason })
        const isRefunded =
          row.entry_fee_status === ENTRY_FEE_STATUS.paid &&
          (await requestRefundOfEntryFee(trx, actor, { entryId: row.id, reason, at: clock() }))
        await mail.enqueue(trx, {
          to: row.email,
          template: isRefunded ? 'entry_refused_refund' : 'entry_refused',
          language: row.language,
          dedupeKey: `refused:${row.id}`,
          params: { title: row.title, entry_no: row.entry_no, note: reason },
        })
        return isRefunded ? 'requested' : 'none'
      }),
  }
}

function requirePaid({ entry_fee_status }: AdmissionRecord) {
  if (PAID_OR_WAIVED.includes(entry_fee_status)) return
  throw new BusinessError(409, 'The fee of this entry is not paid.', { reason: 'UNPAID' })
}

const noAdmitter = () =>
  new BusinessError(409, 'This person may no longer admit entries. Choose somebody else.', {
    reason: 'NO_ADMITTER',
  })

const unknownEntry = () =>
  new BusinessError(404, 'This entry is not in the queue. Reload the page.', { reason: 'UNKNOWN' })
const changedMeanwhile = () =>
  new BusinessError(409, 'Somebody changed this entry meanwhile. Look at it again.', {
    reason: 'VERSION',
  })
const notInQueue = () =>
  new BusinessError(409, 'This entry has left the queue meanwhile.', { reason: 'STATUS' })
const judgingHasBegun = () =>
  new BusinessError(
    409,
    'Judging has begun or is about to, so this entry can no longer be handed back.',
    { reason: 'JUDGING' },
  )
const tooLate = () =>
  new BusinessError(409, 'Choose a date before judging begins', { reason: 'DUE' })
