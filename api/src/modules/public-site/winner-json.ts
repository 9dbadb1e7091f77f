import { sql } from 'kysely'
import type { WinnerInfo } from '@awards/shared/contract'
import { AI_USE, LANGUAGES, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { mark } from '../../db/prepared.ts'
import { publicEntries, publicTitles } from './public-entries.ts'

// Winners leave the database in the words of the contract, as the text that visitors are sent, put
// together of parts that are ready (migration 0033); `as-built.api.test.ts` compares it with the contract.

/** What an award, a category, a section and an edition are called in a language. */
const named = (table: string, language: Language) =>
  sql`${sql.ref(`${table}.public_names`)}[${sql.lit(LANGUAGES.indexOf(language) + 1)}]`

/** The picture of a stored file in one of its uses, with members of that use behind the words for it. */
const picture = (file: string, use: string, own = sql`','`) =>
  sql<string | null>`'{"alt":' || to_json(${sql.ref(`${use}.alt`)})::text || ${own}
    || substr(${sql.ref(`${file}.public_picture`)}::text, 2)`

const members = (language: Language) =>
  sql<string>`entry.public_card || ',"cover":' || coalesce(${picture('file', 'cover')}, 'null')
    || ',"award":' || ${named('award', language)} || ',"category":' || ${named('category', language)}
    || ',"section":' || ${named('section', language)} || ',"edition":' || ${named('edition', language)}`

const withCover = (db: Db) =>
  publicEntries(db)
    .leftJoin('entry_files as cover', (join) =>
      join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', sql.lit('cover')),
    )
    .leftJoin('stored_files as file', 'file.id', 'cover.file_id')

/** Cards of winners. */
export const winnerCards = (db: Db, language: Language) =>
  withCover(db).select(sql<string>`'{' || ${members(language)} || '}'`.as('json'))

const credit = sql`',"credit":' || coalesce(to_json(used.credit)::text, 'null') || ','`

const images = sql<string>`(
  select coalesce(string_agg(${picture('file', 'used', credit)}, ',' order by used.sort, used.file_id), '')
  from entry_files used join stored_files file on file.id = used.file_id
  where used.apply_order_id = entry.id and used.kind <> 'pdf' and file.public_picture is not null)`

/** A winner beside the one of the statement around it, as far as it is public too. */
const beside = (db: Db, place: 'previous' | 'next') =>
  sql<WinnerInfo['next']>`coalesce((select row_to_json(part)::text from ${publicTitles(db)
    .where('entry.id', '=', sql<string>`${mark(place)}::bigint`)
    .select([sql`entry.id::text`.as('apply_order_id'), 'entry.title'])} as part), 'null')`

const statement = (language: Language) =>
  sql`coalesce(to_json(coalesce(entry.jury_statement ->> ${sql.lit(language)},
    entry.jury_statement ->> 'en'))::text, 'null')`

/** How generative tools were used, by its name in the contract. */
const aiUse = sql`coalesce(case entry.answers ->> 'ai_use' ${sql.join(
  Object.entries(AI_USE).map(
    ([name, value]) => sql`when ${sql.lit(String(value))} then ${sql.lit(`"${name}"`)}`,
  ),
  sql` `,
)} end, 'null')`

/** Sheets of winners, but for where they are. */
export const winnerSheets = (db: Db, language: Language) =>
  withCover(db)
    .leftJoin('certificates as certificate', (join) =>
      join
        .onRef('certificate.apply_order_id', '=', 'entry.id')
        .on('certificate.status', '=', sql.lit('valid')),
    )
    .select([
      sql<string>`${members(language)} || ',' || entry.public_sheet
        || ',"previous":' || ${beside(db, 'previous')} || ',"next":' || ${beside(db, 'next')}
        || ',"images":[' || ${images} || '],"jury_statement":' || ${statement(language)}
        || ',"ai_use":' || ${aiUse}
        || ',"certificate_number":' || coalesce(to_json(certificate.number)::text, 'null') || '}'`.as(
        'json',
      ),
      sql<string | null>`entry.public_place[1]`.as('city'),
      sql<string | null>`entry.public_place[2]`.as('country'),
    ])
