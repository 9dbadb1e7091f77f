import type { Answer, judgeAdded } from '@awards/shared/contract'
import {
  DECISION_STATUS,
  ENTRY_STATUS,
  entryStatusText,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import { named } from '../../app/translated.ts'
import type { ResultRow } from './publish.repository.ts'

type Published = Answer<typeof judgeAdded.publish>
type Change = Published['changes'][number]
export type PublishPlan = Readonly<Record<'awarded' | 'declined' | 'open', readonly ResultRow[]>>

/** Entries that a dry run names one by one; the rest is in its numbers. */
const NAMED_ENTRIES = 1_000

const JUDGED: readonly number[] = [ENTRY_STATUS.in_judging, ENTRY_STATUS.decided]
const { confirmed, provisional } = DECISION_STATUS

/** What publication does with each entry: a confirmed level is awarded, an unconfirmed one left open. */
export function publishPlan(results: readonly ResultRow[]): PublishPlan {
  const isOpen = (row: ResultRow) =>
    !JUDGED.includes(row.entry_status) || row.decision_status === provisional
  const isAwarded = (row: ResultRow) => row.decision_status === confirmed && row.award_id !== null
  const settled = results.filter((row) => !isOpen(row))
  return {
    awarded: settled.filter(isAwarded),
    declined: settled.filter((row) => !isAwarded(row)),
    open: results.filter(isOpen),
  }
}

/** The plan as its reader may know it: an entry in conflict is in no list and no number. */
export const knowable = ({ awarded, declined, open }: PublishPlan): PublishPlan => ({
  awarded: awarded.filter(isKnowable),
  declined: declined.filter(isKnowable),
  open: open.filter(isKnowable),
})

const isKnowable = ({ is_conflicted }: ResultRow) => !is_conflicted

/** The numbers of a plan, with what it leaves out and why. */
export function summaryOf({ awarded, declined, open }: PublishPlan) {
  const reasonOf = (row: ResultRow) =>
    JUDGED.includes(row.entry_status) ? 'NOT_CONFIRMED' : 'NOT_JUDGED'
  return {
    awarded: awarded.length,
    not_awarded: declined.length,
    shown: awarded.filter(({ has_licence }) => has_licence).length,
    skipped: [
      ...open.map((row) => ({ id: row.id, reason: reasonOf(row) })),
      ...awarded.filter((row) => !row.has_licence).map(({ id }) => ({ id, reason: 'NO_LICENCE' })),
    ],
  }
}

/** The plan entry by entry: what is left open first, since it asks for somebody. */
export function changesOf({ awarded, declined, open }: PublishPlan, language: Language): Change[] {
  const change = (to: Change['to']) => (row: ResultRow) => changeOf(row, to, language)
  return [
    ...open.map(change('left_open')),
    ...awarded.map(change('awarded')),
    ...declined.map(change('not_awarded')),
  ].slice(0, NAMED_ENTRIES)
}

function changeOf(row: ResultRow, to: Change['to'], language: Language): Change {
  return {
    apply_order_id: row.id,
    judging_no: row.judging_no,
    entry_no: row.entry_no,
    title: row.title,
    category: named(row.category_id, row.category_code, row.category_name, language),
    from: entryStatusText(row.entry_status as EntryStatus),
    to,
    award:
      row.award_id && row.award_code && to !== 'not_awarded'
        ? named(row.award_id, row.award_code, row.award_name, language)
        : null,
    is_shown: to === 'awarded' && row.has_licence,
  }
}
