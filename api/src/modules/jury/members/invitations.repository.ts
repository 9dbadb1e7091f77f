import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

export type InvitedCategory = { id: string; code: string; name: unknown }
type NewSeat = { user_id: string; level: number; category_codes: readonly string[] }

const SUBMITTED = statusSql(
  ...(['submitted', 'registered', 'correction_requested'] as const),
  ...(['admitted', 'in_judging', 'decided'] as const),
)

/** Queries of the jury invitations. */
export const invitationsRepository = (db: Db) => ({
  /** Whether an address has a seat on the jury or an open invitation. */
  async findState(email: string, now: Date): Promise<{ has_seat: boolean; is_invited: boolean }> {
    const address = email.toLowerCase()
    const { rows } = await sql<{ has_seat: boolean; is_invited: boolean }>`
      select exists (select 1 from jurors j join users u on u.id = j.user_id
          where lower(u.email) = ${address} and j.is_active) as has_seat,
        exists (select 1 from codes where kind = 'juror_invite' and lower(bound_email) = ${address}
          and is_active and redeemed = 0 and valid_until > ${now}) as is_invited`.execute(db)
    return rows[0] ?? { has_seat: false, is_invited: false }
  },

  /** Serialises invitations to an address: advisory lock until the transaction ends. */
  async lockAddress(email: string) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invite:${email.toLowerCase()}`}, 0))`.execute(
      db,
    )
  },

  categoriesById: (ids: readonly string[]): Promise<InvitedCategory[]> =>
    db
      .selectFrom('categories')
      .select(['id', 'code', 'name'])
      .where('id', 'in', [...ids])
      .orderBy('sort')
      .orderBy('code')
      .execute(),

  categoriesByCode: (codes: readonly string[]): Promise<InvitedCategory[]> =>
    codes.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('categories')
          .select(['id', 'code', 'name'])
          .where('code', 'in', [...codes])
          .orderBy('sort')
          .orderBy('code')
          .execute(),

  editionName: (id: string) =>
    db.selectFrom('editions').select('name').where('id', '=', id).executeTakeFirst(),

  async programmeName(): Promise<unknown> {
    const { rows } = await sql<{ name: unknown }>`
      select document -> 'name' as name from site_documents where code = 'programme'`.execute(db)
    return rows[0]?.name ?? {}
  },

  async timezone(): Promise<string> {
    const { rows } = await sql<{ timezone: string | null }>`
      select document ->> 'timezone' as timezone from site_documents where code = 'programme'`.execute(
      db,
    )
    return rows[0]?.timezone ?? 'UTC'
  },

  /** Whether an account has submitted entries or drafts in editions without published results. */
  async liveEntries(userId: string): Promise<{ has_submitted: boolean; has_drafts: boolean }> {
    const { rows } = await sql<{ has_submitted: boolean; has_drafts: boolean }>`
      select coalesce(bool_or(o.entry_status in ${SUBMITTED}), false) as has_submitted,
        coalesce(bool_or(o.entry_status = ${statusSql('draft')}), false) as has_drafts
      from apply_orders o join editions e on e.id = o.edition_id
      where o.user_id = ${userId} and e.results_published_at is null`.execute(db)
    return rows[0] ?? { has_submitted: false, has_drafts: false }
  },

  /** Creates the juror of an account, or reactivates a former one. Not public until it has a portrait. */
  async createSeat({ user_id, level, category_codes }: NewSeat): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into jurors (user_id, slug, level, name, title, company, country, bio, show_public, affiliations)
      select u.id, 'juror-' || u.id, ${level}, u.first_name || ' ' || u.last_name,
        ${JSON.stringify({ en: 'Member of the jury', fr: 'Membre du jury', zh: '评委' })}::jsonb,
        u.company, coalesce(u.country, 'FR'), '{"en":""}'::jsonb, false,
        case when coalesce(u.company, '') = '' then '{}' else array[u.company] end
      from users u where u.id = ${user_id}
      on conflict (user_id) do update set level = excluded.level, is_active = true, capabilities = '{}',
        agreement_version = null, agreement_signed_at = null
      returning id`.execute(db)
    const id = rows[0]?.id
    if (!id) throw new Error(`Account ${user_id} is not there`)
    await db.deleteFrom('juror_categories').where('juror_id', '=', id).execute()
    await sql`insert into juror_categories (juror_id, category_id)
      select ${id}, c.id from categories c where c.code = any(${[...category_codes]}::text[])`.execute(
      db,
    )
    await db.updateTable('users').set({ identity: level }).where('id', '=', user_id).execute()
    return id
  },
})
