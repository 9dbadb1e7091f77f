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
import { named } from '../../../lib/localised.ts'
import { toEntryLink } from '../jury-scope.repository.ts'
import type { ResultRow } from './publish.repository.ts'
import { type Figures, NO_FIGURES } from '../results/aggregates.repository.ts'

type Published = Answer<typeof judgeAdded.publish>
type Change = Published['changes'][number]
type OpenWork = Published['checklist'][number]
/** A result with its figures. */
export type PlanRow = ResultRow & { figures: Figures }
export type PublishPlan = Readonly<Record<'awarded' | 'declined' | 'open', readonly PlanRow[]>>

/** Maximum number of entries that a dry run lists; the counts include the rest. */
const MAX_CHANGES = 1_000
/** Maximum number of entries per line of the checklist. */
const MAX_CHECKLIST_ENTRIES = 50

const JUDGED: readonly number[] = [ENTRY_STATUS.in_judging, ENTRY_STATUS.decided]
const D = DECISION_STATUS

/** Joins results with their figures. */
export const withFigures = (
  rows: readonly ResultRow[],
  figures: ReadonlyMap<string, Figures>,
): PlanRow[] => rows.map((row) => ({ ...row, figures: figures.get(row.id) ?? NO_FIGURES }))

const isJudged = ({ entry_status }: PlanRow) => JUDGED.includes(entry_status)
const isDecided = (row: PlanRow) =>
  isJudged(row) && (row.decision_status === D.declined || row.decision_status === D.confirmed)

/** Checks of open work. They are independent: an entry may be in several lines. */
const IS_OPEN: Readonly<Record<OpenWorkKind, (row: PlanRow) => boolean>> = {
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

/** Open work that prevents "no award" for an entry without a decision. */
const INCOMPLETE = ['TO_DISCUSS', 'SECOND_LEVEL_VOTES', 'FIRST_LEVEL_VOTES'] as const

/** Why publication skips the entry; undefined if it is published. Undecided entries are never published. */
function openReason(row: PlanRow, isWithoutAward: boolean): OpenWorkKind | undefined {
  if (isDecided(row)) return undefined
  const first = (['NOT_JUDGED', 'NOT_CONFIRMED', 'RECOMMENDED', ...INCOMPLETE] as const).find(
    (kind) => IS_OPEN[kind](row),
  )
  return first ?? (isWithoutAward ? undefined : 'UNDECIDED')
}

/**
 * Partitions the results: `awarded` with a confirmed award, `declined` by a decision for no award, else `open`. With
 * `isWithoutAward`, undecided entries that are fully judged are declined too, but for those in conflict with the chair:
 * "no award" is final, and the chair has not seen them.
 */
export function publishPlan(results: readonly PlanRow[], isWithoutAward: boolean): PublishPlan {
  const isAwarded = (row: PlanRow) => row.decision_status === D.confirmed && row.award_id !== null
  const reasonOf = (row: PlanRow) => openReason(row, isWithoutAward && !row.is_conflicted)
  const settled = results.filter((row) => reasonOf(row) === undefined)
  return {
    awarded: settled.filter(isAwarded),
    declined: settled.filter((row) => !isAwarded(row)),
    open: results.filter((row) => reasonOf(row) !== undefined),
  }
}

/** The rows without entries in conflict with the reader. */
export const withoutConflicts = (rows: readonly PlanRow[]): PlanRow[] =>
  rows.filter(({ is_conflicted }) => !is_conflicted)

/** Number of fully judged entries without a decision. */
export const withoutDecision = (rows: readonly PlanRow[]): number =>
  rows.filter((row) => openReason(row, false) === 'UNDECIDED').length

/** Open work by kind, with its count and first entries; kinds without entries are left out. */
export const checklistOf = (rows: readonly PlanRow[], language: Language): OpenWork[] =>
  OPEN_WORK.flatMap((kind) => {
    const open = rows.filter(IS_OPEN[kind])
    const entries = open.slice(0, MAX_CHECKLIST_ENTRIES).map((row) => linkOf(row, language))
    return open.length > 0 ? [{ kind, count: open.length, entries }] : []
  })

/** Checksum of everything a plan depends on except its options, to detect changes between dry run and publication. */
export function planFingerprint(rows: readonly PlanRow[]): string {
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

/** Counts of a plan, and the skipped entries with their reasons. */
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

/** The plan entry by entry, open entries first since they need work. */
export function changesOf({ awarded, declined, open }: PublishPlan, language: Language): Change[] {
  const change = (to: Change['to']) => (row: PlanRow) => changeOf(row, to, language)
  return [
    ...open.map(change('left_open')),
    ...awarded.map(change('awarded')),
    ...declined.map(change('not_awarded')),
  ].slice(0, MAX_CHANGES)
}

const linkOf = (row: PlanRow, language: Language) =>
  toEntryLink({ ...row, apply_order_id: row.id }, language)

function changeOf(row: PlanRow, to: Change['to'], language: Language): Change {
  return {
    ...linkOf(row, language),
    from: entryStatusText(row.entry_status as EntryStatus),
    to,
    award:
      row.award_id && row.award_code && to !== 'not_awarded'
        ? named(row.award_id, row.award_code, row.award_name, language)
        : null,
    is_shown: to === 'awarded' && row.has_licence,
  }
}
