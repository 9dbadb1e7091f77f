import { createHash } from 'node:crypto'
import { OPEN_WORK, type Answer, type OpenWorkKind, type judgeAdded } from '@awards/shared/contract'
import {
  DECISION_STATUS,
  ENTRY_STATUS,
  QUORUM,
  entryStatusText,
  isBelowThreshold,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import { named } from '../../../lib/translated.ts'
import { NO_FIGURES } from '../results/aggregates.ts'
import { toEntryLink } from '../entry-link.repository.ts'
import type { ResultRow } from './publish.repository.ts'
import type { Figures } from '../results/aggregates.repository.ts'

type Published = Answer<typeof judgeAdded.publish>
type Change = Published['changes'][number]
type OpenWork = Published['checklist'][number]
/** A row with the figures of its votes. */
export type JudgedRow = ResultRow & { figures: Figures }
export type PublishPlan = Readonly<Record<'awarded' | 'declined' | 'open', readonly JudgedRow[]>>

/** Entries that a dry run names one by one; the rest is in its numbers. */
const NAMED_ENTRIES = 1_000
/** Entries that a line of the checklist names. */
const NAMED_OPEN = 50

const JUDGED: readonly number[] = [ENTRY_STATUS.in_judging, ENTRY_STATUS.decided]
const D = DECISION_STATUS

export const withFigures = (
  rows: readonly ResultRow[],
  figures: ReadonlyMap<string, Figures>,
): JudgedRow[] => rows.map((row) => ({ ...row, figures: figures.get(row.id) ?? NO_FIGURES }))

const isJudged = ({ entry_status }: JudgedRow) => JUDGED.includes(entry_status)
const isDecided = (row: JudgedRow) =>
  isJudged(row) && (row.decision_status === D.declined || row.decision_status === D.confirmed)

/** What is open about an entry. Each kind is looked at by itself: an entry may stand in several lines. */
const IS_OPEN: Readonly<Record<OpenWorkKind, (row: JudgedRow) => boolean>> = {
  UNDECIDED: (row) => isJudged(row) && row.decision_status === D.none,
  RECOMMENDED: (row) => isJudged(row) && row.decision_status === D.recommended,
  TO_DISCUSS: (row) => isJudged(row) && row.is_to_discuss,
  FIRST_LEVEL_VOTES: (row) => isJudged(row) && row.figures.first.votes < QUORUM[2],
  SECOND_LEVEL_VOTES: (row) => {
    const { votes } = row.figures.second
    return isJudged(row) && votes < QUORUM[3] && (votes > 0 || row.has_second_level)
  },
  NOT_CONFIRMED: (row) => isJudged(row) && row.decision_status === D.provisional,
  NOT_JUDGED: (row) => !isJudged(row),
  BELOW_THRESHOLD: (row) =>
    isJudged(row) &&
    (row.decision_status === D.confirmed || row.decision_status === D.provisional) &&
    row.award_id !== null &&
    isBelowThreshold(row.figures.final, row),
  COMMENTS_PENDING: (row) => row.has_pending_comments,
}

/** Why an entry without a decision of its own cannot be told that it has no award. */
const UNFINISHED = ['TO_DISCUSS', 'SECOND_LEVEL_VOTES', 'FIRST_LEVEL_VOTES'] as const

/** Why publication leaves an entry out, or undefined. Nothing that is undecided is published. */
function openReason(row: JudgedRow, isWithoutAward: boolean): OpenWorkKind | undefined {
  if (isDecided(row)) return undefined
  const first = (['NOT_JUDGED', 'NOT_CONFIRMED', 'RECOMMENDED', ...UNFINISHED] as const).find(
    (kind) => IS_OPEN[kind](row),
  )
  return first ?? (isWithoutAward ? undefined : 'UNDECIDED')
}

/**
 * What publication does with each entry. A confirmed level is awarded; an entry of which the chair or the second
 * level has decided so gets none; all others are left open, but with `isWithoutAward` those that were judged whole.
 */
export function publishPlan(results: readonly JudgedRow[], isWithoutAward: boolean): PublishPlan {
  const isAwarded = (row: JudgedRow) => row.decision_status === D.confirmed && row.award_id !== null
  const settled = results.filter((row) => openReason(row, isWithoutAward) === undefined)
  return {
    awarded: settled.filter(isAwarded),
    declined: settled.filter((row) => !isAwarded(row)),
    open: results.filter((row) => openReason(row, isWithoutAward) !== undefined),
  }
}

/** The rows as their reader may know them: an entry in conflict is in no list and no number. */
export const knowable = (rows: readonly JudgedRow[]): JudgedRow[] =>
  rows.filter(({ is_conflicted }) => !is_conflicted)

/** How many entries have no decision, and nothing that keeps them from getting no award. */
export const withoutDecision = (rows: readonly JudgedRow[]): number =>
  rows.filter((row) => openReason(row, false) === 'UNDECIDED').length

/** What is open, kind by kind, with the first entries of each. */
export const checklistOf = (rows: readonly JudgedRow[], language: Language): OpenWork[] =>
  OPEN_WORK.flatMap((kind) => {
    const open = rows.filter(IS_OPEN[kind])
    const entries = open.slice(0, NAMED_OPEN).map((row) => mentionOf(row, language))
    return open.length > 0 ? [{ kind, count: open.length, entries }] : []
  })

/** Fingerprint of all that a plan follows from, whatever is asked to be done with it. */
export function planOf(rows: readonly JudgedRow[]): string {
  const facts = rows.map((row) => [
    row.id,
    row.entry_status,
    row.decision_status,
    row.award_id,
    row.has_licence,
    row.figures.final,
    ...OPEN_WORK.filter((kind) => IS_OPEN[kind](row)),
  ])
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
}

/** The numbers of a plan, with what it leaves out and why. */
export function summaryOf({ awarded, declined, open }: PublishPlan) {
  return {
    awarded: awarded.length,
    not_awarded: declined.length,
    shown: awarded.filter(({ has_licence }) => has_licence).length,
    skipped: [
      ...open.map((row) => ({ id: row.id, reason: openReason(row, false) ?? 'UNDECIDED' })),
      ...awarded.filter((row) => !row.has_licence).map(({ id }) => ({ id, reason: 'NO_LICENCE' })),
    ],
  }
}

/** The plan entry by entry: what is left open first, since it asks for somebody. */
export function changesOf({ awarded, declined, open }: PublishPlan, language: Language): Change[] {
  const change = (to: Change['to']) => (row: JudgedRow) => changeOf(row, to, language)
  return [
    ...open.map(change('left_open')),
    ...awarded.map(change('awarded')),
    ...declined.map(change('not_awarded')),
  ].slice(0, NAMED_ENTRIES)
}

const mentionOf = (row: JudgedRow, language: Language) =>
  toEntryLink({ ...row, apply_order_id: row.id }, language)

function changeOf(row: JudgedRow, to: Change['to'], language: Language): Change {
  return {
    ...mentionOf(row, language),
    from: entryStatusText(row.entry_status as EntryStatus),
    to,
    award:
      row.award_id && row.award_code && to !== 'not_awarded'
        ? named(row.award_id, row.award_code, row.award_name, language)
        : null,
    is_shown: to === 'awarded' && row.has_licence,
  }
}
