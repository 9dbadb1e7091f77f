-- What VIES said of a VAT number, and when; the consultation number is the seller's proof.
create table vat_checks (
  id              bigint primary key default new_id(),
  vat_no          text not null,
  status          text not null
                  constraint vat_checks_status_known check (status in ('valid', 'invalid', 'unavailable')),
  name            text,
  address         text,
  consultation_no text,
  raw             jsonb not null,
  user_id         bigint references users (id) on delete set null,
  at              timestamptz not null
);
create index vat_checks_by_number on vat_checks (vat_no, at desc);

-- Paid orders whose VAT number could not be looked up, and what a later look has found.
create table vat_rechecks (
  order_no  text primary key references payment_orders (order_no),
  outcome   text not null
            constraint vat_rechecks_outcome_known check (outcome in ('valid', 'invalid', 'unavailable')),
  checks    integer not null default 1,
  at        timestamptz not null
);
create index payment_orders_unproven on payment_orders (paid_at)
  where quote #>> '{vat_check,status}' = 'unavailable';

-- A quote is kept as it was told, with its lines of tax.
alter table quotes add column document jsonb;

-- Seats at the gala are a part of a package's price that has the tax of the place.
alter table winner_package_prices
  add column event_amount_minor integer not null default 0,
  add constraint winner_package_prices_event_within
    check (event_amount_minor between 0 and amount_minor);

-- A discount is a percentage or an amount, perhaps capped, perhaps for some sections or categories.
alter table codes
  add column discount_amount_minor integer
    constraint codes_discount_amount_positive check (discount_amount_minor > 0),
  add column discount_cap_minor integer
    constraint codes_discount_cap_positive check (discount_cap_minor > 0),
  add column sections text[] not null default '{}',
  add column categories text[] not null default '{}',
  add constraint codes_one_discount check (discount_amount_minor is null or discount_percent = 0);

-- One row for each use of a code: an open or paid order, or a fee that was settled for nothing.
create table code_uses (
  id             bigint primary key default new_id(),
  code           text not null references codes (code) on update cascade on delete cascade,
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  order_no       text constraint code_uses_once_per_order unique
                 references payment_orders (order_no) on delete cascade,
  at             timestamptz not null default now()
);
create index code_uses_by_code on code_uses (code);
create unique index code_uses_once_for_free on code_uses (apply_order_id) where order_no is null;

insert into code_uses (code, apply_order_id, order_no, at)
  select c.code, o.apply_order_id, o.order_no, o.created_at
  from payment_orders o join codes c on c.code = o.quote ->> 'code'
  where o.fee_type = 1 and o.status in (0, 1, 2, 5, 6, 7) and not o.is_duplicate;
update codes c set redeemed = greatest(redeemed, (
  select count(*) from code_uses u where u.code = c.code));
-- A payment that comes after its order was closed counts, even if others have had the last use.
alter table codes drop constraint codes_not_overused;

-- Takes one of the uses that are left; the row of the code makes the last one go to one caller.
create function take_code_use(wanted text, entry bigint, order_number text, is_owed boolean)
returns void language plpgsql as $$
begin
  update codes set redeemed = redeemed + 1
  where code = wanted and (is_owed or max_uses is null or redeemed < max_uses);
  if not found then
    if is_owed or not exists (select 1 from codes where code = wanted) then return; end if;
    raise exception 'code % has no use left', wanted using errcode = 'AW001';
  end if;
  insert into code_uses (code, apply_order_id, order_no) values (wanted, entry, order_number);
end $$;

-- A use is reserved while an order of an entry fee can be paid, and freed when it closes unpaid.
create function follow_code_use() returns trigger language plpgsql as $$
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
    delete from code_uses where order_no = new.order_no returning code into freed;
    if freed is not null then
      update codes set redeemed = redeemed - 1 where code = freed;
    end if;
  elsif old.status in (3, 4) and new.status = 2 then
    perform take_code_use(new.quote ->> 'code', new.apply_order_id, new.order_no, true);
  end if;
  return new;
end $$;
create trigger payment_orders_code_use after insert or update of status on payment_orders
  for each row execute function follow_code_use();
