import { type Focus, ENTRY_STATUS, WINNER_FEE_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { toPicture } from '../../../files/pictures/picture.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { PlannedChange } from '../plan.ts'

type DeskPicture = { id: string; file: string; name: string }

/** Pictures of the programme by the file that a document names, for a choice: smallest size, signed for a while. */
export async function choiceOfPictures(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  pictures: readonly DeskPicture[],
) {
  const rows = await context.db
    .selectFrom('stored_files')
    .select(['id', 'width', 'height', 'colour', 'variants'])
    .where(
      'id',
      'in',
      pictures.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return pictures.flatMap(({ id, file, name }) => {
    const url = toPicture(context, byId.get(id), '')?.sources[0]?.url
    return url ? [{ file, name, url }] : []
  })
}

type Adopted = {
  id: string
  original_name: string
  sha256: Buffer
  key: string
  focus: Focus | null
}

/** Uploads on their way into the programme. */
export const uploadedPicturesRepository = (db: Db) => ({
  /** A picture that a person has uploaded and that nothing shows yet. */
  find: (id: string, owner: string) =>
    db
      .selectFrom('stored_files')
      .select(['id', 'variants'])
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .where('purpose', '=', 'entry_image')
      .where('status', '=', 'ready')
      .where(
        sql<boolean>`not exists (select from entry_files used where used.file_id = stored_files.id)`,
      )
      .where(
        sql<boolean>`not exists (select from entry_answer_files used where used.file_id = stored_files.id)`,
      )
      .where(sql<boolean>`not exists (select from jurors where photo_file_id = stored_files.id)`)
      .executeTakeFirst(),

  /** A picture of the programme with these bytes, else one of this name. */
  async taken(original_name: string, sha256: Buffer): Promise<{ is_same: boolean } | undefined> {
    const { rows } = await sql<{ is_same: boolean }>`
      select sha256 = ${sha256} as is_same from stored_files
      where purpose = 'programme' and status = 'ready'
        and (original_name = ${original_name} or sha256 = ${sha256})
      order by is_same desc limit 1`.execute(db)
    return rows[0]
  },

  /** Makes an upload a picture of the programme; `key` is where the bytes lie that an export writes. */
  adopt: ({ id, original_name, sha256, key, focus }: Adopted) =>
    db
      .updateTable('stored_files')
      .set({
        purpose: 'programme',
        owner_id: null,
        original_name,
        mime: 'image/jpeg',
        sha256,
        source_key: key,
        ...(focus && { variants: sql`variants || ${JSON.stringify({ focus })}::jsonb` }),
      })
      .where('id', '=', id)
      .where('purpose', '=', 'entry_image')
      .execute(),
})

/** Tables of a season; their records begin with its code. */
export const SEASON_TABLES = ['editions', 'phases', 'fee_periods', 'fee_prices']

/** Whom changes touch: those of seasons, of questions that entries have answered, and of winner packages. */
export const affectedBy = async (db: Db, changes: readonly PlannedChange[], now: Date) => [
  ...(await affectedBySeasons(db, changes, now)),
  ...(await affectedByQuestions(db, changes)),
  ...(await affectedByPackages(db, changes)),
]

const PACKAGE_TABLES = ['winner_packages', 'winner_package_prices']

/** Winners with an open offer, where packages change: a package is of every season, a price of the one that it names. */
async function affectedByPackages(db: Db, changes: readonly PlannedChange[]) {
  const changed = changes.filter(({ table }) => PACKAGE_TABLES.includes(table))
  if (changed.length === 0) return []
  const isOfAll = changed.some(({ table }) => table === 'winner_packages')
  const codes = changed.map(({ record }) => record.split(' ')[0] ?? '')
  const { rows } = await sql<{ record: string; offers: number }>`
    select edition.code as record, count(*)::int as offers
    from apply_orders entry join editions edition on edition.id = entry.edition_id
    where entry.winner_fee_status in (${WINNER_FEE_STATUS.offered}, ${WINNER_FEE_STATUS.pending})
      and (${isOfAll} or edition.code = any(${codes}::text[]))
    group by edition.code order by edition.code`.execute(db)
  return rows.map((row) => ({ ...row, drafts: 0, quotes: 0, quotes_until: null }))
}

/** Entries with an answer to a question that is changed or removed: drafts are asked anew, others are not. */
async function affectedByQuestions(db: Db, changes: readonly PlannedChange[]) {
  const codes = changes
    .filter(({ table, kind }) => table === 'entry_questions' && kind !== 'added')
    .map(({ record }) => record)
  if (codes.length === 0) return []
  const { rows } = await sql<{ record: string; drafts: number; handed_in: number }>`
    select answer.code as record,
      (count(*) filter (where entry.entry_status = ${ENTRY_STATUS.draft}))::int as drafts,
      (count(*) filter (where entry.form_hash is not null))::int as handed_in
    from unnest(${codes}::text[]) answer(code)
    join apply_orders entry on entry.answers -> 'questions' -> answer.code <> 'null'
    group by answer.code order by answer.code`.execute(db)
  return rows.map((row) => ({ ...row, quotes: 0, quotes_until: null }))
}

/** Open drafts of seasons that change, and prices of entries that were told and hold until their time. */
async function affectedBySeasons(db: Db, changes: readonly PlannedChange[], now: Date) {
  const codes = changes
    .filter(({ table, kind }) => SEASON_TABLES.includes(table) && kind !== 'added')
    .map(({ record }) => record.split(' ')[0] ?? '')
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('editions as edition')
    .innerJoin('apply_orders as entry', 'entry.edition_id', 'edition.id')
    .leftJoin('quotes as quote', (join) =>
      join.onRef('quote.apply_order_id', '=', 'entry.id').on('quote.expires_at', '>', now),
    )
    .select([
      'edition.code as record',
      sql<number>`(count(distinct entry.id) filter (where entry.entry_status = ${ENTRY_STATUS.draft}))::int`.as(
        'drafts',
      ),
      sql<number>`count(distinct quote.id)::int`.as('quotes'),
      sql<Date | null>`max(quote.expires_at)`.as('until'),
    ])
    .where('edition.code', 'in', codes)
    .groupBy('edition.code')
    .orderBy('edition.code')
    .execute()
  return rows.map(({ until, ...row }) => ({ ...row, quotes_until: until?.toISOString() ?? null }))
}
