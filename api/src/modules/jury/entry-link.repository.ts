import type { Language } from '@awards/shared/domain'
import { sql } from 'kysely'
import { named } from '../../lib/translated.ts'

/** An entry as the lists of the desk name it. */
export type EntryLinkRow = {
  apply_order_id: string
  judging_no: string
  entry_no: string
  title: string
  category_id: string
  category_code: string
  category_name: unknown
}

/** The columns of a mention, of the rows `entry` and `category` (its category). */
export const ENTRY_LINK = sql`entry.id as apply_order_id, entry.judging_no, entry.entry_no, entry.title,
  category.id as category_id, category.code as category_code, category.name as category_name`

/** A mention in the reader's language; the title is given as it stands in the row. */
export const toEntryLink = (row: EntryLinkRow, language: Language) => ({
  apply_order_id: row.apply_order_id,
  judging_no: row.judging_no,
  entry_no: row.entry_no,
  title: row.title,
  category: named(row.category_id, row.category_code, row.category_name, language),
})
