import { sql } from 'kysely'
import type { World } from './money-world.ts'

const KINDS = [
  ...(['orders', 'paid', 'late', 'duplicates', 'mismatches', 'second payments'] as const),
  ...(['by hand', 'partly refunded', 'refunded', 'failed refunds', 'withdrawn'] as const),
  ...(['baskets', 'lines settled otherwise', 'lines refunded alone'] as const),
] as const
export type Tally = Record<(typeof KINDS)[number], number>

/** Coverage of the histories: counts how often they reached each hard case. */
export function moneyTally() {
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Tally
  let histories = 0
  return {
    sums,
    histories: () => histories,
    async add({ db, entryIds, feeType }: World) {
      histories += 1
      const { rows } = await sql<Record<string, number>>`
        with n as (select * from order_lines
            where apply_order_id = any(${entryIds}::bigint[]) and fee_type = ${feeType}),
          o as (select * from payment_orders where order_no in (select order_no from n)),
          a as (select code from payment_alerts where order_no in (select order_no from o)),
          h as (select to_status, by_actor from payment_order_history
            where order_no in (select order_no from o)),
          r as (select r.*, o.amount_minor as whole from refunds r join o using (order_no))
        select (select count(*) from o)::int as "orders",
          (select count(*) from h where to_status = 2)::int as "paid",
          (select count(*) from o where is_late)::int as "late",
          (select count(*) from o where is_duplicate)::int as "duplicates",
          (select count(*) from a where code = 'AMOUNT_MISMATCH')::int as "mismatches",
          (select count(*) from a where code = 'SECOND_PAYMENT')::int as "second payments",
          (select count(*) from h where to_status = 2 and by_actor = 'organiser')::int as "by hand",
          (select count(*) from r where amount_minor < whole and not is_automatic)::int
            as "partly refunded",
          (select count(*) from h where to_status = 6)::int as "refunded",
          (select count(*) from a where code = 'REFUND_FAILED')::int as "failed refunds",
          (select count(*) from apply_orders
            where id = any(${entryIds}::bigint[]) and entry_status = 90)::int
            as "withdrawn",
          (select count(*) from (select from n group by order_no having count(*) > 1) b)::int as "baskets",
          (select count(*) from n join o using (order_no) where n.is_duplicate and not o.is_duplicate)::int
            as "lines settled otherwise",
          (select count(*) from n join o using (order_no) where n.status = 6 and o.status = 2)::int
            as "lines refunded alone"`.execute(db)
      for (const kind of KINDS) sums[kind] += rows[0]?.[kind] ?? 0
    },
    text: () =>
      `${histories} histories, ${KINDS.map((kind) => `${sums[kind]} ${kind}`).join(', ')}`,
  }
}
