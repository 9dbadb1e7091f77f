import { randomInt } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import {
  ENTRY_STATUS,
  ENTRY_STATUSES,
  FEE_TYPE,
  OUT_OF_COMPETITION,
  PAYMENT_STATUS,
  publicEntryStatus,
  type EntryRole,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { lockFees } from '../payments/checkout/payable-entries.repository.ts'
import { numberPrefix } from '../editions/editions.repository.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import { entriesOpenTo, entryRole } from '../studios/studio-members.repository.ts'
import type { EntryColumns } from './entry-status.repository.ts'

const OPEN_ORDERS: readonly number[] = [
  PAYMENT_STATUS.created,
  PAYMENT_STATUS.awaiting,
  PAYMENT_STATUS.closing,
]

/** Columns of `apply_orders` that are read, without the large generated texts of the public pages. */
const ENTRY_COLUMNS = [
  'entry.id',
  'entry.entry_no',
  'entry.judging_no',
  'entry.title',
  'entry.country',
  'entry.answers',
  'entry.form_hash',
  'entry.version',
  'entry.step_completed',
  'entry.user_id',
  'entry.edited_by',
  'entry.project_id',
  'entry.edition_id',
  'entry.category_id',
  'entry.section_id',
  'entry.award_id',
  'entry.entry_status',
  'entry.entry_fee_status',
  'entry.winner_fee_status',
  'entry.is_show',
  'entry.correction_note',
  'entry.correction_due_at',
  'entry.offer_expires_at',
  'entry.package_code',
  'entry.winning_info',
  'entry.jury_statement',
  'entry.created_at',
  'entry.updated_at',
  'entry.submitted_at',
  'entry.paid_at',
  'entry.published_at',
  'entry.withdrawn_at',
] as const

/** SQL expression: the name of the joined account, null where none is. */
const personName = (alias: string) =>
  sql<string | null>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`

/** Entries with category, section, edition, award, cover and open payment order, for lists and details. */
const entryQuery = (db: Db) =>
  db
    .selectFrom('apply_orders as entry')
    .innerJoin('categories as category', 'category.id', 'entry.category_id')
    .innerJoin('sections as section', 'section.id', 'entry.section_id')
    .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
    .innerJoin('users as owner', 'owner.id', 'entry.user_id')
    .leftJoin('users as editor', 'editor.id', 'entry.edited_by')
    .leftJoin('award_levels as award', 'award.id', 'entry.award_id')
    .leftJoin('certificates as certificate', 'certificate.apply_order_id', 'entry.id')
    .leftJoin('entry_files as cover', (join) =>
      join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', 'cover'),
    )
    .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
    // The newest unfinished order of the fee that is due: created, awaiting payment, or processing at the bank.
    .leftJoin('fee_orders as open_order', (join) =>
      join
        .onRef('open_order.apply_order_id', '=', 'entry.id')
        .on(
          sql<boolean>`open_order.fee_type = case when entry.entry_status = ${sql.lit(ENTRY_STATUS.awarded)} then ${sql.lit(FEE_TYPE.winner_package)} else ${sql.lit(FEE_TYPE.entry)} end`,
        ).on(sql<boolean>`open_order.order_no = (
          select o.order_no from fee_orders o
          where o.apply_order_id = entry.id and o.fee_type = open_order.fee_type
            and (o.status in (${sql.lit(PAYMENT_STATUS.created)}, ${sql.lit(PAYMENT_STATUS.awaiting)})
              or (o.status = ${sql.lit(PAYMENT_STATUS.closing)} and o.processing_since is not null))
          order by o.created_at desc limit 1)`),
    )
    .select(
      sql<boolean>`exists (select from entry_events e where e.apply_order_id = entry.id
        and e.code in ('award_accepted', 'winning_info'))`.as('has_accepted_award'),
    )
    .select(
      sql<boolean>`exists (select from order_lines l where l.apply_order_id = entry.id)`.as(
        'has_orders',
      ),
    )
    .select(
      sql<number>`(select count(*)::integer from order_lines l where l.order_no = open_order.order_no)`.as(
        'open_order_works',
      ),
    )
    .select([
      sql<string>`coalesce(nullif(owner.company, ''), ${personName('owner')})`.as('owner_name'),
      personName('editor').as('edited_by_name'),
    ])
    .select([
      ...ENTRY_COLUMNS,
      'open_order.order_no as open_order_no',
      'open_order.channel as open_order_channel',
      'open_order.order_amount_minor as open_order_amount',
      'open_order.amount_minor as open_order_line',
      'open_order.currency as open_order_currency',
      'open_order.expires_at as open_order_expires_at',
      'open_order.processing_since as open_order_processing_since',
      'category.code as category_code',
      'category.name as category_name',
      'category.min_images as min_images',
      'section.code as section_code',
      'section.name as section_name',
      'edition.code as edition_code',
      'edition.name as edition_name',
      'edition.status as edition_status',
      'edition.closes_at as edition_closes_at',
      'edition.timezone as edition_timezone',
      'award.code as award_code',
      'award.name as award_name',
      'award.colour as award_colour',
      'certificate.status as certificate_status',
      'cover.alt as cover_alt',
      'file.width as width',
      'file.height as height',
      'file.colour as colour',
      'file.variants as variants',
    ])

export type EntryRecord = Awaited<ReturnType<ReturnType<typeof entryQuery>['execute']>>[number]

/** An entry with the role of the actor in it. */
export type EntryInRole = EntryRecord & { role: EntryRole }

export type ListFilter = {
  /** `running`: before publication; `past`: published or archived. */
  editions: 'running' | 'published' | 'archived' | 'past'
  awardedOnly: boolean
  status?: number | undefined
  keyword?: string | undefined
  edition_id?: string | undefined
  current: number
  pageSize: number
}

const EDITION_STATUSES = { running: [0, 1, 2, 3], published: [4], archived: [5], past: [4, 5] }

/** Stored statuses behind a public one: a decision under embargo is shown, and filtered, as "in judging" (§2.5). */
const storedStatusesOf = (status: number): number[] => {
  const stored = ENTRY_STATUSES.filter((one) => publicEntryStatus(one) === status)
  return stored.length > 0 ? stored : [-1]
}

/** Rows of entries; built for the pool or for a transaction. */
export const entriesRepository = (db: Db) => ({
  find: (id: string): Promise<EntryRecord | undefined> =>
    entryQuery(db).where('entry.id', '=', id).executeTakeFirst(),

  /** Entries that a user owns, or sees as a member, with the role in each. */
  async list(userId: string, filter: ListFilter) {
    let query = entryQuery(db)
      .select(entryRole(userId).$castTo<EntryRole>().as('role'))
      // An array: as a semi-join it would come after the joins, whose order PostgreSQL keeps beyond eight tables.
      .where(sql<boolean>`entry.id = any(array${entriesOpenTo(userId, 'view')})`)
      .where('edition.status', 'in', EDITION_STATUSES[filter.editions])
    if (filter.awardedOnly) query = query.where('entry.entry_status', '=', ENTRY_STATUS.awarded)
    if (filter.status !== undefined) {
      query = query.where('entry.entry_status', 'in', storedStatusesOf(filter.status))
    }
    if (filter.edition_id) query = query.where('entry.edition_id', '=', filter.edition_id)
    if (filter.keyword) {
      const pattern = `%${filter.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where((where) =>
        where.or([
          where('entry.title', 'ilike', pattern),
          where('entry.entry_no', 'ilike', pattern),
        ]),
      )
    }
    const rows = await query
      .select(sql<string>`count(*) over ()`.as('total'))
      .orderBy('entry.updated_at', 'desc')
      .orderBy('entry.id', 'desc')
      .limit(filter.pageSize)
      .offset((filter.current - 1) * filter.pageSize)
      .execute()
    return { rows, total: Number(rows[0]?.total ?? 0) }
  },

  /** Drafts and unpaid entries of an edition with the address of the owner, for reminders; without closed accounts. */
  unfinished: (editionId: string) =>
    entryQuery(db)
      .innerJoin('users as person', 'person.id', 'entry.user_id')
      .select(['person.email', 'person.language'])
      .where('entry.edition_id', '=', editionId)
      .where('person.status', '=', 'active')
      .where('entry.entry_status', 'in', [ENTRY_STATUS.draft, ENTRY_STATUS.submitted])
      .orderBy('person.id')
      .orderBy('entry.entry_no')
      .execute(),

  /** Takes the locks of payments: what is done with the entry later may move its money. */
  lock: (id: string) => lockFees(db, [id]),

  /** Locks the entries of a project that are in competition, since a save writes all of them. */
  async lockProject(projectId: string) {
    const lock = () =>
      db
        .selectFrom('apply_orders')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('entry_status', 'not in', OUT_OF_COMPETITION)
        .orderBy('id')
        .forUpdate()
        .execute()
    // The first statement does not see an entry that was added while it waited; the second one does.
    await lock()
    return lock()
  },

  /**
   * Locks the entry whose text a further one of the same work takes over: the draft that was saved last, else one that
   * was handed in, else one out of competition.
   */
  lockModel: (projectId: string, editionId: string) =>
    db
      .selectFrom('apply_orders')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('edition_id', '=', editionId)
      .orderBy(sql`entry_status = ${ENTRY_STATUS.draft}`, 'desc')
      .orderBy(sql`entry_status in (${sql.join(OUT_OF_COMPETITION)})`)
      .orderBy('updated_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst(),

  siblings: (projectId: string) =>
    db
      .selectFrom('apply_orders as entry')
      .innerJoin('categories as category', 'category.id', 'entry.category_id')
      .select([
        'entry.id',
        'entry.entry_no',
        'entry.category_id',
        'category.code as category_code',
        'category.name as category_name',
        'category.min_images as min_images',
      ])
      .where('entry.project_id', '=', projectId)
      .where('entry.entry_status', 'not in', OUT_OF_COMPETITION)
      .orderBy('entry.id')
      .execute(),

  /** The id of the parent group of a category. */
  async groupOf(categoryId: string): Promise<string | null> {
    const row = await db
      .selectFrom('categories')
      .select('parent_id')
      .where('id', '=', categoryId)
      .executeTakeFirst()
    return row?.parent_id ?? null
  },

  insert: (values: Insertable<ApplyOrders>) =>
    db.insertInto('apply_orders').values(values).returningAll().executeTakeFirstOrThrow(),

  /** Optimistic lock: updates if `version` still matches, else returns undefined. */
  update: (id: string, version: number, change: EntryColumns) =>
    db
      .updateTable('apply_orders')
      .set({ updated_at: sql`now()`, ...change, version: sql`version + 1` })
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst(),

  remove: (id: string) => db.deleteFrom('apply_orders').where('id', '=', id).execute(),

  hasOpenOrder: async (id: string): Promise<boolean> => {
    const open = await db
      .selectFrom('order_lines')
      .select('order_no')
      .where('apply_order_id', '=', id)
      .where('status', 'in', OPEN_ORDERS)
      .limit(1)
      .executeTakeFirst()
    return open !== undefined
  },

  /** `by` is an entrant: who of the jury or the organisers did something stays with them. */
  record: (
    applyOrderId: string,
    code: string,
    at: Date,
    { detail, by }: { detail?: string | undefined; by?: Actor } = {},
  ) =>
    db
      .insertInto('entry_events')
      .values({
        apply_order_id: applyOrderId,
        code,
        at,
        detail: detail ?? null,
        by_user_id: by?.id ?? null,
      })
      .execute(),

  events: (applyOrderId: string) =>
    db
      .selectFrom('entry_events')
      .leftJoin('users as person', 'person.id', 'entry_events.by_user_id')
      .select([
        'entry_events.code',
        'entry_events.detail',
        'entry_events.at',
        personName('person').as('by'),
      ])
      .where('apply_order_id', '=', applyOrderId)
      .orderBy('entry_events.at')
      .orderBy('entry_events.id')
      .execute(),
})

