import type { Answer, Parsed, juryDesk } from '@awards/shared/contract'
import {
  BLIND_TEXTS,
  PHASES,
  StoredAnswers,
  blindSheet,
  blindText,
  type Language,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import {
  answeredQuestions,
  blindQuestions,
  entryQuestionsRepository,
} from '../../entries/entry-questions.repository.ts'
import { entryForJuror, lockedEntryForJuror } from '../jury-access.ts'
import { juryEntriesRepository } from '../lists/jury-entries.repository.ts'
import { scopeOf, staleVersion } from '../jury.policy.ts'
import {
  redactionsRepository,
  identityWords,
  NO_WORDS,
  type Redaction,
} from './redactions.repository.ts'
import { allSheetFiles } from './sheet-files.repository.ts'
import { toEntryLink } from '../jury-scope.repository.ts'
import { withChairTitles, sheetPicture, anonymousFileId } from './anonymised-entries.ts'

const HAS_WORD = /[\p{L}\p{N}]/u

/** Redaction of anonymised sheets, and jurors' reports of words that identify an entrant. */
export function redactionService(context: AppContext) {
  const { db, clock, config } = context
  const anonymousIdOf = (entryId: string, fileId: string) =>
    anonymousFileId(config.secret, entryId, fileId)

  return {
    /** The anonymised sheet with its redactions and reports, for the organiser. */
    async read(
      actor: Actor,
      id: string,
      language: Language,
    ): Promise<Answer<typeof juryDesk.redaction>> {
      const { entry } = await entryForJuror(context, actor, id)
      const repository = redactionsRepository(db)
      const [{ answers, ...formed }, files, redaction, reports, names] = await Promise.all([
        juryEntriesRepository(db).answers(id),
        allSheetFiles(db, scopeOf(actor), id, language),
        repository.find(id),
        repository.reportsOf(id),
        identityWords(db, [id]),
      ])
      const full = StoredAnswers.parse(answers)
      const words = names.get(id) ?? NO_WORDS
      const sheet = blindSheet(full, words)
      const form = await entryQuestionsRepository(db).of(formed)
      const answered = answeredQuestions(form, entry, full.questions, language)
      const altOf = (alt: string) => blindText(alt, full.title ?? '', words)
      return {
        texts: [
          ...BLIND_TEXTS.map((field) => ({ field, text: sheet[field] ?? '' })),
          ...blindQuestions(answered, full.title ?? '', words).map(({ code, label, text }) => ({
            field: `questions.${code}`,
            label,
            text,
          })),
          ...files.map(({ alt }, index) => ({ field: `alt.${index}`, text: altOf(alt) })),
        ].filter(({ text }) => text !== ''),
        phrases: redaction.phrases,
        // Hidden pictures that the entry has no more could not be chosen; `redact` keeps them by itself.
        hidden_file_ids: files
          .filter(({ is_hidden }) => is_hidden)
          .map((file) => anonymousIdOf(id, file.file_id)),
        files: files.map((file) => ({
          file_id: anonymousIdOf(id, file.file_id),
          kind: file.kind,
          alt: altOf(file.alt),
          picture: sheetPicture(
            context,
            actor.id,
            { entry_id: id, file_id: file.file_id },
            file,
            altOf(file.alt),
          ),
          is_hidden: file.is_hidden,
        })),
        reports: reports.map(({ id: report_id, file_id, note, at, closed_at }) => ({
          report_id,
          file_id: file_id && anonymousIdOf(id, file_id),
          note,
          at: at.toISOString(),
          closed_at: closed_at?.toISOString() ?? null,
        })),
        version: redaction.version,
      }
    },

    /**
     * Replaces the redactions of an entry and closes its reports: those of `report_ids`, which the organiser has read, or all
     * of them for a page that does not say. A hidden picture that the entry has no more stays hidden,
     * since the entrant may put it back. Throws 409 for a stale version, 423 once decisions are frozen.
     */
    async redact(
      actor: Actor,
      input: Parsed<typeof juryDesk.redact>,
    ): Promise<Answer<typeof juryDesk.redact>> {
      const { apply_order_id: id, phrases, hidden_file_ids, report_ids, version } = input
      if (phrases.some((phrase) => !HAS_WORD.test(phrase))) {
        throw new BusinessError(422, { phrases: ['Give words with letters or digits'] })
      }
      return db.transaction().execute(async (trx) => {
        const { phase } = await lockedEntryForJuror(context, actor, id, trx)
        if (phase >= PHASES.frozen_embargo) throw frozen()
        const repository = redactionsRepository(trx)
        const before = await repository.find(id)
        if (before.version !== version) throw staleVersion(before.version)
        const files = await allSheetFiles(trx, scopeOf(actor), id, 'en')
        const present = files.map(({ file_id }) => file_id)
        const gone = before.hidden_file_ids.filter((file) => !present.includes(file))
        // A page that was opened before the entrant took a hidden picture away still names it.
        const fileOf = new Map([...present, ...gone].map((file) => [anonymousIdOf(id, file), file]))
        const hidden = [...new Set(hidden_file_ids)].map((file) => {
          const found = fileOf.get(file)
          if (found) return found
          throw new BusinessError(422, { hidden_file_ids: ['Choose pictures of this sheet'] })
        })
        const after = {
          phrases: [...new Set(phrases)],
          hidden_file_ids: [...new Set([...hidden, ...gone])],
          version: version + 1,
        }
        await repository.upsert(id, after, actor.id, clock())
        const closing = { by: actor.id, at: clock(), only: report_ids }
        const closed_reports = await repository.closeReports(id, closing)
        const change = { before: counted(before), after: { ...counted(after), closed_reports } }
        await auditRepository(trx).record(actor, 'jury.redacted', id, change)
        return { version: after.version }
      })
    },

    /** Stores a juror's report that a sheet or one of its visible pictures reveals the entrant. */
    async report(
      actor: Actor,
      { apply_order_id: id, file_id, note }: ReportInput,
    ): Promise<{ reported: true }> {
      await entryForJuror(context, actor, id)
      const files = await allSheetFiles(db, scopeOf(actor), id, 'en')
      const shown = files.filter((file) => !file.is_hidden)
      const file = shown.find((one) => file_id && anonymousIdOf(id, one.file_id) === file_id)
      if (file_id && !file) {
        throw new BusinessError(422, { file_id: ['Choose pictures of this sheet'] })
      }
      const report = { entryId: id, jurorId: scopeOf(actor).juror_id, note, at: clock() }
      await db.transaction().execute(async (trx) => {
        await redactionsRepository(trx).insertReport({ ...report, fileId: file?.file_id ?? null })
        await auditRepository(trx).record(actor, 'jury.identity_reported', id)
      })
      return { reported: true }
    },

    async reports(
      actor: Actor,
      input: Parsed<typeof juryDesk.identityReportList>,
      language: Language,
    ): Promise<Answer<typeof juryDesk.identityReportList>> {
      const { current, pageSize, state } = input
      const found = await redactionsRepository(db).reports(scopeOf(actor), state, input)
      const list = (await withChairTitles(context, db, found.rows)).map((row) => ({
        ...toEntryLink(row, language),
        report_id: row.report_id,
        note: row.note,
        at: row.at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
      }))
      return { list, total: found.total, current, pageSize }
    },
  }
}

/** A redaction as the audit log keeps it, which cannot be changed: how many phrases, since they name the entrant. */
const counted = ({ phrases, ...rest }: Redaction) => ({ ...rest, phrases: phrases.length })

type ReportInput = { apply_order_id: string; file_id?: string | undefined; note: string }

const frozen = () =>
  new BusinessError(
    423,
    'The sheets are frozen with the decisions. Nothing more is taken out of them.',
    { reason: 'FROZEN' },
  )
