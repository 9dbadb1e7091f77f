import type { Answer, entries } from '@awards/shared/contract'
import {
  blindSheet,
  blindText,
  JUDGEABLE,
  entryStatusText,
  StoredAnswers,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { answerFilesOf } from '../../entries/entry-images.service.ts'
import { entryWarnings } from '../../entries/entries.policy.ts'
import { figuresByEntry } from '../results/aggregates.repository.ts'
import { assignmentsRepository } from '../assignment/assignments.repository.ts'
import { identityWords } from '../anonymity/redactions.repository.ts'
import { correctionsService } from '../scoring/corrections.service.ts'
import {
  decisionHistory,
  decisionsRepository,
  type DecisionStep,
} from '../results/board.repository.ts'
import {
  answeredQuestions,
  blindQuestions,
  entryQuestionsRepository,
  toAnswers,
} from '../../entries/entry-questions.repository.ts'
import { entryForJuror, viewerOf } from '../jury-access.ts'
import { juryEntriesRepository, type JuryEntry } from './jury-entries.repository.ts'
import { named, translated } from '../../../lib/localised.ts'
import { awardOf } from './lists.service.ts'
import { has, scoringLevelOf, seesOthers, viewOf } from '../jury.policy.ts'
import { scoresRepository } from '../scoring/scores.repository.ts'
import { sheetFiles } from '../anonymity/sheet-files.repository.ts'
import { isAnonymous, sheetPicture, anonymousFileId } from '../anonymity/anonymised-entries.ts'

/** The detail of an entry for jurors and chairs, anonymised where the phase requires it. */
export function jurorInfoService(context: AppContext) {
  const { db, clock, config } = context
  const corrections = correctionsService(context)

  async function ownScore(id: string, jurorId: string, level: 2 | 3) {
    const key = { apply_order_id: id, juror_id: jurorId, level }
    const score = await scoresRepository(db).find(key)
    if (!score) return null
    return {
      items: await scoresRepository(db).items(score.id),
      total: Number(score.total),
      comment_private: score.comment_private,
      comment_entrant: score.comment_entrant,
      is_draft: score.is_draft,
      version: score.version,
    }
  }

  /** Final score of the entry and the threshold of its award. */
  async function awardStanding({ id, award_id }: JuryEntry) {
    const final_score = (await figuresByEntry(db, [id])).get(id)?.final ?? null
    const levels = award_id ? await decisionsRepository(db).awards() : []
    const min_score = levels.find((level) => level.id === award_id)?.min_score ?? null
    return { final_score, min_score }
  }

  return {
    /** Marks the juror's assignment as opened. Decision and figures stay hidden until the own score is submitted. */
    async info(actor: Actor, id: string, language: Language): Promise<Answer<typeof entries.info>> {
      const {
        entry,
        phase,
        capabilities: rights,
      } = await entryForJuror(context, actor, id, db, viewerOf(actor))
      const isChair = actor.identity === 1
      const blind = isAnonymous(actor, rights)
      const level = scoringLevelOf(actor)
      const jurorId = actor.juror?.id ?? ''
      if (!isChair) await assignmentsRepository(db).markOpened(id, jurorId, level, clock())

      const [{ answers, ...formed }, files, answerFiles, criteria, own, warnings, names] =
        await Promise.all([
          juryEntriesRepository(db).answers(id),
          sheetFiles(db, viewOf(actor), [id], language),
          // Files under their own names, for a chair who may read names.
          blind ? [] : answerFilesOf(context, db, id),
          scoresRepository(db).criteriaOf(entry.category_id),
          isChair ? null : ownScore(id, jurorId, level),
          // Chairs only: other places of a picture may reveal its author.
          isChair && has(actor, 'can_assign') ? entryWarnings(db, id) : [],
          identityWords(db, [id]),
        ])
      const full = StoredAnswers.parse(answers)
      const words = blind ? names.get(id) : undefined
      const form = await entryQuestionsRepository(db).of(formed)
      const answered = answeredQuestions(
        form,
        entry,
        full.questions,
        language,
        new Map(answerFiles.map((file) => [file.file_id, file])),
      )
      const altOf = (alt: string) => (words ? blindText(alt, entry.title, words) : alt)
      const seesDecision = isChair || seesOthers(rights, own !== null && !own.is_draft)
      const isOpen = JUDGEABLE.includes(entry.entry_status as EntryStatus)
      return {
        projection: 'juror',
        apply_order_id: id,
        judging_no: entry.judging_no,
        is_blind: blind,
        category: {
          ...named(entry.category_id, entry.category_code, entry.category_name, language),
          min_images: entry.min_images,
        },
        section: named(entry.section_id, entry.section_code, entry.section_name, language),
        edition: named(entry.edition_id, entry.edition_code, entry.edition_name, language),
        entry_status: entry.entry_status,
        entry_status_text: entryStatusText(entry.entry_status as EntryStatus),
        answers: words ? blindSheet(full, words) : full,
        questions: words ? blindQuestions(answered, entry.title, words) : toAnswers(answered),
        files: files.map((file) => ({
          file_id: anonymousFileId(config.secret, id, file.file_id),
          kind: file.kind,
          sort: file.sort,
          alt: altOf(file.alt),
          credit: null,
          picture: sheetPicture(
            context,
            actor.id,
            { entry_id: id, file_id: file.file_id },
            file,
            altOf(file.alt),
          ),
          original_name: null,
        })),
        criteria: criteria.map(({ id: criterion, code, name, description, weight }) => ({
          ...named(criterion, code, name, language),
          description: translated(description, language),
          weight,
        })),
        own_score: own,
        assignment_status: entry.assignment_status,
        can_score: !isChair && isOpen && rights.can_score_levels.includes(level),
        can_award: isOpen && rights.can_award_levels.includes(isChair ? 1 : level),
        decision_status: seesDecision ? entry.decision_status : 0,
        award: seesDecision ? awardOf(entry, language) : null,
        decision_version: seesDecision ? entry.decision_version : 0,
        standing: seesDecision && (isChair || level === 3) ? await awardStanding(entry) : null,
        history: isChair
          ? (await decisionHistory(db, id)).map((step) => toStep(step, language))
          : null,
        warnings,
        correction: isChair ? await corrections.openRequest(entry) : null,
        correction_until: isChair
          ? await corrections.latestPossibleDate(actor, entry, phase)
          : null,
      }
    },
  }
}

const toStep = (
  { kind, award_id, award_code, award_name, reason, by, at }: DecisionStep,
  language: Language,
) => ({
  kind,
  award: award_id && award_code ? named(award_id, award_code, award_name, language) : null,
  reason,
  by,
  at: at.toISOString(),
})
