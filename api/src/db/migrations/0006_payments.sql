-- A price that was told to an entrant and is kept for 30 minutes.
create table quotes (
  id             bigint primary key default new_id(),
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  fee_type       smallint not null constraint quotes_fee_type_known check (fee_type in (1, 2)),
  period_code    text,
  price_kind     text,
  package_code   text,
  amount_ht      integer not null,
  vat_rate       numeric(5, 2) not null,
  vat_amount     integer not null,
  amount_minor   integer not null constraint quotes_not_negative check (amount_minor >= 0),
  currency       text not null,
  mention        text,
  breakdown      jsonb not null default '[]',
  code           text,
  created_at     timestamptz not null default now(),
  expires_at     timestamptz not null
);
create index quotes_by_entry on quotes (apply_order_id, created_at desc);

create table payment_orders (
  order_no        text primary key constraint payment_orders_number_format check (order_no ~ '^[0-9A-Za-z]{6,32}$'),
  apply_order_id  bigint not null references apply_orders (id),
  fee_type        smallint not null constraint payment_orders_fee_type_known check (fee_type in (1, 2)),
  channel         text not null constraint payment_orders_channel_known
                  check (channel in ('wechat_native', 'card', 'bank_transfer')),
  quote           jsonb not null,
  billing         jsonb,
  package_code    text,
  amount_minor    integer not null constraint payment_orders_amount_positive check (amount_minor > 0),
  currency        text not null,
  status          smallint not null default 0
                  constraint payment_orders_status_known check (status between 0 and 8),
  provider_ref    text,
  provider_txn    text,
  code_url        text,
  is_late         boolean not null default false,
  is_duplicate    boolean not null default false,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  paid_at         timestamptz,
  closed_at       timestamptz,
  last_queried_at timestamptz,
  next_check_at   timestamptz,
  checks          integer not null default 0
);
create unique index payment_orders_one_open on payment_orders (apply_order_id, fee_type) where status in (0, 1);
create unique index payment_orders_one_paid on payment_orders (apply_order_id, fee_type) where status = 2;
create index payment_orders_due on payment_orders (next_check_at) where next_check_at is not null;
create index payment_orders_by_entry on payment_orders (apply_order_id);

-- What was agreed is frozen: amount, currency, entry, fee, channel and number never change.
create function freeze_payment_order() returns trigger language plpgsql as $$
begin
  if (new.order_no, new.apply_order_id, new.fee_type, new.channel, new.amount_minor, new.currency)
     is distinct from
     (old.order_no, old.apply_order_id, old.fee_type, old.channel, old.amount_minor, old.currency) then
    raise exception 'the terms of a payment order are frozen';
  end if;
  return new;
end $$;
create trigger payment_orders_frozen before update on payment_orders
  for each row execute function freeze_payment_order();

-- Money that moved, one row per fact; append-only.
create table ledger (
  id           bigint primary key default new_id(),
  order_no     text not null references payment_orders (order_no),
  kind         text not null constraint ledger_kind_known check (kind in ('payment', 'refund')),
  channel      text not null,
  provider_txn text not null,
  amount_minor integer not null constraint ledger_amount_positive check (amount_minor > 0),
  currency     text not null,
  source       text not null,
  by_user_id   bigint references users (id),
  at           timestamptz not null,
  constraint ledger_once unique (channel, kind, provider_txn)
);
create trigger ledger_append_only before update or delete on ledger
  for each row execute function refuse_change();

-- Notifications as they came in.
create table payment_events (
  provider    text not null,
  event_id    text not null,
  order_no    text,
  outcome     text not null,
  body        text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

create table refunds (
  out_refund_no text primary key,
  order_no      text not null references payment_orders (order_no),
  amount_minor  integer not null constraint refunds_amount_positive check (amount_minor > 0),
  status        text not null default 'requested'
                constraint refunds_status_known check (status in ('requested', 'processing', 'succeeded', 'failed')),
  reason        text not null,
  is_automatic  boolean not null default false,
  by_user_id    bigint references users (id),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index refunds_one_automatic on refunds (order_no) where is_automatic;
create index refunds_open on refunds (created_at) where status in ('requested', 'processing');

-- Gapless numbers: the row is locked in the transaction that uses the number.
create table document_counters (
  series text primary key,
  last   integer not null default 0
);

create table invoices (
  id                bigint primary key default new_id(),
  number            text not null constraint invoices_number_unique unique,
  kind              text not null constraint invoices_kind_known check (kind in ('invoice', 'credit_note', 'proforma')),
  apply_order_id    bigint not null references apply_orders (id),
  fee_type          smallint not null,
  order_no          text references payment_orders (order_no),
  document          jsonb not null,
  storage_key       text,
  cancels_invoice_id bigint references invoices (id),
  issued_at         timestamptz not null default now(),
  paid_at           timestamptz
);
create unique index invoices_one_per_order on invoices (order_no, kind) where kind = 'invoice';

create function freeze_invoice() returns trigger language plpgsql as $$
begin
  if (new.number, new.kind, new.apply_order_id, new.order_no, new.document, new.issued_at)
     is distinct from (old.number, old.kind, old.apply_order_id, old.order_no, old.document, old.issued_at)
     and old.kind <> 'proforma' then
    raise exception 'an issued invoice is immutable';
  end if;
  return new;
end $$;
create trigger invoices_frozen before update on invoices
  for each row execute function freeze_invoice();

create table certificates (
  id             bigint primary key default new_id(),
  number         text not null constraint certificates_number_unique unique,
  apply_order_id bigint not null constraint certificates_once unique references apply_orders (id),
  award_id       bigint not null references award_levels (id),
  holder         text not null,
  status         text not null default 'valid'
                 constraint certificates_status_known check (status in ('valid', 'suspended', 'revoked')),
  issued_at      timestamptz not null default now()
);
