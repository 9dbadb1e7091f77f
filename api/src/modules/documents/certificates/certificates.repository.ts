import { sql } from 'kysely'
import { EDITION_STATUS, ENTRY_STATUS, type Translated } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'

export type CertificateSubject = {
  apply_order_id: string
  entry_no: string
  title: string
  title_local: string | null
  country: string | null
  designers: { name?: string }[] | null
  company: string | null
  certificate_name: string | null
  account_name: string
  entry_status: number
  award_id: string | null
  award_name: Translated | null
  category_name: Translated
  section_name: Translated
  edition_name: Translated
  edition_year: number
  is_published: boolean
  number: string | null
  holder: string | null
  status: 'valid' | 'suspended' | 'revoked' | null
  issued_at: Date | null
}

export const certificatesRepository = (db: Db) => ({
  async ofEntry(entryId: string): Promise<CertificateSubject | undefined> {
    const { rows } = await sql<CertificateSubject>`
      select e.id as apply_order_id, e.entry_no, e.title, e.country, e.entry_status, e.award_id,
        e.answers ->> 'title_local' as title_local, e.answers -> 'designers' as designers,
        nullif(e.answers ->> 'company', '') as company,
        nullif(e.winning_info ->> 'certificate_name', '') as certificate_name,
        coalesce(u.company, u.first_name || ' ' || u.last_name) as account_name,
        a.name as award_name, c.name as category_name, s.name as section_name,
        ed.name as edition_name, ed.year as edition_year, ed.status >= ${sql.lit(EDITION_STATUS.published)} as is_published,
        k.number, k.holder, k.status, k.issued_at
      from apply_orders e
      join users u on u.id = e.user_id
      join categories c on c.id = e.category_id
      join sections s on s.id = e.section_id
      join editions ed on ed.id = e.edition_id
      left join award_levels a on a.id = e.award_id
      left join certificates k on k.apply_order_id = e.id
      where e.id = ${entryId}`.execute(db)
    return rows[0]
  },

  /** Whether a certificate of this number may be shown now. */
  async isValid(number: string): Promise<boolean> {
    const row = await db
      .selectFrom('certificates')
      .innerJoin('apply_orders', 'apply_orders.id', 'certificates.apply_order_id')
      .select('certificates.status')
      .where('certificates.number', '=', number)
      .where('apply_orders.entry_status', '<>', ENTRY_STATUS.disqualified)
      .executeTakeFirst()
    return row?.status === 'valid'
  },

  /** Inserts once per entry; a later call keeps the first holder. */
  insert: (entry: CertificateSubject, holder: string, at: Date) =>
    db
      .insertInto('certificates')
      .values({
        number: `C-${entry.entry_no}`,
        apply_order_id: entry.apply_order_id,
        award_id: entry.award_id ?? '',
        holder,
        issued_at: at,
      })
      .onConflict((conflict) => conflict.column('apply_order_id').doNothing())
      .execute(),
})
