import { sql } from 'kysely'
import { BasketQuote, Quote } from '@awards/shared/contract'
import {
  PAID_OR_WAIVED,
  PHASES,
  capabilitiesOf,
  type FeePeriod,
  type Phase,
  type PhaseCapabilities,
  type PriceKind,
  type Translated,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

export type Period = FeePeriod & { id: string; name: Translated }
type Package = {
  code: string
  name: Translated
  description: Translated
  amount_minor: number
  event_amount_minor: number
}
type Frame = {
  currency: string
  timezone: string
  student_package_percent: number
  section: string
  is_fee_open: boolean
  judging_starts_at: Date | null
}
type PhaseOfFrame = { phase: Phase | null; capabilities: Partial<PhaseCapabilities> | null }
export type Buyer = {
  account_type: number
  country: string | null
  vat_no: string | null
  tax_id: string | null
  siren: string | null
}

export const pricesRepository = (db: Db) => ({
  /** The edition's currency and time zone, its section's code, whether its fees are open and when judging begins. */
  async frame(entryId: string, now: Date): Promise<Frame> {
    const { rows } = await sql<Omit<Frame, 'is_fee_open'> & PhaseOfFrame>`
      select ed.currency, ed.timezone, ed.student_package_percent, s.code as section, stage.phase,
        stage.capabilities, (
        select p.starts_at from phases p where p.edition_id = e.edition_id
          and p.phase = ${PHASES.first_level_scoring}) as judging_starts_at
      from apply_orders e
      join editions ed on ed.id = e.edition_id
      join sections s on s.id = e.section_id
      left join lateral (
        select p.phase, p.capabilities from phases p where p.edition_id = e.edition_id
          and (p.is_forced or (p.starts_at <= ${now} and ${now} < p.ends_at))
        order by p.is_forced desc limit 1) stage on true
      where e.id = ${entryId}`.execute(db)
    const [frame] = rows
    if (!frame) throw new Error(`Entry ${entryId} has no edition`)
    const { phase, capabilities, ...rest } = frame
    // Between two phases the fee periods alone decide.
    const is_fee_open = phase === null || capabilitiesOf(phase, capabilities ?? {}).fee_open
    return { ...rest, is_fee_open }
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
        and id <> ${entry.id} and entry_fee_status = any(${PAID_OR_WAIVED}::int[])
        and entry_status not in ${statusSql('withdrawn', 'disqualified')}`.execute(db)
    return rows[0]?.count ?? 0
  },

  async buyer(userId: string): Promise<Buyer> {
    return db
      .selectFrom('users')
      .select(['account_type', 'country', 'vat_no', 'tax_id', 'siren'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  },

  async packages(entry: { edition_id: string; award_id: string | null }): Promise<Package[]> {
    const { rows } = await sql<Package>`
      select p.code, p.name, p.description, r.amount_minor, r.event_amount_minor
      from winner_packages p
      join winner_package_prices r on r.package_id = p.id
      where r.edition_id = ${entry.edition_id} and r.award_id = ${entry.award_id}
      order by p.sort`.execute(db)
    return rows
  },

  /** Stores a quote; an order copies it unchanged. */
  async saveQuote(
    entryId: string,
    quote: Omit<Quote, 'quote_id'> | Omit<BasketQuote, 'quote_id'>,
    now: Date,
  ): Promise<string> {
    const { id } = await db
      .insertInto('quotes')
      .values({
        apply_order_id: entryId,
        document: JSON.stringify(quote),
        created_at: now,
        expires_at: quote.expires_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  async findQuote(id: string, entryId: string): Promise<Quote | undefined> {
    return Quote.safeParse(await this.quoted(id, [entryId])).data
  },

  /** The price of several works; it lies with the first of them. */
  async findBasketQuote(id: string, entryIds: readonly string[]): Promise<BasketQuote | undefined> {
    return BasketQuote.safeParse(await this.quoted(id, entryIds)).data
  },

  /** A stored quote with its number; of a quote that lies with another entry the number alone. */
  async quoted(id: string, entryIds: readonly string[]): Promise<object> {
    const row = await db
      .selectFrom('quotes')
      .select('document')
      .where('id', '=', id)
      .where('apply_order_id', 'in', entryIds)
      .executeTakeFirst()
    return { ...Object(row?.document), quote_id: id }
  },

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

/** A discount code, evaluated for one entry. */
export type DiscountCode = {
  code: string
  discount_percent: number
  discount_amount_minor: number | null
  discount_cap_minor: number | null
  is_current: boolean
  /** Does not count the uses that open orders of the basket's entries have reserved. */
  is_used_up: boolean
  /** Uses that are left; null for a code without a limit. */
  uses_left: number | null
  is_in_scope: boolean
  valid_until: Date | null
}

export const quoteCodesRepository = (db: Db) => ({
  /** `basketIds` are the entries that are paid together; their own reserved uses are free. */
  async find(
    code: string,
    entryId: string,
    now: Date,
    basketIds: readonly string[] = [entryId],
  ): Promise<DiscountCode | undefined> {
    const { rows } = await sql<Omit<DiscountCode, 'is_used_up'>>`
      select c.code, c.discount_percent, c.discount_amount_minor, c.discount_cap_minor,
        c.valid_until,
        c.is_active and coalesce(c.valid_from <= ${now}, true)
          and coalesce(${now} < c.valid_until, true) as is_current,
        (c.max_uses - c.redeemed + (select count(*) from code_uses u
          where u.code = c.code and u.apply_order_id = any(${[...basketIds]}::bigint[])))::int as uses_left,
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
    const [found] = rows
    return found && { ...found, is_used_up: found.uses_left !== null && found.uses_left <= 0 }
  },

  /** Redeems a code for a waived fee; the database raises `CODE_USED_UP` if no use is left. */
  take: (code: string, entryId: string) =>
    sql`select take_code_use(${code}, ${entryId}, null, false)`.execute(db),
})
