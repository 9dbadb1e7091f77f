import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { PictureVariants } from '../../../files/pictures/picture.ts'
import { publicEntries } from '../winners.repository.ts'

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
