-- When a failed refund was asked for again. It keeps number, reason and moment of the first time.
alter table refunds add column asked_again_at timestamptz;

-- The site may book money long after its value date: `changed_at` is when the order came to its status.
create or replace view fee_orders as
  select l.order_no, l.apply_order_id, l.fee_type, l.position, l.quote, l.package_code, l.amount_minor,
    l.status, l.is_duplicate, o.channel, o.currency, o.billing, o.provider_ref, o.provider_txn, o.is_late,
    o.created_at, o.expires_at, o.paid_at, o.closed_at, o.processing_since,
    o.amount_minor as order_amount_minor, o.changed_at
  from order_lines l join payment_orders o using (order_no);
create index payment_orders_booked on payment_orders (changed_at) where status = 2;
