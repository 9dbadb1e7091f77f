-- An entry is judged once somebody has admitted it: 20 and 25 no longer lead to 40. An entry that waits for a correction
-- may be admitted as it stands.
delete from entry_transitions where (from_status, to_status) in ((20, 40), (25, 40));
insert into entry_transitions (from_status, to_status) values (25, 30);

-- What was admitted: a change afterwards is compared with it. `files` are the pictures in their order.
create table admissions (
  apply_order_id bigint primary key references apply_orders (id) on delete cascade,
  admitted_by    bigint references users (id) on delete set null,
  admitted_at    timestamptz not null default now(),
  answers        jsonb not null,
  files          jsonb not null
);
create index admissions_by_person on admissions (admitted_by);

-- What would have been judged under the rule of before stays judged: paid entries, and corrections whose date is over.
with passed as (
  update apply_orders set entry_status = 30
  where entry_fee_status in (2, 3)
    and (entry_status = 20 or (entry_status = 25 and coalesce(correction_due_at, now()) <= now()))
  returning id
)
insert into entry_events (apply_order_id, code, at) select id, 'admitted', now() from passed;

-- The queue of an edition: paid and waiting, oldest first.
create index apply_orders_waiting on apply_orders (edition_id, paid_at, id) where entry_status in (20, 25);
