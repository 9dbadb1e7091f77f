import { EDITION_STATUS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

/** Certificates of editions whose results are out. */
export const certificatesRepository = (db: Db) => ({
  find: (number: string) =>
    db
      .selectFrom('certificates as certificate')
      .innerJoin('apply_orders as entry', 'entry.id', 'certificate.apply_order_id')
      .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
      .innerJoin('award_levels as award', 'award.id', 'certificate.award_id')
      .innerJoin('categories as category', 'category.id', 'entry.category_id')
      .select([
        'certificate.number',
        'certificate.status',
        'certificate.holder',
        'certificate.issued_at',
        'certificate.apply_order_id',
        'entry.title',
        'award.name as award_name',
        'category.name as category_name',
        'edition.name as edition_name',
      ])
      .where('certificate.number', '=', number)
      .where('edition.status', '>=', EDITION_STATUS.published)
      .executeTakeFirst(),
})
