import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { entryQuestionsRepository } from '../../entries/entry-questions.repository.ts'

/** Consistent snapshot of all content that files can hold: that of the transaction, or of one of its own. */
export async function readLiveContent(db: Db): Promise<LiveContent> {
  if (db.isTransaction) return contentOf(db)
  return db.transaction().setIsolationLevel('repeatable read').execute(contentOf)
}

const contentOf = async (trx: Db) => ({
  documents: await trx.selectFrom('site_documents').selectAll().execute(),
  editions: await trx
    .selectFrom('editions')
    .selectAll()
    .orderBy('year')
    .orderBy('season')
    .orderBy('code')
    .execute(),
  phases: await trx.selectFrom('phases').selectAll().orderBy('starts_at').execute(),
  periods: await trx.selectFrom('fee_periods').selectAll().orderBy('starts_at').execute(),
  prices: await trx
    .selectFrom('fee_prices')
    .innerJoin('sections', 'sections.id', 'section_id')
    .select(['period_id', 'sections.code as section', 'kind', 'amount_minor'])
    .execute(),
  sections: await trx.selectFrom('sections').selectAll().orderBy('sort').orderBy('id').execute(),
  awards: await trx.selectFrom('award_levels').selectAll().orderBy('rank').orderBy('id').execute(),
  criteria: await trx.selectFrom('criteria').selectAll().orderBy('sort').orderBy('id').execute(),
  categories: await trx
    .selectFrom('categories')
    .selectAll()
    .orderBy('sort')
    .orderBy('id')
    .execute(),
  weights: await trx
    .selectFrom('category_weights')
    .innerJoin('criteria', 'criteria.id', 'criterion_id')
    .select(['category_id', 'criteria.code as criterion', 'weight'])
    .orderBy('criteria.sort')
    .execute(),
  questions: await entryQuestionsRepository(trx).live(),
  packages: await trx
    .selectFrom('winner_packages')
    .selectAll()
    .orderBy('sort')
    .orderBy('id')
    .execute(),
  packagePrices: await trx
    .selectFrom('winner_package_prices')
    .innerJoin('award_levels', 'award_levels.id', 'award_id')
    .select([
      'edition_id',
      'package_id',
      'award_levels.code as award',
      'amount_minor',
      'event_amount_minor',
    ])
    .orderBy('award_levels.rank')
    .execute(),
  jurors: await trx
    .selectFrom('jurors')
    .selectAll()
    // The loader creates the organiser's seat from users.yaml; one that was taken away does not come back by a file.
    .where('slug', '<>', 'organiser')
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('slug')
    .execute(),
  panels: await trx
    .selectFrom('juror_categories')
    .innerJoin('categories', 'categories.id', 'category_id')
    .select(['juror_id', 'categories.code as category'])
    .orderBy('categories.code')
    .execute(),
  banners: await trx
    .selectFrom('banners')
    .selectAll()
    .orderBy('position')
    .orderBy('sort')
    .orderBy('code')
    .execute(),
  blocks: await trx
    .selectFrom('blocks')
    .selectAll()
    .orderBy('position')
    .orderBy('sort')
    .orderBy('code')
    .execute(),
  articles: await trx.selectFrom('articles').selectAll().orderBy('slug').execute(),
  reports: await trx
    .selectFrom('media_reports')
    .selectAll()
    .orderBy('date')
    .orderBy('code')
    .execute(),
  faqs: await trx.selectFrom('faqs').selectAll().orderBy('sort').orderBy('code').execute(),
  policies: await trx
    .selectFrom('policies')
    .selectAll()
    .orderBy('type')
    .orderBy('version')
    .execute(),
  versions: await trx
    .selectFrom('regulation_versions')
    .selectAll()
    .orderBy('effective_at')
    .orderBy('version')
    .execute(),
  chapters: await trx
    .selectFrom('regulation_chapters')
    .selectAll()
    .orderBy('version')
    .orderBy('number')
    .execute(),
  pictures: await trx
    .selectFrom('stored_files')
    .select(['id', 'original_name', 'source_key'])
    .select(sql<string | null>`encode(sha256, 'hex')`.as('sha256'))
    .select(sql<string | null>`variants -> 'full_jpeg' ->> 'key'`.as('shown_key'))
    .select(sql<string | null>`variants ->> 'focus'`.as('focus'))
    .where('purpose', '=', 'programme')
    .execute(),
})

export type LiveContent = Awaited<ReturnType<typeof contentOf>>
