import {
  ADMISSION_STATES,
  EDITION_STATUS,
  PAID_OR_WAIVED,
  STATUS_OF_ADMISSION,
  type AdmissionState,
} from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { statusList } from '../../db/status-list.repository.ts'

const PAID = statusList(...PAID_OR_WAIVED)
/** Editions whose entries may still be admitted: from the first call to the embargo. */
const UNDER_WAY = statusList(EDITION_STATUS.open, EDITION_STATUS.judging, EDITION_STATUS.embargo)

/** Rows `entry` in a state of the queue. A refused one had paid, or was given its fee back. */
const inState = (state: AdmissionState): RawBuilder<boolean> =>
  state === 'refused'
    ? sql`entry.entry_status = ${statusList(STATUS_OF_ADMISSION.refused)}`
    : sql`entry.entry_status = ${statusList(STATUS_OF_ADMISSION[state])} and entry.entry_fee_status in ${PAID}`

export type AdmissionRecord = {
  id: string
  entry_no: string
  title: string
  version: number
  user_id: string
  email: string
  language: 'en' | 'fr' | 'zh'
  person: string
  company: string | null
  country: string | null
  category_id: string
  category_code: string
  category_name: unknown
  section_id: string
  section_code: string
  section_name: unknown
  edition_id: string
  edition_status: number
  timezone: string
  entry_status: number
  entry_fee_status: number
  submitted_at: Date | null
  paid_at: Date | null
  correction_note: string | null
  correction_due_at: Date | null
  answers: unknown
  form_hash: string | null
  admitted_answers: unknown
  admitted_files: unknown
  similar: string[]
  assignee_id: string | null
  assignee_name: string | null
}

const RECORD = sql`
  entry.id, entry.entry_no, entry.title, entry.version, entry.user_id, entry.entry_status,
  entry.entry_fee_status, entry.submitted_at, entry.paid_at, entry.correction_note, entry.correction_due_at,
  entry.answers, entry.form_hash, owner.email, owner.language, owner.first_name || ' ' || owner.last_name as person,
  owner.company, entry.country, category.id as category_id, category.code as category_code,
  category.name as category_name, section.id as section_id, section.code as section_code,
  section.name as section_name, edition.id as edition_id, edition.status as edition_status, edition.timezone,
  admission.answers as admitted_answers, admission.files as admitted_files,
  colleague.id as assignee_id, colleague.first_name || ' ' || colleague.last_name as assignee_name,
  array(select distinct w.detail::jsonb ->> 'entry_no' from entry_warnings w
    where w.apply_order_id = entry.id and w.kind = 'similar_picture'
      and w.detail::jsonb ->> 'entry_no' is not null) as similar`
const JOINED = sql`
  apply_orders entry
  join users owner on owner.id = entry.user_id
  join categories category on category.id = entry.category_id
  join sections section on section.id = entry.section_id
  join editions edition on edition.id = entry.edition_id
  left join admissions admission on admission.apply_order_id = entry.id
  left join admission_assignees given on given.apply_order_id = entry.id
  left join users colleague on colleague.id = given.user_id`

type Filter = {
  editionId: string
  state: AdmissionState
  categoryId: string | undefined
  /** Entries of this colleague; null for those of nobody. */
  assigneeId: string | null | undefined
  keyword: string | undefined
  current: number
  pageSize: number
}

/** Rows `entry` that a colleague has, or nobody; all of them where nothing is asked. */
function isGivenTo(userId: string | null | undefined): RawBuilder<boolean> {
  if (userId === undefined) return sql`true`
  const isGiven = sql<boolean>`exists (select from admission_assignees given
    where given.apply_order_id = entry.id ${userId ? sql`and given.user_id = ${userId}` : sql``})`
  return userId ? isGiven : sql`not ${isGiven}`
}

const PICTURE_OF = sql`jsonb_build_object('file_id', link.file_id::text, 'kind', link.kind, 'alt', link.alt)`

