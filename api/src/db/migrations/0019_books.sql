-- One day of one provider: its statement beside our ledger, with the result of the latest comparison.
create table statement_comparisons (
  channel       text not null,
  day           date not null,
  currency      text not null default 'EUR',
  status        text not null constraint statement_comparisons_status_known
                check (status in ('equal', 'differs', 'failed')),
  theirs_minor  bigint not null default 0,
  ours_minor    bigint not null default 0,
  differences   jsonb not null default '[]',
  error         text,
  attempts      integer not null default 0,
  compared_at   timestamptz not null,
  next_check_at timestamptz,
  primary key (channel, day, currency)
);
create index statement_comparisons_by_day on statement_comparisons (day desc, channel, currency);

-- What the statements said, so that a refund that we heard of a day later finds its line.
create table statement_lines (
  channel      text not null,
  day          date not null,
  position     integer not null,
  fact         text not null constraint statement_lines_fact_known check (fact in ('payment', 'refund')),
  order_no     text,
  reference    text not null,
  amount_minor integer not null,
  currency     text not null,
  at           timestamptz not null,
  primary key (channel, day, position)
);
create index statement_lines_by_reference on statement_lines (channel, fact, reference);

-- Copies of the books that somebody asked for; their files go after a day.
create table book_exports (
  storage_key text primary key,
  kind        text not null,
  first_day   date not null,
  last_day    date not null,
  rows        integer not null,
  by_user_id  bigint references users (id),
  created_at  timestamptz not null
);

-- Invoices that were handed to the approved platform, each once.
create table platform_deliveries (
  invoice_id   bigint primary key references invoices (id),
  reference    text not null,
  delivered_at timestamptz not null
);

create index ledger_by_moment on ledger (at, id);
create index payment_orders_newest on payment_orders (created_at desc, order_no);
