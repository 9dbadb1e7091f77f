import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { publicEntries } from './winners.repository.ts'

/** Categories, sections, award levels, fee periods, prices and phases. */
export const catalogueRepository = (db: Db) => ({
  categories: () =>
    db
      .selectFrom('categories')
      .leftJoin('stored_files as file', 'file.id', 'categories.image_file_id')
      .selectAll('categories')
      .select(['file.width', 'file.height', 'file.colour', 'file.variants'])
      .select((select) =>
        select
          .selectFrom('criteria')
          .leftJoin('category_weights as weight', (join) =>
            join
              .onRef('weight.criterion_id', '=', 'criteria.id')
              .onRef('weight.category_id', '=', 'categories.id'),
          )
          .select(
            sql<
              { criterion: string; name: unknown; weight: number }[]
            >`coalesce(json_agg(json_build_object(
              'criterion', criteria.code, 'name', criteria.name, 'weight', coalesce(weight.weight, 1)
            ) order by criteria.sort), '[]')`.as('weights'),
          )
          .as('weights'),
      )
      .where('is_active', '=', true)
      .orderBy('sort')
      .orderBy('categories.id')
      .execute(),

  sections: () => db.selectFrom('sections').selectAll().orderBy('sort').orderBy('id').execute(),
  levels: () => db.selectFrom('award_levels').selectAll().orderBy('rank').orderBy('id').execute(),

  periods: (editionId: string) =>
    db
      .selectFrom('fee_periods')
      .selectAll()
      .where('edition_id', '=', editionId)
      .orderBy('starts_at')
      .execute(),

  /** Opening of the next call after a date. */
  nextOpening: async (after: Date): Promise<Date | null> =>
    (
      await db
        .selectFrom('editions')
        .select('opens_at')
        .where('opens_at', '>', after)
        .orderBy('opens_at')
        .executeTakeFirst()
    )?.opens_at ?? null,

  prices: (editionId: string) =>
    db
      .selectFrom('fee_prices')
      .innerJoin('fee_periods as period', 'period.id', 'fee_prices.period_id')
      .innerJoin('sections as section', 'section.id', 'fee_prices.section_id')
      .select(['section.code as section', 'period.code as period', 'kind', 'amount_minor'])
      .where('period.edition_id', '=', editionId)
      .orderBy('section.sort')
      .orderBy('period.starts_at')
      .orderBy('kind', 'desc')
      .execute(),

  packages: (editionId: string) =>
    db
      .selectFrom('winner_package_prices as price')
      .innerJoin('winner_packages as package', 'package.id', 'price.package_id')
      .innerJoin('award_levels as award', 'award.id', 'price.award_id')
      .select([
        'package.code',
        'package.name',
        'package.description',
        'award.code as award',
        'price.amount_minor',
        'price.event_amount_minor',
      ])
      .where('price.edition_id', '=', editionId)
      .orderBy('package.sort')
      .orderBy('award.rank')
      .execute(),

  phases: (editionId: string) =>
    db
      .selectFrom('phases')
      .select(['phase', 'starts_at', 'ends_at'])
      .where('edition_id', '=', editionId)
      .orderBy('starts_at')
      .execute(),
})

type Repository = ReturnType<typeof catalogueRepository>
export type CategoryRow = Awaited<ReturnType<Repository['categories']>>[number]
export type LevelRow = Awaited<ReturnType<Repository['levels']>>[number]

/** Counts of public winners in total and by filter value. */
export const facetsRepository = (db: Db) => ({
  totals: () =>
    publicEntries(db)
      .select([
        'entry.edition_id',
        'entry.category_id',
        'entry.section_id',
        'entry.award_id',
        'entry.country',
        sql<number>`grouping(entry.country)`.as('without_country'),
        sql<number>`count(*)::int`.as('total'),
      ])
      .groupBy(
        sql`grouping sets ((), (entry.edition_id), (entry.category_id), (entry.section_id),
          (entry.award_id), (entry.country))`,
      )
      .execute(),

  editions: () =>
    db
      .selectFrom('editions')
      .select(['id', 'code', 'name', 'year'])
      .orderBy('opens_at', 'desc')
      .execute(),

  /** Categories with the name of their group, ordered by group and position. */
  categories: () =>
    db
      .selectFrom('categories as category')
      .leftJoin('categories as parent', 'parent.id', 'category.parent_id')
      .select(['category.id', 'category.code', 'category.name', 'parent.name as parent_name'])
      .orderBy(sql`coalesce(parent.sort, category.sort)`)
      .orderBy('category.sort')
      .orderBy('category.id')
      .execute(),
})

/** Winners for the sitemap, ordered by id (creation). */
export const sitemapRepository = (db: Db) => ({
  async countWinners(): Promise<number> {
    const { total } = await publicEntries(db)
      .select(sql<string>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  },

  /** The winner at an index (from 0). */
  winnerAt: (index: number) =>
    publicEntries(db)
      .select('entry.id')
      .orderBy('entry.id')
      .offset(index)
      .limit(1)
      .executeTakeFirst(),

  /** Next batch after an id (keyset pagination: unaffected by new winners). */
  winnersAfter: (id: string, limit: number) =>
    publicEntries(db)
      .where('entry.id', '>', id)
      .leftJoin('entry_files as cover', (join) =>
        join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', 'cover'),
      )
      .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
      .select((select) => [
        'entry.id',
        'cover.file_id',
        sql<string | null>`file.variants -> 'full' ->> 'key'`.as('key'),
        select.fn.coalesce('entry.published_at', 'edition.results_published_at').as('published_at'),
      ])
      .orderBy('entry.id')
      .limit(limit)
      .execute(),

  /** Latest publication of results: the last change of the winner lists. */
  async resultsAt(): Promise<Date | null> {
    const { at } = await publicEntries(db)
      .select((select) => select.fn.max('edition.results_published_at').as('at'))
      .executeTakeFirstOrThrow()
    return at
  },
})
