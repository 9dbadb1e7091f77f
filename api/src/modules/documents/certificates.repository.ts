import { sql } from 'kysely'
import type { Translated } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

export type CertificateSubject = {
  apply_order_id: string
  user_id: string
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
  edition_code: string
  edition_name: Translated
  edition_year: number
  is_published: boolean
  number: string | null
  holder: string | null
  status: 'valid' | 'suspended' | 'revoked' | null
  issued_at: Date | null
}

const select = (condition: ReturnType<typeof sql>) => sql<CertificateSubject>`
  select e.id as apply_order_id, e.user_id, e.title, e.country, e.entry_status, e.award_id,
    e.answers ->> 'title_local' as title_local, e.answers -> 'designers' as designers,
    nullif(e.answers ->> 'company', '') as company,
    nullif(e.winning_info ->> 'certificate_name', '') as certificate_name,
    coalesce(u.company, u.first_name || ' ' || u.last_name) as account_name,
    a.name as award_name, c.name as category_name, s.name as section_name,
    ed.code as edition_code, ed.name as edition_name, ed.year as edition_year,
    ed.status >= 4 as is_published,
    k.number, k.holder, k.status, k.issued_at
  from apply_orders e
  join users u on u.id = e.user_id
  join categories c on c.id = e.category_id
  join sections s on s.id = e.section_id
  join editions ed on ed.id = e.edition_id
  left join award_levels a on a.id = e.award_id
  left join certificates k on k.apply_order_id = e.id
  where ${condition}`

export const certificatesRepository = (db: Db) => ({
  async ofEntry(entryId: string): Promise<CertificateSubject | undefined> {
    return (await select(sql`e.id = ${entryId}`).execute(db)).rows[0]
  },

  async byNumber(number: string): Promise<CertificateSubject | undefined> {
    return (await select(sql`k.number = ${number}`).execute(db)).rows[0]
  },

  /** Written once per entry; whoever comes second keeps the first one's number. */
  insert: (apply_order_id: string, award_id: string, number: string, holder: string, at: Date) =>
    db
      .insertInto('certificates')
      .values({ apply_order_id, award_id, number, holder, issued_at: at })
      .onConflict((conflict) => conflict.constraint('certificates_once').doNothing())
      .execute(),

  /** Keeps two issues of the same entry apart, so that no number is lost. */
  lockEntry: (entryId: string) =>
    db.selectFrom('apply_orders').select('id').where('id', '=', entryId).forUpdate().execute(),
})
