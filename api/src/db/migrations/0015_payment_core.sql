-- Which status may follow which: the state machine of the domain, held by the database as well.
create table payment_transitions (
  from_status smallint not null,
  to_status   smallint not null,
  primary key (from_status, to_status)
);
insert into payment_transitions (from_status, to_status) values
  (0, 1), (0, 4), (0, 7), (0, 2), (0, 5), (0, 8),
  (1, 7), (1, 2), (1, 5), (1, 8),
  (7, 3), (7, 2), (7, 5), (7, 8),
  (3, 2), (3, 5), (3, 8),
  (4, 2), (4, 5), (4, 8),
  (2, 5), (8, 5), (5, 6);

alter table payment_orders
  add column changed_at timestamptz not null default now(),
  add column changed_by text not null default 'system'
    constraint payment_orders_actor_known check (changed_by in ('payer', 'provider', 'organiser', 'system'));

-- Every status an order has had, with its moment and who brought it about.
create table payment_order_history (
  id          bigint primary key default new_id(),
  order_no    text not null references payment_orders (order_no) on delete cascade,
  from_status smallint,
  to_status   smallint not null,
  at          timestamptz not null,
  by_actor    text not null
);
create index payment_order_history_by_order on payment_order_history (order_no, at);
insert into payment_order_history (order_no, from_status, to_status, at, by_actor)
  select order_no, null, 0, created_at, 'payer' from payment_orders;
insert into payment_order_history (order_no, from_status, to_status, at, by_actor)
  select order_no, 0, status, coalesce(paid_at, closed_at, created_at), 'provider'
  from payment_orders where status <> 0;
create trigger payment_order_history_append_only before update on payment_order_history
  for each row execute function refuse_change();

-- What was agreed is frozen, and only the listed transitions exist.
create or replace function freeze_payment_order() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.apply_order_id, new.fee_type, new.channel, new.amount_minor, new.currency,
      new.quote, new.package_code, new.created_at, new.expires_at)
     is distinct from
     (old.order_no, old.apply_order_id, old.fee_type, old.channel, old.amount_minor, old.currency,
      old.quote, old.package_code, old.created_at, old.expires_at) then
    raise exception 'the terms of a payment order are frozen';
  end if;
  if new.status <> old.status and not exists (
    select 1 from payment_transitions t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a payment order does not go from status % to %', old.status, new.status;
  end if;
  return new;
end $$;

create function keep_payment_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_order_history (order_no, from_status, to_status, at, by_actor)
      values (new.order_no, null, new.status, new.created_at, 'payer');
  elsif new.status <> old.status then
    insert into payment_order_history (order_no, from_status, to_status, at, by_actor)
      values (new.order_no, old.status, new.status, new.changed_at, new.changed_by);
  end if;
  return new;
end $$;
create trigger payment_orders_history after insert or update on payment_orders
  for each row execute function keep_payment_history();

-- What the payer's own account was charged, where the provider tells it.
alter table ledger
  add column payer_amount_minor integer,
  add column payer_currency text,
  add column exchange_rate text;

alter table refunds
  add column next_check_at timestamptz default now(),
  add column checks integer not null default 0,
  add column evidence jsonb;
create index refunds_due on refunds (next_check_at) where status in ('requested', 'processing');

-- What needs a person's eye, until somebody has dealt with it.
create table payment_alerts (
  id          bigint primary key default new_id(),
  code        text not null,
  order_no    text,
  detail      text not null default '',
  at          timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by bigint references users (id),
  note        text
);
create unique index payment_alerts_once on payment_alerts (code, coalesce(order_no, detail));
create index payment_alerts_open on payment_alerts (at desc) where resolved_at is null;
