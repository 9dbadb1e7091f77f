import type { ChairQueue } from '@awards/shared/contract'
import {
  DECISION_STATUS,
  ENTRY_STATUS,
  LIVE_ASSIGNMENTS,
  QUORUM,
  type QueueState,
  ASSIGNMENT_STATUS,
} from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import { inScope } from '../jury-scope.repository.ts'
import type { JuryScope, ScoringLevel } from '../jury.policy.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

export type JuryFilter = {
  edition_id?: string | undefined
  category_id?: string | undefined
  section_id?: string | undefined
  keyword?: string | undefined
  entry_status?: number | undefined
  entry_fee_status?: number | undefined
  winner_fee_status?: number | undefined
  decision_status?: number | undefined
  is_show?: '0' | '1' | undefined
  code?: string | undefined
  /** The reader sees anonymised entries: the search skips redacted titles. */
  isBlind?: boolean | undefined
  queue?: ChairQueue | undefined
  state?: QueueState | undefined
  /** Entries with a juror of the second level. */
  secondLevelOnly?: boolean | undefined
  /** Entries that the reader has submitted a score for. */
  scoredOnly?: boolean | undefined
  sort?: string | undefined
}

/** The scope of a list's reader, and the level whose progress its rows show. */
export type Reader = { scope: JuryScope; level: ScoringLevel }

/** The level on which a juror of this scope has seats. */
export const seatLevel = ({ kind }: JuryScope): ScoringLevel => (kind === 'assigned' ? 2 : 3)

/** `LIVE_ASSIGNMENTS` as an SQL array: neither recused nor removed. */
export const LIVE_SEATS = sql`array[${sql.raw(LIVE_ASSIGNMENTS.join(','))}]`
const S = ASSIGNMENT_STATUS
/** Statuses of a seat whose score is due. */
export const OPEN_STATUSES = [S.assigned, S.opened, S.draft] as const
/** SQL: `OPEN_STATUSES` for `in`. */
export const OPEN_SEATS = statusList(...OPEN_STATUSES)
const SEAT_STATUSES = {
  // A value of the contract's filter: entries that a juror has still to score.
  todo: [S.assigned, S.opened],
  draft: [S.draft],
  done: [S.submitted],
  recused: [S.abstained, S.recused],
}

/** SQL: the scores of the row `entry` diverge, and the discussion was not closed since. */
export const IS_TO_DISCUSS = sql<boolean>`exists (select 1 from entry_figures f
  where f.apply_order_id = entry.id and f.is_to_discuss
    and (entry.divergence_closed_at is null or entry.divergence_closed_at < f.flagged_at))`

/** SQL: the row `entry` has an open report that the sheet reveals its author. */
export const IS_REPORTED = sql<boolean>`exists (select 1 from identity_reports r
  where r.apply_order_id = entry.id and r.closed_at is null)`

/** SQL condition on the row `entry`: the reader's scope and the filters. It checks no rights: see `allowedFilter` for the chair's. */
export function matchesFilter({ scope, level }: Reader, filter: JuryFilter): RawBuilder<boolean> {
  const equals = (column: string, value: string | number | boolean | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(`entry.${column}`)} = ${value}`]
  const conditions = [
    inScope(scope),
    ...equals('edition_id', filter.edition_id),
    ...equals('category_id', filter.category_id),
    ...equals('section_id', filter.section_id),
    ...equals('entry_status', filter.entry_status),
    ...equals('entry_fee_status', filter.entry_fee_status),
    ...equals('winner_fee_status', filter.winner_fee_status),
    ...equals('decision_status', filter.decision_status),
    ...equals('is_show', filter.is_show && filter.is_show === '1'),
  ]
  if (filter.code) {
    conditions.push(sql`${filter.code} in (entry.agent_code, entry.invitation_code)`)
  }
  if (filter.keyword) conditions.push(matchesKeyword(scope, filter.keyword, filter.isBlind ?? true))
  if (filter.queue) conditions.push(inQueue(filter.queue, level))
  if (filter.state) conditions.push(hasOwnSeat(scope, SEAT_STATUSES[filter.state]))
  if (filter.scoredOnly) conditions.push(hasOwnSeat(scope, SEAT_STATUSES.done))
  if (filter.secondLevelOnly) conditions.push(hasLiveSeat(3))
  return sql`${sql.join(conditions, sql` and `)}`
}

const hasOwnSeat = (scope: JuryScope, statuses: readonly number[]) =>
  sql<boolean>`exists (select 1 from assignments own where own.apply_order_id = entry.id
    and own.juror_id = ${scope.juror_id} and own.level = ${seatLevel(scope)}
    and own.status = any(${[...statuses]}::int[]))`

const hasLiveSeat = (level: ScoringLevel) =>
  sql<boolean>`exists (select 1 from assignments a where a.apply_order_id = entry.id
    and a.level = ${level} and a.status = any(${LIVE_SEATS}))`

// Jurors of anonymised lists cannot search by the entry number, which is public.
function matchesKeyword(scope: JuryScope, given: string, isBlind: boolean): RawBuilder<boolean> {
  // The screens write numbers with a sign before them, whether they are stored with it or not.
  const text = given.replace(/^#(?=.)/, '')
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // A redacted title does not match, since a search could guess its words.
  const inTitle = isBlind ? sql`not is_title_masked(entry)` : sql`true`
  return scope.kind === 'panel'
    ? sql`(entry.entry_status > ${statusSql('draft')}
        and (entry.title || E'\n' || entry.judging_no || E'\n' || entry.entry_no) ilike ${pattern}
        and (${inTitle} or (entry.judging_no || E'\n' || entry.entry_no) ilike ${pattern}))`
    : sql`((entry.title ilike ${pattern} and ${inTitle}) or entry.judging_no ilike ${pattern})`
}

function inQueue(queue: ChairQueue, level: ScoringLevel): RawBuilder<boolean> {
  const inJudging = sql<boolean>`entry.entry_status = ${ENTRY_STATUS.in_judging}`
  const hasQuorum = sql<boolean>`exists (select 1 from entry_figures f
    where f.apply_order_id = entry.id and f.level = ${level} and f.votes >= ${QUORUM[level]})`
  const decided = (status: number) => sql<boolean>`entry.decision_status = ${status}`
  switch (queue) {
    case 'to_discuss':
      // Disqualified entries keep their frozen figures but are not discussed.
      return sql`(${IS_TO_DISCUSS} and entry.entry_status <> ${ENTRY_STATUS.disqualified})`
    case 'missing_votes':
      return level === 3
        ? sql`${inJudging} and not ${hasQuorum} and ${hasLiveSeat(3)}`
        : sql`${inJudging} and not ${hasQuorum}`
    case 'recommended':
      return decided(DECISION_STATUS.recommended)
    case 'undecided':
      return sql`${inJudging} and ${hasQuorum} and entry.decision_status
        in (${DECISION_STATUS.none}, ${DECISION_STATUS.recommended})`
    case 'unconfirmed':
      return decided(DECISION_STATUS.provisional)
    case 'reported':
      return IS_REPORTED
  }
}
