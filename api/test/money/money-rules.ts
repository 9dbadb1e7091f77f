import { FEE_TYPE } from '@awards/shared/domain'
import type { FeeType } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import type { MemoryProvider } from '../memory-provider.ts'

export type Books = {
  db: Db
  entryIds: readonly string[]
  feeType: FeeType
  providers: MemoryProvider[]
}

const FEE_NAMES = {
  [FEE_TYPE.entry]: ['unpaid', 'pending', 'paid', 'waived', 'declared', 'returning', 'returned'],
  [FEE_TYPE.winner_package]: [
    'none',
    'unpaid',
    'pending',
    'paid',
    'waived',
    'declined',
    'declared',
    'returning',
    'returned',
    'ended',
  ],
}

/** The lines and orders of the entries: `n` and `o` of every query. */
const tables = ({ entryIds, feeType }: Books) => sql`
  n as materialized (
    -- Divided once: the sum of rounded thirds is more than the whole.
    select n.*, coalesce((select sum(r.amount_minor::numeric
          * case when r.apply_order_id is null then n.amount_minor else p.amount_minor end) / max(p.amount_minor)
        from refunds r join payment_orders p using (order_no)
        where r.order_no = n.order_no and r.status <> 'failed'
          and coalesce(r.provider_txn, p.provider_txn) = p.provider_txn
          and coalesce(r.apply_order_id, n.apply_order_id) = n.apply_order_id), 0) as asked
    from order_lines n where apply_order_id = any(${[...entryIds]}::bigint[]) and fee_type = ${feeType}),
  o as materialized (
    select o.*, coalesce((select sum(amount_minor) from ledger l
        where l.order_no = o.order_no and kind = 'payment'), 0) as came,
      coalesce((select sum(amount_minor) from ledger l
        where l.order_no = o.order_no and kind = 'refund'), 0) as went,
      coalesce((select sum(amount_minor) from refunds r
        where r.order_no = o.order_no and r.status <> 'failed'), 0) as asked,
      coalesce((select sum(amount_minor) from refunds r
        where r.order_no = o.order_no and r.status = 'succeeded'), 0) as returned,
      exists (select 1 from refunds r
        where r.order_no = o.order_no and r.status = 'failed') as has_failed,
      (select count(*) from ledger l
        where l.order_no = o.order_no and kind = 'payment') as payments,
      exists (select 1 from payment_order_history h
        where h.order_no = o.order_no and to_status = 2) as has_settled,
      (select (l.amount_minor, l.currency) = (o.amount_minor, o.currency) from ledger l
        where l.order_no = o.order_no and kind = 'payment' order by id limit 1) as is_exact,
      (select to_status from payment_order_history h
        where h.order_no = o.order_no order by id desc limit 1) as told
    from payment_orders o where order_no in (select order_no from n)),
  e as materialized (
    select id, entry_status, (string_to_array(${FEE_NAMES[feeType].join(',')}, ','))[
        case when ${feeType} = 1 then entry_fee_status else winner_fee_status end + 1] as fee
    from apply_orders where id = any(${[...entryIds]}::bigint[]))`