// Without characters that look alike: 0 and O, 1 and I and L.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 5

type Edition = { id: string; year: number; season: number }
type Category = { id: string; code: string }

/** The next public number of an edition and category, for instance `AB27-ARC-0042`; gapless per transaction. */
export async function nextEntryNo(db: Db, edition: Edition, category: Category): Promise<string> {
  const { last } = await db
    .insertInto('entry_counters')
    .values({ edition_id: edition.id, category_id: category.id, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['edition_id', 'category_id'])
        .doUpdateSet({ last: sql`entry_counters.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const start = entryPrefix(await numberPrefix(db), edition)
  return `${start}-${category.code}-${String(last).padStart(4, '0')}`
}

/** `AB27` for the first season of 2027, `AB27S2` for the second. */
function entryPrefix(prefix: string, { year, season }: Pick<Edition, 'year' | 'season'>): string {
  const short = String(year % 100).padStart(2, '0')
  return season === 1 ? `${prefix}${short}` : `${prefix}${short}S${season}`
}

/** Number that jurors see: random and unique within the edition, so that it reveals nothing about the entrant. */
export async function newJudgingNo(db: Db, editionId: string): Promise<string> {
  for (;;) {
    const number = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    )
    const taken = await db
      .selectFrom('apply_orders')
      .select('id')
      .where('edition_id', '=', editionId)
      .where('judging_no', '=', number)
      .executeTakeFirst()
    if (!taken) return number
  }
}

/** Price of a winner package for the entry's edition and award, in minor units; undefined if it is not offered. */
export async function packagePrice(
  db: Db,
  entry: Pick<EntryRecord, 'edition_id' | 'award_id'>,
  code: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('winner_package_prices as price')
    .innerJoin('winner_packages as package', 'package.id', 'price.package_id')
    .select('price.amount_minor')
    .where('package.code', '=', code)
    .where('price.edition_id', '=', entry.edition_id)
    .where('price.award_id', '=', entry.award_id)
    .executeTakeFirst()
  return row?.amount_minor
}
