import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const picture = ['file.width', 'file.height', 'file.colour', 'file.variants'] as const
const page = ({ current, pageSize }: Window) => ({
  limit: pageSize,
  offset: (current - 1) * pageSize,
})

export type Window = { current: number; pageSize: number }

/** The day it is where the programme is. */
const today = (now: Date) => sql<string>`(${now}::timestamptz at time zone coalesce((
  select document ->> 'timezone' from site_documents where code = 'programme'), 'UTC'))::date`
/** Whether a row that may have a window is inside it. */
const isShown = (table: 'banners' | 'blocks' | 'faqs', now: Date) => {
  const at = (column: string) => sql.ref(`${table}.${column}`)
  return sql<boolean>`coalesce(${at('starts_at')} <= ${now}, true)
    and coalesce(${at('ends_at')} > ${now}, true)`
}

/** What editors publish, and of it what is public at a moment. */
export const contentRepository = (db: Db) => {
  const articles = (now: Date) =>
    db
      .selectFrom('articles')
      .leftJoin('stored_files as file', 'file.id', 'articles.cover_file_id')
      .where('articles.published_at', '<=', now)
      .selectAll('articles')
      .select(picture)

  return {
    banners: (position: string, now: Date) =>
      db
        .selectFrom('banners')
        .leftJoin('stored_files as file', 'file.id', 'banners.image_file_id')
        .leftJoin('stored_files as mobile', 'mobile.id', 'banners.mobile_file_id')
        .selectAll('banners')
        .select(picture)
        .select([
          'mobile.width as mobile_width',
          'mobile.height as mobile_height',
          'mobile.colour as mobile_colour',
          'mobile.variants as mobile_variants',
        ])
        .where('position', '=', position)
        .where(isShown('banners', now))
        .orderBy('sort')
        .orderBy('banners.id')
        .execute(),

    blocks: (position: string, now: Date) =>
      db
        .selectFrom('blocks')
        .leftJoin('stored_files as file', 'file.id', 'blocks.image_file_id')
        .selectAll('blocks')
        .select(picture)
        .where('position', '=', position)
        .where(isShown('blocks', now))
        .orderBy('sort')
        .orderBy('blocks.id')
        .execute(),

    jurors: () =>
      db
        .selectFrom('jurors')
        .leftJoin('stored_files as file', 'file.id', 'jurors.photo_file_id')
        .selectAll('jurors')
        .select(picture)
        .select((select) =>
          select
            .selectFrom('juror_categories')
            .innerJoin('categories', 'categories.id', 'juror_categories.category_id')
            .select(
              sql<unknown[]>`coalesce(json_agg(categories.name order by categories.sort), '[]')`.as(
                'names',
              ),
            )
            .whereRef('juror_categories.juror_id', '=', 'jurors.id')
            .as('expertise'),
        )
        .where('show_public', '=', true)
        .where('is_active', '=', true)
        .orderBy('sort')
        .orderBy('jurors.id')
        .execute(),

    async articlePage(type: string | undefined, window: Window, now: Date) {
      const matching = type ? articles(now).where('type', '=', type) : articles(now)
      const { total } = await matching
        .clearSelect()
        .select(sql<string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      const { limit, offset } = page(window)
      const rows = await matching
        .orderBy('published_at', 'desc')
        .orderBy('articles.id')
        .limit(limit)
        .offset(offset)
        .execute()
      return { rows, total: Number(total) }
    },

    article: (key: { id?: string | undefined; slug?: string | undefined }, now: Date) =>
      (key.id
        ? articles(now).where('articles.id', '=', key.id)
        : articles(now).where('slug', '=', key.slug ?? '')
      ).executeTakeFirst(),

    /** The article published just before, or just after, a moment. */
    articleBeside: (at: Date, side: 'before' | 'after', now: Date) =>
      articles(now)
        .where('published_at', side === 'before' ? '<' : '>', at)
        .orderBy('published_at', side === 'before' ? 'desc' : 'asc')
        .limit(1)
        .executeTakeFirst(),

    async reports(window: Window, now: Date) {
      const published = db.selectFrom('media_reports').where(sql<boolean>`date <= ${today(now)}`)
      const { total } = await published
        .select(sql<string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      const { limit, offset } = page(window)
      const rows = await published
        .selectAll()
        .orderBy('date', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute()
      return { rows, total: Number(total) }
    },

    faqs: (now: Date) =>
      db
        .selectFrom('faqs')
        .selectAll()
        .where(isShown('faqs', now))
        .orderBy('sort')
        .orderBy('id')
        .execute(),

    /** The version of a policy that is in force. */
    policy: (type: number, now: Date) =>
      db
        .selectFrom('policies')
        .selectAll()
        .where('type', '=', type)
        .where(sql<boolean>`effective_at <= ${today(now)}`)
        .orderBy('effective_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Every version of the regulations, the latest first; one of the future is only announced. */
    regulationVersions: (now: Date) =>
      db
        .selectFrom('regulation_versions')
        .select(['version', 'effective_at', 'pdf_url'])
        .select(sql<boolean>`effective_at <= ${today(now)}`.as('is_effective'))
        .orderBy('effective_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    chapters: (version: string) =>
      db
        .selectFrom('regulation_chapters')
        .selectAll()
        .where('version', '=', version)
        .orderBy('number')
        .execute(),

    document: async (code: string): Promise<unknown> =>
      (
        await db
          .selectFrom('site_documents')
          .select('document')
          .where('code', '=', code)
          .executeTakeFirst()
      )?.document,
  }
}

type Repository = ReturnType<typeof contentRepository>
export type ArticleRow = NonNullable<Awaited<ReturnType<Repository['article']>>>
export type JurorRow = Awaited<ReturnType<Repository['jurors']>>[number]
export type BannerRow = Awaited<ReturnType<Repository['banners']>>[number]

/**
 * The next moment at which a visitor may read something else although nothing is written: a window
 * opens or closes, a date of the season comes, a day begins. A moment that still belongs to what it
 * ends counts twice, at itself and just after.
 */
export async function nextBoundary(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with moments (at) as (
      select unnest(array[opens_at, closes_at, results_at, results_published_at]) from editions
      union all select unnest(array[starts_at, ends_at]) from fee_periods
      union all select unnest(array[starts_at, ends_at]) from phases
      union all select unnest(array[starts_at, ends_at]) from banners
      union all select unnest(array[starts_at, ends_at]) from blocks
      union all select unnest(array[starts_at, ends_at]) from faqs
      union all select published_at from articles
      union all select (date_trunc('day', ${now}::timestamptz at time zone zone) + interval '1 day')
        at time zone zone
        from (select 'UTC' union select document ->> 'timezone' from site_documents
              where code = 'programme') as zones (zone) where zone is not null
    )
    select min(greatest(at, ${now}::timestamptz + interval '1 millisecond')) as at
    from moments where at >= ${now}`.execute(db)
  return rows[0]?.at ?? null
}
