import { sql, type RawBuilder } from 'kysely'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { JuryScope } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'

export type SheetFile = {
  apply_order_id: string
  file_id: string
  kind: 'cover' | 'image' | 'drawing'
  sort: number
  alt: string
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}

const COLUMNS = sql`entry.id as apply_order_id, link.file_id, link.kind, link.sort, link.alt,
  file.width, file.height, file.colour, file.variants`

/**
 * Excludes PDFs: their text and metadata may name somebody, and cannot be redacted. Pictures that answer a question of
 * the form of the entry follow its own, if jurors may see the answer: the label of the question describes them.
 */
const from = (language: Language) => sql`apply_orders entry
  cross join lateral (
    select own.file_id, own.kind, own.sort, own.alt from entry_files own
    where own.apply_order_id = entry.id and own.kind <> 'pdf'
    union all
    select answer.file_id, 'image', (1000 + question.place)::smallint,
      coalesce(question.facts -> 'label' ->> ${language}, question.facts -> 'label' ->> 'en')
    from entry_answer_files answer
    join entry_forms form on form.hash = entry.form_hash
    cross join lateral jsonb_array_elements(form.questions) with ordinality question(facts, place)
    where answer.apply_order_id = entry.id and question.facts ->> 'code' = answer.question
      and question.facts ->> 'kind' = 'file' and question.facts ->> 'jurors' = 'shown'
      and ${isAskedIn('sections')} and ${isAskedIn('categories')}
      and answer.file_id not in (
        select file_id from entry_files own where own.apply_order_id = entry.id)
  ) link
  join stored_files file on file.id = link.file_id and file.purpose <> 'entry_pdf'`

/** SQL condition: the question of the form is asked in the section or category of the row `entry`. */
const isAskedIn = (places: 'sections' | 'categories') => sql<boolean>`(
  coalesce(question.facts -> ${places}, '[]') = '[]' or question.facts -> ${places} ? (
    select place.code from ${sql.table(places)} place
    where place.id = ${sql.ref(places === 'sections' ? 'entry.section_id' : 'entry.category_id')}))`

/** SQL condition: the organiser has hidden the picture, the row `link` of `entry_files` of the row `entry`. */
export const isHidden = (link = 'link'): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from redactions redaction where redaction.apply_order_id = entry.id
    and ${sql.ref(`${link}.file_id`)} = any(redaction.hidden_file_ids))`

/** Visible pictures of entries in scope, in the order of the anonymised sheet. */
export async function sheetFiles(
  db: Db,
  scope: JuryScope,
  entryIds: readonly string[],
  language: Language,
): Promise<SheetFile[]> {
  const { rows } = await sql<SheetFile>`
    select ${COLUMNS} from ${from(language)}
    where entry.id = any(${[...entryIds]}::bigint[]) and ${inScope(scope)} and not ${isHidden()}
    order by entry.judging_no, link.kind <> 'cover', link.sort, link.file_id`.execute(db)
  return rows
}

/** One picture of an entry in scope; a hidden one only with `seesHidden`. */
export async function sheetFile(
  db: Db,
  scope: JuryScope,
  { entry_id, file_id }: { entry_id: string; file_id: string },
  seesHidden: boolean,
): Promise<SheetFile | undefined> {
  const { rows } = await sql<SheetFile>`
    select ${COLUMNS} from ${from('en')}
    where entry.id = ${entry_id} and link.file_id = ${file_id} and ${inScope(scope)}
      and (${seesHidden} or not ${isHidden()})`.execute(db)
  return rows[0]
}

/** All pictures of an entry in scope, hidden ones too, for the redaction. */
export async function allSheetFiles(
  db: Db,
  scope: JuryScope,
  entryId: string,
  language: Language,
): Promise<(SheetFile & { is_hidden: boolean })[]> {
  const { rows } = await sql<SheetFile & { is_hidden: boolean }>`
    select ${COLUMNS}, ${isHidden()} as is_hidden from ${from(language)}
    where entry.id = ${entryId} and ${inScope(scope)}
    order by link.kind <> 'cover', link.sort, link.file_id`.execute(db)
  return rows
}

export type SheetTexts = {
  apply_order_id: string
  judging_no: string
  title: string
  answers: unknown
  form_hash: string | null
  section_code: string
  category_code: string
}

/** Titles and answers of entries in scope, not yet anonymised. */
export async function sheetTexts(
  db: Db,
  scope: JuryScope,
  entryIds: readonly string[],
): Promise<SheetTexts[]> {
  const { rows } = await sql<SheetTexts>`
    select entry.id as apply_order_id, entry.judging_no, entry.title, entry.answers,
      entry.form_hash, section.code as section_code, category.code as category_code
    from apply_orders entry
    join sections section on section.id = entry.section_id
    join categories category on category.id = entry.category_id
    where entry.id = any(${[...entryIds]}::bigint[]) and ${inScope(scope)}
    order by entry.judging_no, entry.id`.execute(db)
  return rows
}
