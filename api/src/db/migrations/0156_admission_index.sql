-- The queue of admission counts and pages a hundred thousand entries without reading their rows, which hold all answers:
-- in the order of the queue, with what it is narrowed by.
create index apply_orders_admission on apply_orders (edition_id, entry_status, paid_at, id)
  include (entry_fee_status, category_id);
drop index apply_orders_waiting;
