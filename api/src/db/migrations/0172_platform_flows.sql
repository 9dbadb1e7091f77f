-- What goes to the approved platform (plateforme agréée): an invoice, and word of each movement of money for one.
create table platform_flows (
  id          bigint primary key default new_id(),
  kind        text not null constraint platform_flows_kind_known check (kind in ('invoice', 'collected')),
  invoice_id  bigint not null references invoices (id),
  -- The payment or refund that a `collected` tells of, and what it says of each rate.
  ledger_id   bigint references ledger (id),
  amounts     jsonb,
  -- Ours, the same at every try: what became of a request without an answer is asked by it.
  tracking_id text not null constraint platform_flows_tracking_unique unique,
  -- `sending`: a request has begun, and nobody knows its end. `refused`: the platform did not take it.
  status      text not null default 'waiting' constraint platform_flows_status_known
              check (status in ('waiting', 'no_address', 'sending', 'sent', 'refused')),
  -- The buyer's address by the directory.
  address     text,
  attempts    integer not null default 0,
  run_at      timestamptz not null,
  -- When the last request began.
  asked_at    timestamptz,
  -- The platform's number of it, and when it was handed in by the platform's clock.
  flow_id     text constraint platform_flows_flow_unique unique,
  sent_at     timestamptz,
  -- The platform's technical checks have passed.
  is_checked  boolean not null default false,
  reason      text not null default '',
  created_at  timestamptz not null,
  -- Sent again as another row.
  replaced_at timestamptz,
  constraint platform_flows_of_money check (
    (kind = 'collected') = (ledger_id is not null) and (kind = 'collected') = (amounts is not null)),
  constraint platform_flows_sent check (status <> 'sent' or (flow_id is not null and sent_at is not null))
);
create unique index platform_flows_invoice_once on platform_flows (invoice_id)
  where kind = 'invoice' and replaced_at is null;
create unique index platform_flows_money_once on platform_flows (ledger_id) where replaced_at is null;
create index platform_flows_by_invoice on platform_flows (invoice_id);
create index platform_flows_by_money on platform_flows (ledger_id) where ledger_id is not null;
create index platform_flows_due on platform_flows (run_at)
  where replaced_at is null and status in ('waiting', 'no_address', 'sending');

-- The life cycle of invoices as the platform tells it. One message may speak of several invoices.
create table platform_events (
  id          bigint primary key default new_id(),
  flow_id     text not null,
  position    integer not null,
  -- Null for an invoice that is not ours.
  invoice_id  bigint references invoices (id),
  invoice_no  text not null,
  -- 200 to 501 by XP Z12-012; codes that are not known yet are kept as they come. Empty: not readable.
  code        text not null,
  -- The event's own time: messages come in any order.
  at          timestamptz not null,
  reasons     jsonb not null default '[]',
  received_at timestamptz not null,
  constraint platform_events_once unique (flow_id, position)
);
create index platform_events_by_invoice on platform_events (invoice_id, at);

-- How far the platform's list of changes has been read.
create table platform_reading (
  is_only       boolean primary key default true constraint platform_reading_one_row check (is_only),
  updated_after timestamptz not null
);