/** Invariants after every batch (payments page §3); returns the violations. */
export async function brokenRules(books: Books): Promise<string[]> {
  const { db, feeType, providers } = books
  const truth = JSON.stringify(providers.flatMap((one) => one.payments()))
  const running = JSON.stringify(providers.flatMap((one) => one.running()))
  const { rows } = await sql<{ rule: string; detail: string }>`
    with ${tables(books)},
    truth as materialized (
      select * from jsonb_to_recordset(${truth}::jsonb)
        as t(order_no text, txn text, amount_minor int, currency text)),
    running as materialized (
      select value as order_no from jsonb_array_elements_text(${running}::jsonb)),
    settled as materialized (
      select n.*, o.has_settled and not n.is_duplicate as has_paid, o.channel
      from n join o using (order_no))
    select 'I1 one open order of a fee' as rule, string_agg(order_no, ' ') as detail
      from n where status in (0, 1) group by apply_order_id having count(*) > 1
    union all select 'I2 one paid order of a fee', string_agg(order_no, ' ')
      from n where status = 2 group by apply_order_id having count(*) > 1
    union all select 'I3 the fee is paid as its line is', id || ' ' || fee from e
      where (fee = 'paid') <> exists (select 1 from n where apply_order_id = id and status = 2)
        or (fee = 'returning') <> exists (
          select 1 from settled where apply_order_id = id and status = 5 and has_paid)
        or (fee = 'returned') <> exists (
          select 1 from settled where apply_order_id = id and status = 6 and has_paid)
        or fee = 'pending' and not exists (
          select 1 from n where apply_order_id = id and status in (0, 1, 7))
        or fee = 'declared' and not exists (select 1 from settled
          where apply_order_id = id and status in (0, 1, 7) and channel = 'bank_transfer')
    union all select 'I3 the entry follows its fee', fee || ' ' || entry_status from e
      where ${feeType} = 1 and entry_status <> 90 and entry_status <>
        case when fee in ('paid', 'waived', 'returning', 'returned') then 20 else 10 end
    union all select 'I4 no invented money', l.provider_txn from ledger l
      where l.order_no in (select order_no from o) and kind = 'payment'
        and channel <> 'bank_transfer' and not exists (
          select 1 from truth t where (t.order_no, t.txn, t.amount_minor, t.currency)
            = (l.order_no, l.provider_txn, l.amount_minor, l.currency))
    union all select 'I5 the terms are frozen', order_no from o
      where amount_minor <> (quote ->> 'amount')::int or order_no !~ '^P[0-9A-Z]{16}$'
        or amount_minor <> (select sum(n.amount_minor) from order_lines n where n.order_no = o.order_no)
    union all select 'I7 told once', j.name || ' ' || j.key from jobs j
      where j.version > 1 and j.key in (select order_no from o)
    union all select 'I7 one invoice of a settled order', order_no from o
      where has_settled <> exists (
        select 1 from jobs j where j.name = 'payments.settled' and j.key = o.order_no)
    union all select 'I8 refunds within payments', order_no from o where asked > came
    union all select 'I8 refunds of a line within its price', n.order_no from n join o using (order_no)
      where is_exact and n.asked > n.amount_minor and (select count(*) from n m where m.order_no = n.order_no) > 1
    union all select 'I8 what went back is written down', order_no from o where went <> returned
    union all select 'I9 no paid state without money', order_no from o
      where (status in (2, 5, 6, 8)) <> (came > 0)
    union all select 'I9 back when all is back', order_no from o
      where payments = 1 and (status = 6) <> (came <= went)
        or status in (2, 8) and asked >= came
        or status = 5 and asked < came and not has_failed
    union all select 'I9 a line is on its way back when all of it is', n.order_no from n join o using (order_no)
      where n.status = 2 and n.asked >= n.amount_minor
        or n.status in (5, 6) and n.asked < n.amount_minor and is_exact and not has_failed
    union all select 'I10 the amount that was ordered', order_no from o
      where is_exact is not null and is_exact <> (has_settled or is_duplicate)
    union all select 'I11 nothing is opened while one closes', string_agg(order_no, ' ')
      from n where status in (0, 1, 7) group by apply_order_id
      having count(*) filter (where status = 7) > 0 and count(*) filter (where status < 7) > 0
    union all select 'I12 nothing is open for settled fees', order_no from o
      where status in (0, 1) and not exists (select 1 from n join e on e.id = n.apply_order_id
        where n.order_no = o.order_no and fee not in ('paid', 'waived', 'returning', 'returned'))
    union all select 'I13 closed only when the provider said so', order_no from o
      where status = 3 and order_no in (select order_no from running)
    union all select 'I14 the history tells the status', order_no from o where told <> status
    union all select 'I15 who should know is told', order_no from o
      where (is_duplicate or exists (
            select 1 from n where n.order_no = o.order_no and n.is_duplicate))
          and not exists (select 1 from payment_alerts a
            where a.order_no = o.order_no and code = 'DUPLICATE')
        or is_exact = false and not exists (select 1 from payment_alerts a
          where a.order_no = o.order_no and code = 'AMOUNT_MISMATCH')
    union all select 'I17 the lines follow their order', n.order_no || ' ' || o.status || ' ' || n.status
      from n join o using (order_no) where case o.status
        when 2 then n.status not in (2, 5, 6) when 5 then n.status not in (5, 6)
        else n.status <> o.status end
    union all select 'I18 a line that was settled otherwise goes back', n.order_no
      from n join o using (order_no) where n.is_duplicate and not o.is_duplicate and not exists (
        select 1 from refunds r where r.order_no = n.order_no and r.is_automatic
          and r.apply_order_id = n.apply_order_id and r.amount_minor = n.amount_minor)
    `.execute(db)
  const broken = rows.map(({ rule, detail }) => `${rule}: ${detail}`)
  const overlaps = providers.some((one) => one.overlaps() > 0)
  return overlaps ? [...broken, 'I16 a refund is asked for by one process at a time'] : broken
}

