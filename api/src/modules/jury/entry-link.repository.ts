import type { Language } from '@awards/shared/domain'
import { sql } from 'kysely'
import { named } from '../../lib/translated.ts'

/** The columns that identify an entry in the chair's lists. */
export type EntryLinkRow = {
  apply_order_id: string
  judging_no: string
  entry_no: string
  title: string
  category_id: string
  category_code: string
  category_name: unknown
}

/** Select list of `EntryLinkRow`, for queries with the aliases `entry` and `category`. */
export const ENTRY_LINK = sql`entry.id as apply_order_id, entry.judging_no, entry.entry_no, entry.title,
  category.id as category_id, category.code as category_code, category.name as category_name`

/** Maps a row to the link of the contract. The title is not anonymised here: see `withChairTitles`. */
export const toEntryLink = (row: EntryLinkRow, language: Language) => ({
  apply_order_id: row.apply_order_id,
  judging_no: row.judging_no,
  entry_no: row.entry_no,
  title: row.title,
  category: named(row.category_id, row.category_code, row.category_name, language),
})
