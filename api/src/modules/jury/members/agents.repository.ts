import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

export type AgentTotals = {
  code: string
  label: string
  owner_name: string | null
  commission_percent: number
  entries: number
  paid_entries: number
  currency: string
  received_minor: number
  refunded_minor: number
}

export type BroughtEntry = {
  entry_no: string
  code: string
  title: string
  category_name: unknown
  edition_name: unknown
  entry_status: number
  entry_fee_status: number
  submitted_at: Date | null
}

/** What codes have brought. */
export const agentsRepository = (db: Db) => ({
  /**
   * Entry fees that moved, before VAT: the part of each movement that its order's quote names as such. A code by
   * which nothing was paid has one line in the currency of its entries.
   */
  async totals(editionId: string | undefined): Promise<AgentTotals[]> {
    const { rows } = await sql<AgentTotals>`
      with brought as (
        select o.id, o.agent_code as code, o.entry_fee_status, e.currency
        from apply_orders o join editions e on e.id = o.edition_id
        where o.agent_code is not null and o.entry_status >= ${statusSql('submitted')}
          and (${editionId ?? null}::bigint is null or o.edition_id = ${editionId ?? null}::bigint)),
      moved as (
        select brought.code, ledger.currency, ledger.kind, case
          when payment.amount_minor = ledger.amount_minor then (payment.quote ->> 'amount_ht')::bigint
          else round(ledger.amount_minor * (payment.quote ->> 'amount_ht')::numeric
            / payment.amount_minor)::bigint end as net
        from brought
        join payment_orders payment on payment.apply_order_id = brought.id and payment.fee_type = 1
        join ledger on ledger.order_no = payment.order_no),
      money as (
        select code, currency,
          coalesce(sum(net) filter (where kind = 'payment'), 0)::float8 as received_minor,
          coalesce(sum(net) filter (where kind = 'refund'), 0)::float8 as refunded_minor
        from moved group by code, currency),
      counted as (
        select code, min(currency) as currency, count(*)::int as entries,
          (count(*) filter (where entry_fee_status = 2))::int as paid_entries
        from brought group by code)
      select k.code, k.label, nullif(coalesce(u.company, u.first_name || ' ' || u.last_name), '') as owner_name,
        k.commission_percent, coalesce(counted.entries, 0) as entries,
        coalesce(counted.paid_entries, 0) as paid_entries,
        coalesce(money.currency, counted.currency, 'EUR') as currency,
        coalesce(money.received_minor, 0) as received_minor,
        coalesce(money.refunded_minor, 0) as refunded_minor
      from codes k
      left join users u on u.id = k.owner_id
      left join counted on counted.code = k.code
      left join money on money.code = k.code
      where k.kind = 'agent'
      order by k.code, currency`.execute(db)
    return rows
  },

  /** Entries by codes of one owner, without what entrants keep to themselves. */
  async brought(
    ownerId: string,
    { current, pageSize }: { current: number; pageSize: number },
  ): Promise<{ rows: BroughtEntry[]; total: number }> {
    const { rows } = await sql<BroughtEntry & { total: number }>`
      select o.entry_no, k.code, o.title, c.name as category_name, e.name as edition_name,
        o.entry_status, o.entry_fee_status, o.submitted_at, (count(*) over ())::int as total
      from codes k
      join apply_orders o on o.entry_status >= ${statusSql('submitted')}
        and o.id in (select id from apply_orders where agent_code = k.code
          union all select id from apply_orders where invitation_code = k.code)
      join categories c on c.id = o.category_id
      join editions e on e.id = o.edition_id
      where k.owner_id = ${ownerId} and k.kind <> 'juror_invite'
      order by o.submitted_at desc nulls last, o.id, k.code
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    return { rows, total: rows[0]?.total ?? 0 }
  },
})