/** The queue of admission. Counts and pages read the index `apply_orders_admission` alone. */
export const admissionRepository = (db: Db) => ({
  /** A page of a state; its total where the list is narrowed further than by state. */
  async list(filter: Filter) {
    const { editionId, state, categoryId, assigneeId, keyword, current, pageSize } = filter
    const pattern = keyword && `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const matching = sql`entry.edition_id = ${editionId} and ${inState(state)}
      and (${categoryId ?? null}::bigint is null or entry.category_id = ${categoryId ?? null})
      and ${isGivenTo(assigneeId)}
      and ${
        // As the index of the search for people has them.
        pattern
          ? sql`folded(entry.entry_no || E'\n' || entry.title) like folded(${pattern})`
          : sql`true`
      }`
    // What waits longest comes first; of what is done, the newest.
    const order =
      state === 'waiting' || state === 'correction'
        ? sql`entry.paid_at, entry.id`
        : sql`entry.updated_at desc, entry.id desc`
    const { rows } = await sql<AdmissionRecord>`
      select ${RECORD} from ${JOINED}
      where entry.id = any(array(select entry.id from apply_orders entry where ${matching}
        order by ${order} limit ${pageSize} offset ${(current - 1) * pageSize}))
      order by ${order}`.execute(db)
    // The whole queue is counted by its states already.
    if (!categoryId && assigneeId === undefined && !keyword) return { rows, total: undefined }
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from apply_orders entry where ${matching}`.execute(db)
    return { rows, total: counted.rows[0]?.total ?? 0 }
  },

  /** Categories in which an edition has entries, in the order of the programme. */
  async categories(editionId: string): Promise<{ id: string; code: string; name: unknown }[]> {
    const { rows } = await sql<{ id: string; code: string; name: unknown }>`
      select category.id, category.code, category.name from categories category
      where exists (select from apply_orders entry
        where entry.edition_id = ${editionId} and entry.category_id = category.id and entry.entry_status > 0)
      order by category.sort, category.id`.execute(db)
    return rows
  },

  /** Everybody who may admit, by name. */
  async admitters(): Promise<{ user_id: string; name: string }[]> {
    const { rows } = await sql<{ user_id: string; name: string }>`
      select person.id as user_id, person.first_name || ' ' || person.last_name as name
      from account_rights held join users person on person.id = held.user_id and person.status = 'active'
      where held.name = 'admit' order by name, person.id`.execute(db)
    return rows
  },

  /** Gives entries to a colleague, or to nobody; returns how many changed hands. */
  async assign(ids: readonly string[], userId: string | null, by: string, at: Date) {
    const { numAffectedRows = 0n } = await (
      userId
        ? sql`
          insert into admission_assignees (apply_order_id, user_id, assigned_by, assigned_at)
          select entry.id, ${userId}, ${by}, ${at} from apply_orders entry
          where entry.id = any(${[...ids]}::bigint[]) and entry.submitted_at is not null
          on conflict (apply_order_id) do update set user_id = excluded.user_id,
            assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at
            where admission_assignees.user_id <> excluded.user_id`
        : sql`delete from admission_assignees where apply_order_id = any(${[...ids]}::bigint[])`
    ).execute(db)
    return Number(numAffectedRows)
  },

  async find(id: string): Promise<AdmissionRecord | undefined> {
    const { rows } = await sql<AdmissionRecord>`
      select ${RECORD} from ${JOINED} where entry.id = ${id}`.execute(db)
    return rows[0]
  },

  /** Editions under way, the one with most to do first. */
  async editions(): Promise<{ id: string; code: string; name: unknown }[]> {
    const { rows } = await sql<{ id: string; code: string; name: unknown }>`
      select edition.id, edition.code, edition.name from editions edition
      where edition.status in ${UNDER_WAY}
      order by (select count(*) from apply_orders entry
        where entry.edition_id = edition.id and ${inState('waiting')}) desc, edition.opens_at desc`.execute(
      db,
    )
    return rows
  },

  async counts(editionId: string): Promise<Record<AdmissionState, number>> {
    const columns = ADMISSION_STATES.map(
      (state) => sql`(count(*) filter (where ${inState(state)}))::int as ${sql.ref(state)}`,
    )
    const { rows } = await sql<Record<AdmissionState, number>>`
      select ${sql.join(columns)} from apply_orders entry where entry.edition_id = ${editionId}`.execute(
      db,
    )
    return rows[0] ?? { waiting: 0, correction: 0, admitted: 0, refused: 0 }
  },

  /** How many paid entries of an edition nobody has admitted yet. */
  async waiting(editionId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from apply_orders entry where entry.edition_id = ${editionId}
        and (${inState('waiting')} or ${inState('correction')})`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Keeps what is admitted, for the comparison with a later change. */
  async remember(entryId: string, by: string, at: Date) {
    await sql`
      insert into admissions (apply_order_id, admitted_by, admitted_at, answers, files)
      select entry.id, ${by}, ${at}, entry.answers, array_to_json(array(
        select ${PICTURE_OF} from entry_files link where link.apply_order_id = entry.id
        order by link.sort, link.file_id))::jsonb
      from apply_orders entry where entry.id = ${entryId}
      on conflict (apply_order_id) do update set admitted_by = excluded.admitted_by,
        admitted_at = excluded.admitted_at, answers = excluded.answers, files = excluded.files`.execute(
      db,
    )
  },

  /** When the jury begins to score; a correction ends before. */
  async judgingStart(editionId: string): Promise<Date | null> {
    const { rows } = await sql<{ at: Date | null }>`
      select min(starts_at) as at from phases where edition_id = ${editionId} and phase = 3`.execute(
      db,
    )
    return rows[0]?.at ?? null
  },

  async history(entryId: string): Promise<{ code: string; at: Date; detail: string | null }[]> {
    return db
      .selectFrom('entry_events')
      .select(['code', 'at', 'detail'])
      .where('apply_order_id', '=', entryId)
      .orderBy('at')
      .orderBy('id')
      .execute()
  },

  /** Pictures of entries in their order, as a change of them is compared and as their size is checked. */
  async pictures(entryIds: readonly string[]) {
    const { rows } = await sql<PictureOfEntry>`
      select link.apply_order_id as entry_id, ${PICTURE_OF} as compared, link.kind, link.alt,
        file.width, file.height, file.colour, file.variants
      from entry_files link join stored_files file on file.id = link.file_id
      where link.apply_order_id = any(${[...entryIds]}::bigint[])
      order by link.apply_order_id, link.sort, link.file_id`.execute(db)
    return Map.groupBy(rows, ({ entry_id }) => entry_id)
  },
})

export type PictureOfEntry = {
  entry_id: string
  compared: { file_id: string; kind: string; alt: string }
  kind: string
  alt: string
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}
