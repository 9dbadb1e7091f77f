import type { Db } from '../../db/database.ts'

export type NewEntryFile = {
  file_id: string
  kind: 'cover' | 'image' | 'drawing' | 'pdf'
  sort: number
  alt: string
  credit?: string | undefined
}

/** Pictures and documents of entries. */
export const entryFilesRepository = (db: Db) => ({
  of: (applyOrderId: string) =>
    db
      .selectFrom('entry_files as link')
      .innerJoin('stored_files as file', 'file.id', 'link.file_id')
      .select([
        'link.file_id',
        'link.kind',
        'link.sort',
        'link.alt',
        'link.credit',
        'file.original_name',
        'file.width',
        'file.height',
        'file.colour',
        'file.variants',
        'file.sha256',
      ])
      .where('link.apply_order_id', '=', applyOrderId)
      .orderBy('link.sort')
      .orderBy('link.file_id')
      .execute(),

  /** Files among `ids` that `userId` sent, or has in an entry, and that were received and checked. */
  ready: (userId: string, ids: readonly string[]) =>
    db
      .selectFrom('stored_files')
      .select(['id', 'purpose', 'sha256'])
      .where((where) =>
        where.or([
          where('owner_id', '=', userId),
          where.exists(
            where
              .selectFrom('entry_files as link')
              .innerJoin('apply_orders as entry', 'entry.id', 'link.apply_order_id')
              .select('link.file_id')
              .whereRef('link.file_id', '=', 'stored_files.id')
              .where('entry.user_id', '=', userId),
          ),
        ]),
      )
      .where('status', '=', 'ready')
      .where('id', 'in', [...ids])
      .execute(),

  async replace(applyOrderId: string, files: readonly NewEntryFile[]) {
    await db.deleteFrom('entry_files').where('apply_order_id', '=', applyOrderId).execute()
    if (files.length === 0) return
    await db
      .insertInto('entry_files')
      .values(
        files.map(({ credit, ...file }) => ({
          ...file,
          credit: credit ?? null,
          apply_order_id: applyOrderId,
        })),
      )
      .execute()
  },
})

export type EntryFileRow = Awaited<
  ReturnType<ReturnType<typeof entryFilesRepository>['of']>
>[number]
