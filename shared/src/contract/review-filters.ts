import { z } from 'zod'
import { PageInput } from './page.ts'
import { status } from './review-rows.ts'
import { Id, optionalOfQuery, text } from './values.ts'

/** What narrows a list of entries under review. */
export const ListInput = PageInput.extend({
  keyword: optionalOfQuery(text(80)),
  category_id: optionalOfQuery(Id),
  section_id: optionalOfQuery(Id),
  edition_id: optionalOfQuery(Id),
  sort: optionalOfQuery(text(30)),
})
/** Lists of what is to be done, beside the filters. */
export const CHAIR_QUEUES = [
  'to_discuss',
  'missing_votes',
  'recommended',
  'undecided',
  'unconfirmed',
  'reported',
] as const
export type ChairQueue = (typeof CHAIR_QUEUES)[number]

/** Columns by which the chair's list can be sorted; with `-` before it, downwards. */
export const CHAIR_SORTS = [
  'entry_no',
  'judging_no',
  'title',
  'submitted_at',
  'decision',
  'category',
  'award',
  'votes',
  'mean',
  'median',
  'trimmed',
  'deviation',
  'balanced',
  'score',
] as const
export type ChairSort = (typeof CHAIR_SORTS)[number]

/** The chair's filters. */
export const ChairListInput = ListInput.extend({
  entry_status: optionalOfQuery(status),
  entry_fee_status: optionalOfQuery(status),
  winner_fee_status: optionalOfQuery(status),
  decision_status: optionalOfQuery(status),
  is_show: optionalOfQuery(z.enum(['0', '1'])),
  code: optionalOfQuery(text(40)),
  /** What waits for somebody: a discussion, votes, the chair, the second level, or a look at a sheet. */
  queue: optionalOfQuery(z.enum(CHAIR_QUEUES)),
  /** Asks for the identifiers of the whole list beside the page, so that all of it can be chosen. */
  with_ids: optionalOfQuery(z.literal('1')),
})
/** The filters of a juror's queue. */
export const QueueInput = ListInput.extend({
  /** How far the juror is with the entry; the first one means that no score was begun. */
  state: optionalOfQuery(z.enum(['todo', 'draft', 'done', 'recused'])),
})
