import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** A code as it stands for one entry. */
export type DiscountCode = {
  code: string
  discount_percent: number
  discount_amount_minor: number | null
  discount_cap_minor: number | null
  is_current: boolean
  /** The entry's own use, which its open order holds, is not counted. */
  is_used_up: boolean
  is_in_scope: boolean
}

export const quoteCodesRepository = (db: Db) => ({
  async find(code: string, entryId: string, now: Date): Promise<DiscountCode | undefined> {
    const { rows } = await sql<DiscountCode>`
      select c.code, c.discount_percent, c.discount_amount_minor, c.discount_cap_minor,
        c.is_active and coalesce(c.valid_from <= ${now}, true)
          and coalesce(${now} < c.valid_until, true) as is_current,
        coalesce(c.redeemed - (
          select count(*) from code_uses u where u.code = c.code and u.apply_order_id = e.id
        ) >= c.max_uses, false) as is_used_up,
        (c.edition_id is null or c.edition_id = e.edition_id)
          and (c.sections = '{}' or s.code = any (c.sections))
          and (c.categories = '{}' or k.code = any (c.categories) or p.code = any (c.categories))
          as is_in_scope
      from codes c
      join apply_orders e on e.id = ${entryId}
      join sections s on s.id = e.section_id
      join categories k on k.id = e.category_id
      left join categories p on p.id = k.parent_id
      where c.code = ${code} and c.kind in ('entrant_invite', 'agent')`.execute(db)
    return rows[0]
  },

  /** A use for a fee that is settled for nothing; raises `CODE_USED_UP` when none is left. */
  take: (code: string, entryId: string) =>
    sql`select take_code_use(${code}, ${entryId}, null, false)`.execute(db),
})