/** Invariants at the end, without further notifications; returns the violations. */
export async function brokenAtTheEnd(books: Books): Promise<string[]> {
  const { db, feeType, providers } = books
  const truth = JSON.stringify(providers.flatMap((one) => one.payments()))
  const { rows } = await sql<{ rule: string; detail: string }>`
    with ${tables(books)},
    truth as materialized (
      select * from jsonb_to_recordset(${truth}::jsonb)
        as t(order_no text, txn text, amount_minor int, currency text))
    select 'L1 nothing stays open' as rule, order_no || ' ' || status as detail
      from o where status in (0, 1, 7)
    union all select 'L1 nothing waits for a look', order_no from o where next_check_at is not null
    union all select 'L2 every payment is in our books', txn from truth t where not exists (
      select 1 from ledger l where l.kind = 'payment' and l.channel <> 'bank_transfer'
        and (l.order_no, l.provider_txn) = (t.order_no, t.txn))
    union all select 'L3 what nobody ordered went back', n.order_no from n join o using (order_no)
      where n.is_duplicate and channel <> 'bank_transfer' and n.status <> 6
    union all select 'L3 every refund is done', out_refund_no || ' ' || r.status
      from refunds r join o using (order_no)
      where o.channel <> 'bank_transfer' and (r.status in ('requested', 'processing')
        or r.status = 'failed' and r.amount_minor <= (
          select l.amount_minor - coalesce((select sum(s.amount_minor) from refunds s
              where s.order_no = r.order_no and s.status <> 'failed'
                and coalesce(s.provider_txn, o.provider_txn) = l.provider_txn), 0)
          from ledger l where l.order_no = r.order_no and l.kind = 'payment'
            and l.provider_txn = coalesce(r.provider_txn, o.provider_txn))
        and not exists (select 1 from n where (n.order_no, n.apply_order_id)
            = (r.order_no, r.apply_order_id) and n.asked + r.amount_minor > n.amount_minor))
    union all select 'L3 a second payment went back', l.provider_txn
      from ledger l join o using (order_no)
      where l.kind = 'payment' and l.provider_txn <> o.provider_txn and not exists (
        select 1 from refunds r where r.order_no = l.order_no
          and r.provider_txn = l.provider_txn and r.is_automatic)
    union all select 'L5 money wins', t.txn from truth t
      join o on (o.order_no, o.provider_txn) = (t.order_no, t.txn)
      where t.amount_minor = o.amount_minor and exists (
        select 1 from n join apply_orders e on e.id = n.apply_order_id
        where n.order_no = o.order_no
          and case when ${feeType} = 1 then entry_fee_status in (0, 1, 4)
            else winner_fee_status in (1, 2, 6) end
          and entry_status <> 90)
    `.execute(db)
  const { rows: sums } = await sql<{ ours: number }>`
    with ${tables(books)}
    select coalesce(sum(case kind when 'payment' then amount_minor else -amount_minor end), 0)::int
      as ours
    from ledger where channel <> 'bank_transfer' and order_no in (select order_no from o)`.execute(
    db,
  )
  const theirs = providers
    .map((one) => sum(one.payments()) - one.refunded())
    .reduce((total, one) => total + one, 0)
  const ours = sums[0]?.ours ?? 0
  const broken = rows.map(({ rule, detail }) => `${rule}: ${detail}`)
  return ours === theirs ? broken : [...broken, `L4 our books are theirs: ${ours} and ${theirs}`]
}

const sum = (facts: { amount_minor: number }[]) =>
  facts.reduce((total, { amount_minor }) => total + amount_minor, 0)
