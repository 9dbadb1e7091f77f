import type { ChairQueue } from '@awards/shared/contract'
import { DECISION_STATUS, ENTRY_STATUS, LIVE_ASSIGNMENTS, QUORUM } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
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
  /** The reader does not know whose work it is, nor may search and order tell. */
  isBlind?: boolean | undefined
  queue?: ChairQueue | undefined
  state?: 'todo' | 'draft' | 'done' | 'recused' | undefined
  /** Entries that have come to the second level. */
  secondLevelOnly?: boolean | undefined
  /** Entries that the juror has scored. */
  scoredOnly?: boolean | undefined
  sort?: string | undefined
}

/** What a list shows beside the entry: the level whose progress counts, and the reader's own seat. */
export type Reader = { scope: JuryScope; level: ScoringLevel }

/** The level on which a reader has a seat, if any. */
export const seatLevel = ({ kind }: JuryScope): ScoringLevel => (kind === 'assigned' ? 2 : 3)

export const LIVE = sql`array[${sql.raw(LIVE_ASSIGNMENTS.join(','))}]`
const STATES = { todo: [0, 1], draft: [2], done: [3], recused: [4, 5] }

/** True where the jurors disagree and nobody has closed the discussion since. */
export const IS_TO_DISCUSS = sql<boolean>`exists (select 1 from entry_figures f
  where f.apply_order_id = entry.id and f.is_to_discuss
    and (entry.divergence_closed_at is null or entry.divergence_closed_at < f.flagged_at))`

/** True where a juror has told that the sheet shows whose work it is. */
export const IS_REPORTED = sql<boolean>`exists (select 1 from identity_reports r
  where r.apply_order_id = entry.id and r.closed_at is null)`

/** The condition on a row `entry` of a list: what the reader may see, and what was asked for. */
export function fits({ scope, level }: Reader, filter: JuryFilter): RawBuilder<boolean> {
  const equal = (column: string, value: string | number | boolean | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(`entry.${column}`)} = ${value}`]
  const parts = [
    inScope(scope),
    ...equal('edition_id', filter.edition_id),
    ...equal('category_id', filter.category_id),
    ...equal('section_id', filter.section_id),
    ...equal('entry_status', filter.entry_status),
    ...equal('entry_fee_status', filter.entry_fee_status),
    ...equal('winner_fee_status', filter.winner_fee_status),
    ...equal('decision_status', filter.decision_status),
    ...equal('is_show', filter.is_show && filter.is_show === '1'),
  ]
  if (filter.code) {
    parts.push(sql`${filter.code} in (entry.agent_code, entry.invitation_code)`)
  }
  if (filter.keyword) parts.push(hasWords(scope, filter.keyword, filter.isBlind ?? true))
  if (filter.queue) parts.push(waits(filter.queue, level))
  if (filter.state) parts.push(hasSeat(scope, STATES[filter.state]))
  if (filter.scoredOnly) parts.push(hasSeat(scope, STATES.done))
  if (filter.secondLevelOnly) parts.push(seated(3))
  return sql`${sql.join(parts, sql` and `)}`
}

const hasSeat = (scope: JuryScope, statuses: readonly number[]) =>
  sql<boolean>`exists (select 1 from assignments own where own.apply_order_id = entry.id
    and own.juror_id = ${scope.juror_id} and own.level = ${seatLevel(scope)}
    and own.status = any(${[...statuses]}::int[]))`

const seated = (level: ScoringLevel) =>
  sql<boolean>`exists (select 1 from assignments a where a.apply_order_id = entry.id
    and a.level = ${level} and a.status = any(${LIVE}))`

// Jurors who read blind cannot search by the public number either.
function hasWords(scope: JuryScope, text: string, isBlind: boolean): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // What is blacked out of a title is not found in it.
  const inTitle = isBlind ? sql`not is_title_masked(entry)` : sql`true`
  return scope.kind === 'panel'
    ? sql`(entry.entry_status > ${statusSql('draft')}
        and (entry.title || E'\n' || entry.judging_no || E'\n' || entry.entry_no) ilike ${pattern}
        and (${inTitle} or (entry.judging_no || E'\n' || entry.entry_no) ilike ${pattern}))`
    : sql`((entry.title ilike ${pattern} and ${inTitle}) or entry.judging_no ilike ${pattern})`
}

function waits(queue: ChairQueue, level: ScoringLevel): RawBuilder<boolean> {
  const inJudging = sql<boolean>`entry.entry_status = ${ENTRY_STATUS.in_judging}`
  const hasQuorum = sql<boolean>`exists (select 1 from entry_figures f
    where f.apply_order_id = entry.id and f.level = ${level} and f.votes >= ${QUORUM[level]})`
  const decided = (status: number) => sql<boolean>`entry.decision_status = ${status}`
  switch (queue) {
    case 'to_discuss':
      // What has left the competition is not discussed, whatever its frozen figures say.
      return sql`(${IS_TO_DISCUSS} and entry.entry_status <> ${ENTRY_STATUS.disqualified})`
    case 'missing_votes':
      return level === 3
        ? sql`${inJudging} and not ${hasQuorum} and ${seated(3)}`
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
