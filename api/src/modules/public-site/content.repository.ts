import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { PictureVariants } from '../../files/pictures/picture.ts'
import { publicEntries } from './winners.repository.ts'

const picture = ['file.width', 'file.height', 'file.colour', 'file.variants'] as const
const limitOffset = ({ current, pageSize }: Window) => ({
  limit: pageSize,
  offset: (current - 1) * pageSize,
})

export type Window = { current: number; pageSize: number }

/** Today's date in the time zone of the programme. */
const today = (now: Date) => sql<string>`(${now}::timestamptz at time zone coalesce((
  select document ->> 'timezone' from site_documents where code = 'programme'), 'UTC'))::date`

/** Editorial content. Methods with `now` return only what is public at that time; with `hasNoStart`, also what is to come. */
export const contentRepository = (db: Db, hasNoStart = false) => {
  /** SQL condition: `now` is inside the visibility window; an open end counts as inside. */
  const isInWindow = (table: 'banners' | 'blocks' | 'faqs', now: Date) => {
    const at = (column: string) => sql.ref(`${table}.${column}`)
    return sql<boolean>`(${hasNoStart} or coalesce(${at('starts_at')} <= ${now}, true))
      and coalesce(${at('ends_at')} > ${now}, true)`
  }
  const articles = (now: Date) =>
    db
      .selectFrom('articles')
      .leftJoin('stored_files as file', 'file.id', 'articles.cover_file_id')
      .where(sql<boolean>`(${hasNoStart} or articles.published_at <= ${now})`)
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
        .where(isInWindow('banners', now))
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
        .where(isInWindow('blocks', now))
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
      const { limit, offset } = limitOffset(window)
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

    /** The nearest article published before or after a time. */
    adjacentArticle: (at: Date, side: 'before' | 'after', now: Date) =>
      articles(now)
        .where('published_at', side === 'before' ? '<' : '>', at)
        .orderBy('published_at', side === 'before' ? 'desc' : 'asc')
        .limit(1)
        .executeTakeFirst(),

    async reports(window: Window, now: Date) {
      const published = db
        .selectFrom('media_reports')
        .where(sql<boolean>`(${hasNoStart} or date <= ${today(now)})`)
      const { total } = await published
        .select(sql<string>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      const { limit, offset } = limitOffset(window)
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
        .where(isInWindow('faqs', now))
        .orderBy('sort')
        .orderBy('id')
        .execute(),

    /** The newest effective version of a policy. */
    policy: (type: number, now: Date) =>
      db
        .selectFrom('policies')
        .selectAll()
        .where('type', '=', type)
        .where(sql<boolean>`(${hasNoStart} or effective_at <= ${today(now)})`)
        .orderBy('effective_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** All versions of the regulations, newest first; `is_effective` is false for announced ones. */
    regulationVersions: (now: Date) =>
      db
        .selectFrom('regulation_versions')
        .select(['version', 'effective_at', 'pdf_url'])
        .select(sql<boolean>`(${hasNoStart} or effective_at <= ${today(now)})`.as('is_effective'))
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
 * Next time at which public answers may change without a write: a window opens or closes, a date of an edition is
 * reached, a day begins. Bounds the lifetime of cached answers. For a boundary at `now` itself it returns one
 * millisecond later, since inclusive ends are still valid at the boundary.
 */
export async function nextBoundary(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with boundaries (at) as (
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
    from boundaries where at >= ${now}`.execute(db)
  return rows[0]?.at ?? null
}

/** A public picture; `variants` is unvalidated JSON. */
export type PublicPictureRow = { id: string; variants: unknown }

const inWindow = (now: Date, hasNoStart: boolean) =>
  sql<boolean>`(${hasNoStart} or coalesce(used.starts_at <= ${now}, true)) and coalesce(used.ends_at > ${now}, true)`

/**
 * The only definition of a public file: one that a record uses which is public at `now`; with `hasNoStart`, also one that
 * will be.
 */
const publicFiles = (db: Db, now: Date, hasNoStart: boolean) =>
  db
    .selectFrom('stored_files as file')
    .where('file.status', '=', 'ready')
    .where((where) =>
      where.or([
        where.exists(
          publicEntries(db)
            .innerJoin('entry_files as used', 'used.apply_order_id', 'entry.id')
            .select('used.file_id')
            .where(sql<boolean>`used.file_id = file.id`)
            .where('used.kind', '!=', 'pdf'),
        ),
        where.exists(
          where
            .selectFrom('jurors as used')
            .select('used.id')
            .whereRef('used.photo_file_id', '=', 'file.id')
            .where('used.show_public', '=', true)
            .where('used.is_active', '=', true),
        ),
        where.exists(
          where
            .selectFrom('articles as used')
            .select('used.id')
            .whereRef('used.cover_file_id', '=', 'file.id')
            .where(sql<boolean>`(${hasNoStart} or used.published_at <= ${now})`),
        ),
        ...(['used.image_file_id', 'used.mobile_file_id'] as const).map((column) =>
          where.exists(
            where
              .selectFrom('banners as used')
              .select('used.id')
              .whereRef(column, '=', 'file.id')
              .where(inWindow(now, hasNoStart)),
          ),
        ),
        where.exists(
          where
            .selectFrom('blocks as used')
            .select('used.id')
            .whereRef('used.image_file_id', '=', 'file.id')
            .where(inWindow(now, hasNoStart)),
        ),
        where.exists(
          where
            .selectFrom('categories as used')
            .select('used.id')
            .whereRef('used.image_file_id', '=', 'file.id')
            .where('used.is_active', '=', true),
        ),
      ]),
    )

/** Stored pictures of the public site. */
export const publicPicturesRepository = (db: Db, hasNoStart = false) => ({
  /** One picture; undefined for hidden and unknown ids. */
  find: (id: string, now: Date): Promise<PublicPictureRow | undefined> =>
    publicFiles(db, now, hasNoStart)
      .select(['file.id', 'file.variants'])
      .where('file.id', '=', id)
      .executeTakeFirst(),

  /** Public pictures in all sizes without AVIF, newest first. */
  withoutAvif: (limit: number, now: Date): Promise<PublicPictureRow[]> =>
    publicFiles(db, now, hasNoStart)
      .select(['file.id', 'file.variants'])
      .where(sql<boolean>`file.variants ? 'full_jpeg' and not file.variants ? 'avif'`)
      .where(sql<boolean>`file.variants #> '{full,key}' <> file.variants #> '{full_jpeg,key}'`)
      .orderBy('file.id', 'desc')
      .limit(limit)
      .execute(),

  /** Merges variants into pictures, and notifies the public caches at commit. */
  async addVariants(
    made: readonly { id: string; variants: Partial<PictureVariants> }[],
  ): Promise<void> {
    const rows = JSON.stringify(made)
    await sql`
      with added as (
        update stored_files set variants = stored_files.variants || made.variants
        from jsonb_to_recordset(${rows}::jsonb) as made (id bigint, variants jsonb)
        where stored_files.id = made.id
        returning stored_files.id)
      select pg_notify('public_content', 'stored_files') from added limit 1`.execute(db)
  },
})
