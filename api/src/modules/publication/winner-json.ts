import { sql, type RawBuilder } from 'kysely'
import type { Picture, WinnerCard, WinnerInfo } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { mark } from '../../db/prepared.ts'
import { publicEntries } from './public-entries.ts'

// Winners leave the database in the words of the contract, as the text that visitors are sent. A type
// of `sql` is what the column is in that text; `as-built.api.test.ts` compares them with the contract.

const idOf = (column: string) => sql<string>`${sql.ref(column)}::text`

/** A translated column in the language of the answer, with English behind it. */
const inLanguage = <T extends string | null = string>(column: string, language: Language) =>
  sql<T>`coalesce(${sql.ref(column)} ->> ${sql.lit(language)}, ${sql.ref(column)} ->> 'en')`

/** An object; made of a row, which takes PostgreSQL less time than pairs do. */
const object = <T>(columns: RawBuilder<unknown>) =>
  sql<T>`(select row_to_json(part) from (select ${columns}) as part)`

const named = (table: string, language: Language) =>
  sql`${idOf(`${table}.id`)} as id, ${sql.ref(`${table}.code`)},
    ${inLanguage(`${table}.name`, language)} as name`

/** The picture of a stored file with members that belong to its use; null where it is not ready. */
const picture = <T>(file: string, own: RawBuilder<unknown>) =>
  sql<T>`(left(${object(own)}::text, -1) || ','
    || substr(${sql.ref(`${file}.public_picture`)}::text, 2))::json`

export const winnerCards = (db: Db, language: Language) =>
  publicEntries(db)
    .leftJoin('entry_files as cover', (join) =>
      join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', sql.lit('cover')),
    )
    .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
    .select([
      idOf('entry.id').as('apply_order_id'),
      'entry.entry_no',
      'entry.title',
      sql<string>`coalesce((select string_agg(name #>> '{}', ', ')
        from jsonb_path_query(entry.answers, '$.designers[*].name') as name), '')`.as('designers'),
      sql<string | null>`coalesce(nullif(entry.winning_info ->> 'winner_name', ''),
        nullif(entry.answers ->> 'company', ''))`.as('company'),
      'entry.country',
      picture<Picture | null>('file', sql`cover.alt`).as('cover'),
      object<WinnerCard['award']>(sql`${named('award', language)}, award.rank, award.colour`).as(
        'award',
      ),
      object<WinnerCard['category']>(named('category', language)).as('category'),
      object<WinnerCard['section']>(named('section', language)).as('section'),
      object<WinnerCard['edition']>(sql`${named('edition', language)}, edition.year`).as('edition'),
    ])

const images = sql<WinnerInfo['images']>`(
  select coalesce(json_agg(${picture('file', sql`used.alt, used.credit`)}
    order by used.sort, used.file_id), '[]')
  from entry_files used join stored_files file on file.id = used.file_id
  where used.apply_order_id = entry.id and used.kind <> 'pdf' and file.public_picture is not null)`

const credits = sql<WinnerInfo['credits']>`(
  select coalesce(json_agg(row_to_json(credited)), '[]')
  from (select designer ->> 'name' as name, nullif(designer ->> 'role', '') as role
    from jsonb_array_elements(entry.answers -> 'designers') as designer) as credited)`

const answer = (name: string) => sql<string>`coalesce(entry.answers ->> ${sql.lit(name)}, '')`
const filled = (name: string) => sql<string | null>`nullif(entry.answers ->> ${sql.lit(name)}, '')`

const ISO = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')

/** A winner beside the one of the statement around it, as far as it is public too. */
const beside = (db: Db, place: 'previous' | 'next') =>
  sql<WinnerInfo['next']>`(select row_to_json(part) from ${publicEntries(db)
    .where('entry.id', '=', sql<string>`${mark(place)}::bigint`)
    .select([idOf('entry.id').as('apply_order_id'), 'entry.title'])} as part)`

/** The answers that visitors read; the others stay in the database. */
export const winnerSheets = (db: Db, language: Language) =>
  winnerCards(db, language)
    .leftJoin('certificates as certificate', (join) =>
      join
        .onRef('certificate.apply_order_id', '=', 'entry.id')
        .on('certificate.status', '=', sql.lit('valid')),
    )
    .select([
      beside(db, 'previous').as('previous'),
      beside(db, 'next').as('next'),
      filled('title_local').as('title_local'),
      answer('summary').as('summary'),
      answer('description').as('description'),
      images.as('images'),
      credits.as('credits'),
      filled('client').as('client'),
      filled('materials').as('materials'),
      filled('dimensions').as('dimensions'),
      filled('website_url').as('website_url'),
      filled('video_url').as('video_url'),
      sql<string | null>`entry.answers ->> 'completion_date'`.as('completion_date'),
      inLanguage<string | null>('entry.jury_statement', language).as('jury_statement'),
      'certificate.number as certificate_number',
      sql<string | null>`to_char(entry.published_at at time zone 'UTC', ${ISO})`.as('published_at'),
    ])
