-- Periods of the e-reporting (flux 10) that are over and whose margin has passed. Sales (10.1, 10.3) and payments (10.2,
-- 10.4) have periods of their own; those of one kind never overlap, also after the company's regime has changed.
create table tax_periods (
  id        bigint primary key default new_id(),
  kind      text not null constraint tax_periods_kind_known check (kind in ('sales', 'payments')),
  from_day  date not null,
  to_day    date not null,
  closed_at timestamptz not null,
  constraint tax_periods_in_order check (from_day < to_day),
  constraint tax_periods_sales_apart exclude using gist (daterange(from_day, to_day, '[]') with &&)
    where (kind = 'sales'),
  constraint tax_periods_payments_apart exclude using gist (daterange(from_day, to_day, '[]') with &&)
    where (kind = 'payments')
);

-- Transmissions of a period. Each later one replaces all that was said of the period before.
create table tax_reports (
  id            bigint primary key default new_id(),
  period_id     bigint not null references tax_periods (id),
  revision      integer not null,
  -- The transmission's number for the tax office (TT-1).
  number        text not null constraint tax_reports_number_unique unique,
  -- The tax office has an earlier one of the period: RE in place of IN.
  is_correction boolean not null,
  -- Sums by flow and currency, as the desk shows them.
  sums          jsonb not null,
  -- Invoices or movements in another currency, for which no rate in euros is known.
  left_out      integer not null,
  -- Of the content without its number and time: tells whether the period has changed since.
  digest        text not null,
  -- As it was sent; empty when there was nothing to report.
  xml           text not null,
  created_at    timestamptz not null,
  constraint tax_reports_revision_once unique (period_id, revision)
);

-- Which transmission speaks of an invoice or of a movement of money: one, and no other.
create table tax_report_items (
  report_id  bigint not null references tax_reports (id),
  invoice_id bigint constraint tax_report_items_invoice_once unique references invoices (id),
  ledger_id  bigint constraint tax_report_items_movement_once unique references ledger (id),
  constraint tax_report_items_of_one check (num_nonnulls(invoice_id, ledger_id) = 1)
);
create index tax_report_items_by_report on tax_report_items (report_id);

alter table platform_flows add column report_id bigint references tax_reports (id);
alter table platform_flows alter column invoice_id drop not null;
alter table platform_flows drop constraint platform_flows_kind_known;
alter table platform_flows
  add constraint platform_flows_kind_known check (kind in ('invoice', 'collected', 'report')),
  add constraint platform_flows_of_report check (
    (kind = 'report') = (report_id is not null) and (kind = 'report') = (invoice_id is null)),
  add constraint platform_flows_report_once unique (report_id);

alter table platform_events add column report_id bigint references tax_reports (id);
create index platform_events_by_report on platform_events (report_id, at) where report_id is not null;
