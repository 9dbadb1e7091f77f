import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { FeePeriod, Phase, PriceKind, Translated } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Quotes } from '../../db/schema.gen.ts'

export type Period = FeePeriod & { id: string; name: Translated }
export type StoredQuote = {
  id: string
  apply_order_id: string
  amount_minor: number
  currency: string
  vat_rate: string
  amount_ht: number
  vat_amount: number
  mention: string | null
  code: string | null
  expires_at: Date
}
export type DiscountCode = {
  code: string
  discount_percent: number
  is_current: boolean
  is_used_up: boolean
}
export type Package = {
  code: string
  name: Translated
  description: Translated
  amount_minor: number
}
type Frame = {
  currency: string
  student_package_percent: number
  section: string
  phase: Phase | null
}
export type Buyer = {
  account_type: number
  country: string | null
  vat_no: string | null
  vat_validated_at: Date | null
  tax_id: string | null
  siren: string | null
}

export const pricesRepository = (db: Db) => ({
  /** The edition's currency, its section's code and the phase it is in. */
  async frame(entryId: string, now: Date) {
    const { rows } = await sql<Frame>`
      select ed.currency, ed.student_package_percent, s.code as section, (
        select p.phase from phases p where p.edition_id = e.edition_id
          and (p.is_forced or (p.starts_at <= ${now} and ${now} < p.ends_at))
        order by p.is_forced desc limit 1) as phase
      from apply_orders e
      join editions ed on ed.id = e.edition_id
      join sections s on s.id = e.section_id
      where e.id = ${entryId}`.execute(db)
    const frame = rows[0]
    if (!frame) throw new Error(`Entry ${entryId} has no edition`)
    return frame
  },

  async periods(editionId: string): Promise<Period[]> {
    const rows = await db
      .selectFrom('fee_periods')
      .select(['id', 'code', 'name', 'starts_at', 'ends_at'])
      .where('edition_id', '=', editionId)
      .orderBy('starts_at')
      .execute()
    return rows.map((row) => ({
      ...row,
      name: row.name as Translated,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
    }))
  },

  async price(periodId: string, sectionId: string, kind: PriceKind): Promise<number | undefined> {
    const row = await db
      .selectFrom('fee_prices')
      .select('amount_minor')
      .where('period_id', '=', periodId)
      .where('section_id', '=', sectionId)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row?.amount_minor
  },

  /** Other entries of the project whose fee is settled in the edition: they make this one "additional". */
  async settledSiblings(entry: { id: string; project_id: string; edition_id: string }) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from apply_orders
      where project_id = ${entry.project_id} and edition_id = ${entry.edition_id}
        and id <> ${entry.id} and entry_fee_status in (2, 3) and entry_status not in (90, 91)
      `.execute(db)
    return rows[0]?.count ?? 0
  },

  async buyer(userId: string): Promise<Buyer> {
    return db
      .selectFrom('users')
      .select(['account_type', 'country', 'vat_no', 'vat_validated_at', 'tax_id', 'siren'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  },

  async discount(code: string, editionId: string, now: Date): Promise<DiscountCode | undefined> {
    const { rows } = await sql<DiscountCode>`
      select code, discount_percent,
        is_active and coalesce(valid_from <= ${now}, true) and coalesce(${now} < valid_until, true) as is_current,
        coalesce(redeemed >= max_uses, false) as is_used_up
      from codes
      where code = ${code} and kind in ('entrant_invite', 'agent')
        and (edition_id is null or edition_id = ${editionId})`.execute(db)
    return rows[0]
  },

  /** Counts a use; false when somebody else took the last one. */
  async redeem(code: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update codes set redeemed = redeemed + 1
      where code = ${code} and (max_uses is null or redeemed < max_uses)`.execute(db)
    return numAffectedRows > 0n
  },

  async packages(entry: { edition_id: string; award_id: string | null }): Promise<Package[]> {
    const { rows } = await sql<Package>`
      select p.code, p.name, p.description, r.amount_minor
      from winner_packages p
      join winner_package_prices r on r.package_id = p.id
      where r.edition_id = ${entry.edition_id} and r.award_id = ${entry.award_id}
      order by p.sort`.execute(db)
    return rows
  },

  async saveQuote(quote: Insertable<Quotes>): Promise<string> {
    const { id } = await db
      .insertInto('quotes')
      .values(quote)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  findQuote: (id: string, entryId: string): Promise<StoredQuote | undefined> =>
    db
      .selectFrom('quotes')
      .select([
        'id',
        'apply_order_id',
        'amount_minor',
        'currency',
        'vat_rate',
        'amount_ht',
        'vat_amount',
        'mention',
        'code',
        'expires_at',
      ])
      .where('id', '=', id)
      .where('apply_order_id', '=', entryId)
      .where('fee_type', '=', 1)
      .executeTakeFirst(),

  /** A document of the programme, such as its bank account. */
  async document(code: string): Promise<unknown> {
    const row = await db
      .selectFrom('site_documents')
      .select('document')
      .where('code', '=', code)
      .executeTakeFirst()
    return row?.document
  },
})
