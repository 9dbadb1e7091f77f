import { sql } from 'kysely'
import { EDITION_STATUS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

// Written into the statement, so that PostgreSQL knows which of its indexes hold these rows.
const AWARDED = sql.lit(60)
const PUBLISHED = [sql.lit(EDITION_STATUS.published), sql.lit(EDITION_STATUS.archived)]

/**
 * The one place that says which entries the public may know: awarded, shown, in an edition whose
 * results are out. Everything a visitor sees of an entry is read through here.
 */
export const publicTitles = (db: Db) =>
  db
    .selectFrom('apply_orders as entry')
    .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
    .where('entry.entry_status', '=', AWARDED)
    .where('entry.is_show', '=', sql.lit(true))
    .where('edition.status', 'in', PUBLISHED)
    .where('edition.results_published_at', 'is not', null)

/** The same beside what they belong to. */
export const publicEntries = (db: Db) =>
  publicTitles(db)
    .innerJoin('award_levels as award', 'award.id', 'entry.award_id')
    .innerJoin('categories as category', 'category.id', 'entry.category_id')
    .innerJoin('sections as section', 'section.id', 'entry.section_id')
