-- A payment order has a line for each entry whose fee it pays. A single entry has an order with one line.
create table order_lines (
  order_no       text not null references payment_orders (order_no) on delete cascade,
  apply_order_id bigint not null references apply_orders (id),
  fee_type       smallint not null,
  position       smallint not null,
  -- The price of this entry, frozen like the order's.
  quote          jsonb not null,
  package_code   text,
  amount_minor   integer not null constraint order_lines_amount_positive check (amount_minor > 0),
  -- A status of payment_transitions. It follows the order until money arrives; refunds then move each line.
  status         smallint not null,
  -- The fee of the entry was settled otherwise when the money arrived: this line alone is refunded.
  is_duplicate   boolean not null default false,
  primary key (order_no, apply_order_id),
  constraint order_lines_position_unique unique (order_no, position)
);

insert into order_lines (order_no, apply_order_id, fee_type, position, quote, package_code,
    amount_minor, status, is_duplicate)
  select order_no, apply_order_id, fee_type, 1, quote, package_code, amount_minor, status, is_duplicate
  from payment_orders;

create index order_lines_by_entry on order_lines (apply_order_id);
-- One open and one paid line of a fee: the rule was the order's, which now may pay other fees beside.
create unique index order_lines_one_open on order_lines (apply_order_id, fee_type) where status in (0, 1);
create unique index order_lines_one_paid on order_lines (apply_order_id, fee_type) where status = 2;
drop index payment_orders_one_open;
drop index payment_orders_one_paid;

create function freeze_order_line() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.apply_order_id, new.fee_type, new.position, new.quote, new.package_code, new.amount_minor)
     is distinct from
     (old.order_no, old.apply_order_id, old.fee_type, old.position, old.quote, old.package_code, old.amount_minor) then
    raise exception 'the lines of a payment order are frozen';
  end if;
  if new.status <> old.status and not exists (
    select 1 from payment_transitions t where t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a line of a payment order does not go from status % to %', old.status, new.status;
  end if;
  return new;
end $$;
create trigger order_lines_frozen before update on order_lines
  for each row execute function freeze_order_line();

-- The lines of an order lie in its quote; an order without any has one line, which is the whole order.
create function add_order_lines() returns trigger language plpgsql as $$
begin
  insert into order_lines (order_no, apply_order_id, fee_type, position, quote, package_code,
      amount_minor, status, is_duplicate)
    select new.order_no,
      case when new.quote ? 'lines' then (line.value ->> 'apply_order_id')::bigint else new.apply_order_id end,
      new.fee_type, line.place, line.value, new.package_code,
      case when new.quote ? 'lines' then (line.value ->> 'amount')::integer else new.amount_minor end,
      new.status, new.is_duplicate
    from jsonb_array_elements(
      case when new.quote ? 'lines' then new.quote -> 'lines' else jsonb_build_array(new.quote) end)
      with ordinality line (value, place);
  if (select sum(amount_minor) from order_lines where order_no = new.order_no) <> new.amount_minor then
    raise exception 'the lines of order % do not add up to its amount', new.order_no;
  end if;
  return new;
end $$;
create trigger payment_orders_lines after insert on payment_orders
  for each row execute function add_order_lines();

-- Until money arrives the lines have the order's status. The payment settles the lines that are still due.
create function move_order_lines() returns trigger language plpgsql as $$
begin
  update order_lines set
    status = case when new.status = 2 and is_duplicate then 5 else new.status end,
    is_duplicate = is_duplicate or new.is_duplicate
  where order_no = new.order_no and status <> new.status and (
    new.status not in (5, 6)
    or new.status = 5 and status <> 6
    or new.status = 6 and status = 5);
  return new;
end $$;
create trigger payment_orders_move_lines after update of status on payment_orders
  for each row when (new.status <> old.status) execute function move_order_lines();

-- A code is used by each line that it reduces.
alter table code_uses drop constraint code_uses_once_per_order;
alter table code_uses add constraint code_uses_once_per_line unique (order_no, apply_order_id);
drop trigger payment_orders_code_use on payment_orders;
create or replace function follow_code_use() returns trigger language plpgsql as $$
declare
  freed text;
begin
  if new.fee_type <> 1 or new.quote ->> 'code' is null then return new; end if;
  if tg_op = 'INSERT' then
    if new.status in (0, 1, 2) then
      perform take_code_use(new.quote ->> 'code', new.apply_order_id, new.order_no, new.status = 2);
    end if;
  elsif new.status = old.status then
    return new;
  elsif new.status in (3, 4) or new.is_duplicate then
    delete from code_uses where order_no = new.order_no and apply_order_id = new.apply_order_id
      returning code into freed;
    if freed is not null then
      update codes set redeemed = redeemed - 1 where code = freed;
    end if;
  elsif old.status in (3, 4) and new.status = 2 then
    perform take_code_use(new.quote ->> 'code', new.apply_order_id, new.order_no, true);
  end if;
  return new;
end $$;
create trigger order_lines_code_use after insert or update of status on order_lines
  for each row execute function follow_code_use();

-- The line that a refund sends back; null for a payment that went back as a whole.
alter table refunds add column apply_order_id bigint references apply_orders (id);
drop index refunds_one_automatic;
create unique index refunds_one_automatic on refunds (order_no, provider_txn, coalesce(apply_order_id, 0))
  where is_automatic;

-- A consumer withdraws from the contract of each entry.
alter table withdrawals drop constraint withdrawals_once_per_order;
alter table withdrawals add constraint withdrawals_once_per_line unique (order_no, apply_order_id);

-- A payment order as one fee sees it: the line, and what it shares with the order's other lines.
create view fee_orders as
  select l.order_no, l.apply_order_id, l.fee_type, l.position, l.quote, l.package_code, l.amount_minor,
    l.status, l.is_duplicate, o.channel, o.currency, o.billing, o.provider_ref, o.provider_txn, o.is_late,
    o.created_at, o.expires_at, o.paid_at, o.closed_at, o.processing_since,
    o.amount_minor as order_amount_minor
  from order_lines l join payment_orders o using (order_no);
