import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type ResultRow = {
  id: string
  entry_no: string
  title: string
  award_id: string | null
  award_name: unknown
  decision_status: number
  has_licence: boolean
  holder: string
  email: string
  language: 'en' | 'fr' | 'zh'
}

/** What publication reads and writes; built for its one transaction. */
export const publishRepository = (db: Db) => ({
  lockEdition: (id: string) =>
    db.selectFrom('editions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  async results(editionId: string): Promise<ResultRow[]> {
    const { rows } = await sql<ResultRow>`
      select entry.id, entry.entry_no, entry.title, entry.award_id, award.name as award_name,
        entry.decision_status, person.email, person.language,
        coalesce(entry.answers -> 'image_licence_consent' = 'true'::jsonb, false) as has_licence,
        coalesce(nullif(entry.winning_info ->> 'certificate_name', ''),
          (select string_agg(d ->> 'name', ', ') from jsonb_array_elements(
             case jsonb_typeof(entry.answers -> 'designers') when 'array'
             then entry.answers -> 'designers' else '[]'::jsonb end) d),
          nullif(person.company, ''), person.first_name || ' ' || person.last_name) as holder
      from apply_orders entry
      join users person on person.id = entry.user_id
      left join award_levels award on award.id = entry.award_id
      where entry.edition_id = ${editionId} and entry.entry_status in (40, 50)
      order by entry.id for update of entry`.execute(db)
    return rows
  },

  async award({ id, has_licence }: ResultRow, now: Date, offerEnds: Date) {
    await sql`update apply_orders set entry_status = 60, decision_status = 5,
        decision_version = decision_version + 1, is_show = ${has_licence}, published_at = ${now},
        winner_fee_status = case winner_fee_status when 0 then 1 else winner_fee_status end,
        offer_expires_at = coalesce(offer_expires_at, ${offerEnds}),
        version = version + 1, updated_at = ${now}
      where id = ${id}`.execute(db)
  },

  /** An entry without an award keeps the record of its decision, not the level it was considered for. */
  async decline(id: string, now: Date) {
    await sql`update apply_orders set entry_status = 61, is_show = false, award_id = null,
        published_at = ${now}, version = version + 1, updated_at = ${now}
      where id = ${id}`.execute(db)
  },

  /** False where the entry has its certificate already. */
  async certify({ id, entry_no, award_id, holder }: ResultRow, now: Date): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('certificates')
      .values({
        number: `C-${entry_no}`,
        apply_order_id: id,
        award_id: award_id ?? '',
        holder,
        issued_at: now,
      })
      .onConflict((conflict) => conflict.column('apply_order_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  async announce(id: string, code: 'awarded' | 'not_awarded', now: Date) {
    await db.insertInto('entry_events').values({ apply_order_id: id, code, at: now }).execute()
  },

  async closeEdition(id: string, now: Date): Promise<Date> {
    const { results_published_at } = await db
      .updateTable('editions')
      .set({
        status: 4,
        results_published_at: sql`coalesce(results_published_at, ${now})`,
        frozen_at: sql`coalesce(frozen_at, ${now})`,
      })
      .where('id', '=', id)
      .returning('results_published_at')
      .executeTakeFirstOrThrow()
    return results_published_at ?? now
  },

  publishedPhase: (editionId: string, phase: number) =>
    db
      .selectFrom('phases')
      .select('id')
      .where('edition_id', '=', editionId)
      .where('phase', '=', phase)
      .executeTakeFirst(),
})
