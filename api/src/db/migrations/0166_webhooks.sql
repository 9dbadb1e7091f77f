-- Addresses of programs that are told what happens (Standard Webhooks).
create table webhook_endpoints (
  id               bigint primary key default new_id(),
  user_id          bigint not null references users (id) on delete cascade,
  name             text not null constraint webhook_endpoints_name_given check (name <> ''),
  url              text not null,
  events           text[] not null constraint webhook_endpoints_events_given check (cardinality(events) > 0),
  -- A signature needs the secret itself, so no digest would do.
  secret           text not null,
  -- The one before signs as well until then.
  old_secret       text,
  old_secret_until timestamptz,
  created_at       timestamptz not null,
  -- The first failure since the last success.
  failing_since    timestamptz,
  stopped_at       timestamptz,
  stop_reason      text constraint webhook_endpoints_reason_known check (stop_reason in ('gone', 'failing')),
  constraint webhook_endpoints_stop_reasoned check ((stopped_at is null) = (stop_reason is null)),
  constraint webhook_endpoints_old_secret_ends check ((old_secret is null) = (old_secret_until is null))
);
create index webhook_endpoints_by_user on webhook_endpoints (user_id);

-- What happened, written in its transaction; only where an endpoint wants to know.
create table webhook_events (
  id      bigint primary key default new_id(),
  type    text not null,
  -- Events of one subject are told in order.
  subject text not null,
  data    jsonb not null,
  -- By the millisecond, as answers give it: a span that is asked for ends where the log says.
  at      timestamptz not null default date_trunc('milliseconds', clock_timestamp())
);
create index webhook_events_by_age on webhook_events (at);

-- One event on its way to one endpoint; a replay is another row.
create table webhook_deliveries (
  id          bigint primary key default new_id(),
  seq         bigint generated always as identity,
  endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
  event_id    bigint not null references webhook_events (id) on delete cascade,
  subject     text not null,
  -- Why the owner may know: it is public, it is their own, or they hold the right to organise.
  reach       text not null constraint webhook_deliveries_reach_known check (reach in ('public', 'own', 'organise')),
  is_replay   boolean not null default false,
  attempts    smallint not null default 0,
  -- Null: at once.
  run_at      timestamptz,
  done_at     timestamptz,
  is_given_up boolean not null default false
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, subject, seq) where done_at is null;
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, seq);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);

-- Each try, for the log that the owner reads.
create table webhook_attempts (
  id          bigint primary key default new_id(),
  delivery_id bigint not null references webhook_deliveries (id) on delete cascade,
  at          timestamptz not null,
  -- Null where no answer came.
  status      smallint,
  outcome     text not null,
  ms          integer not null
);
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, at);

-- Writes an event and its deliveries; nothing where nobody wants to know. `owners` are told what is their own.
create function note_webhook_event(
  event_type text, about text, kind text, owners bigint[], facts jsonb) returns void language plpgsql as $$
begin
  if not exists (select from webhook_endpoints e where event_type = any(e.events)) then return; end if;
  with wanting as (
    select e.id, case
        when kind = 'public' then 'public'
        when e.user_id = any(owners) then 'own'
        when kind = 'entry' and exists (
          select from account_rights held where held.user_id = e.user_id and held.name = 'organise') then 'organise'
      end as reach
    from webhook_endpoints e where event_type = any(e.events)
  ), told as (
    select id, reach from wanting where reach is not null
  ), noted as (
    insert into webhook_events (type, subject, data)
      select event_type, about, facts where exists (select from told) returning id
  )
  insert into webhook_deliveries (endpoint_id, event_id, subject, reach)
    select told.id, noted.id, about, told.reach from told cross join noted order by told.id;
end $$;

-- The status as entrants know it: a decision is none until it is published.
create function told_entry_status(status smallint) returns text language sql immutable as $$
  select case status
    when 0 then 'draft' when 10 then 'submitted' when 20 then 'registered' when 25 then 'correction_requested'
    when 30 then 'admitted' when 40 then 'in_judging' when 50 then 'in_judging' when 60 then 'awarded'
    when 61 then 'not_awarded' when 90 then 'withdrawn' when 91 then 'disqualified' end
$$;

create function note_entry_events() returns trigger language plpgsql as $$
declare
  was text := told_entry_status(old.entry_status);
  becomes text := told_entry_status(new.entry_status);
  was_shown boolean := old.entry_status = 60 and old.is_show;
  is_shown boolean := new.entry_status = 60 and new.is_show;
begin
  if was <> becomes then
    perform note_webhook_event('entry.' || becomes, 'entry:' || new.id, 'entry', array[new.user_id],
      jsonb_build_object('apply_order_id', new.id::text, 'entry_no', new.entry_no, 'status', becomes));
  end if;
  if was_shown <> is_shown and exists (
    select from editions d
    where d.id = new.edition_id and d.status in (4, 5) and d.results_published_at is not null) then
    perform note_webhook_event(case when is_shown then 'winner.published' else 'winner.hidden' end,
      'entry:' || new.id, 'public', '{}', jsonb_build_object('apply_order_id', new.id::text));
  end if;
  return null;
end $$;
-- At commit: the edition is published after its entries in one transaction.
create constraint trigger apply_orders_webhooks after update of entry_status, is_show on apply_orders
  deferrable initially deferred for each row
  when (old.entry_status is distinct from new.entry_status or old.is_show is distinct from new.is_show)
  execute function note_entry_events();

create function note_payment_events() returns trigger language plpgsql as $$
declare
  became text := case new.status
    when 1 then 'awaiting' when 2 then 'paid' when 3 then 'closed' when 4 then 'failed'
    when 5 then 'refunding' when 6 then 'refunded' when 8 then 'mismatch' end;
  owners bigint[];
begin
  if became is null then return null; end if;
  select array_agg(distinct entry.user_id) into owners
    from order_lines line join apply_orders entry on entry.id = line.apply_order_id
    where line.order_no = new.order_no;
  -- An order for works of several studios is known to its payer alone.
  if cardinality(owners) > 1 then owners := '{}'; end if;
  perform note_webhook_event('payment.' || became, 'payment:' || new.order_no, 'payment',
    owners || coalesce(array[new.payer_id], '{}'),
    jsonb_build_object('order_no', new.order_no, 'status', became,
      'amount_minor', new.amount_minor, 'currency', new.currency));
  return null;
end $$;
create trigger payment_orders_webhooks after update of status on payment_orders
  for each row when (old.status is distinct from new.status)
  execute function note_payment_events();
