import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import {
  TABLE_COLUMNS,
  readsOf,
  type CopiedColumn,
  type JudgeRow,
  type TableColumn,
} from '@awards/shared/contract'
import { sql } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import type { ApplyOrders } from '../../../db/schema.gen.ts'
import {
  IS_REPORTED,
  IS_TO_DISCUSS,
  LIVE_SEATS,
  seatLevel,
  type JuryFilter,
  type Reader,
  idsInOrder,
} from './list-filter.repository.ts'
import type { JuryScope } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'
import { isHidden } from '../anonymity/sheet-files.repository.ts'

export type { JuryFilter, Reader } from './list-filter.repository.ts'

export type JuryEntry = Pick<JudgeRow, CopiedColumn> & {
  id: string
  title: string
  summary: string | null
  edition_id: string
  edition_code: string
  edition_name: unknown
  category_id: string
  category_code: string
  category_name: unknown
  min_images: number
  section_id: string
  section_code: string
  section_name: unknown
  entry_status: number
  entry_fee_status: number
  winner_fee_status: number
  award_id: string | null
  award_code: string | null
  award_name: unknown
  award_colour: string | null
  decision_status: number
  decision_version: number
  divergence_closed_at: Date | null
  is_show: boolean
  version: number
  agent_code: string | null
  invitation_code: string | null
  cover_alt: string | null
  cover_file_id: string | null
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
  assigned: number
  submitted: number
  assignment_status: number | null
  due_at: Date | null
  own_total: number | null
  own_is_draft: boolean | null
  is_to_discuss: boolean
  is_reported: boolean
}

export type Page = { current: number; pageSize: number }

/** Entries for the jury. Every query applies the reader's scope; `lock` and `answers` do not, so read the entry first. */
export const juryEntriesRepository = (db: Db) => ({
  /** One page of a list and the number of all its entries. */
  async list(reader: Reader, filter: JuryFilter, { current, pageSize }: Page) {
    const all = await idsInOrder(db, reader, filter)
    const first = (current - 1) * pageSize
    const ids = Array.from(all.subarray(first, first + pageSize), String)
    return { rows: await readRows(db, reader, ids), total: all.length }
  },

  /** Ids of a list in its order, at most `limit`. */
  async ids(reader: Reader, filter: JuryFilter, limit?: number): Promise<string[]> {
    return Array.from((await idsInOrder(db, reader, filter)).subarray(0, limit), String)
  },

  /** Rows in the order of `ids`; entries out of scope are left out. */
  byIds: (reader: Reader, ids: readonly string[]) => readRows(db, reader, ids),

  /** The subset of `ids` in the scope. */
  async reachable(scope: JuryScope, ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select entry.id from apply_orders entry
      where entry.id = any(${[...ids]}::bigint[]) and ${inScope(scope)} order by entry.id`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },

  async find(reader: Reader, id: string): Promise<JuryEntry | undefined> {
    return (await readRows(db, reader, [id]))[0]
  },

  /** Locks the row until the end of the transaction, to serialise decisions. */
  lock: (id: string) =>
    db.selectFrom('apply_orders').select('id').where('id', '=', id).forUpdate().executeTakeFirst(),

  answers: (id: string) =>
    db
      .selectFrom('apply_orders')
      .select(['answers', 'form_hash', 'entry_status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
})

const reads: readonly (keyof ApplyOrders)[] = (Object.keys(TABLE_COLUMNS) as TableColumn[]).flatMap(
  readsOf,
)
/** SQL: the stored columns behind the chair's table, by their own names. */
const TABLE_READS = sql.join(reads.map((column) => sql.ref(`entry.${column}`)))

// Applies scope and conflicts again: the ids come from a cached order or from the request.
async function readRows(
  db: Db,
  { scope, level }: Reader,
  ids: readonly string[],
): Promise<JuryEntry[]> {
  if (ids.length === 0) return []
  const seat = seatLevel(scope)
  const { rows } = await sql<JuryEntry>`
    select entry.id, ${TABLE_READS}, entry.title,
      entry.answers ->> 'summary' as summary, entry.edition_id, entry.category_id,
      entry.section_id, entry.entry_status, entry.award_id, entry.decision_status, entry.decision_version,
      entry.divergence_closed_at, entry.is_show, entry.version,
      edition.code as edition_code, edition.name as edition_name,
      category.code as category_code, category.name as category_name, category.min_images,
      section.code as section_code, section.name as section_name,
      award.code as award_code, award.name as award_name, award.colour as award_colour,
      cover.alt as cover_alt, cover.file_id as cover_file_id, file.width, file.height, file.colour, file.variants,
      (select count(*)::int from assignments a where a.apply_order_id = entry.id
        and a.level = ${level} and a.status = any(${LIVE_SEATS})) as assigned,
      (select count(*)::int from assignments a where a.apply_order_id = entry.id
        and a.level = ${level} and a.status = ${statusList(ASSIGNMENT_STATUS.submitted)}) as submitted,
      ${IS_TO_DISCUSS} as is_to_discuss, ${IS_REPORTED} as is_reported,
      own.status as assignment_status, own.due_at,
      score.total::float8 as own_total, score.is_draft as own_is_draft
    from apply_orders entry
    join editions edition on edition.id = entry.edition_id
    join categories category on category.id = entry.category_id
    join sections section on section.id = entry.section_id
    left join award_levels award on award.id = entry.award_id
    left join entry_files cover on cover.apply_order_id = entry.id and cover.kind = 'cover'
      and not ${isHidden('cover')}
    left join stored_files file on file.id = cover.file_id
    left join assignments own on own.apply_order_id = entry.id
      and own.juror_id = ${scope.juror_id} and own.level = ${seat}
    left join scores score on score.apply_order_id = entry.id
      and score.juror_id = ${scope.juror_id} and score.level = ${seat}
    where entry.id = any(${[...ids]}::bigint[]) and ${inScope(scope)}`.execute(db)
  const entries = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => entries.get(id) ?? [])
}
