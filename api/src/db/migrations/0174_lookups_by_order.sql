-- What is read for one order or one work has an index: a sequential scan of the ledger grows with every season.
create index ledger_by_order on ledger (order_no);
create index refunds_by_order on refunds (order_no);
create index payment_alerts_by_order on payment_alerts (order_no) where order_no is not null;
create index payment_events_by_order on payment_events (order_no) where order_no is not null;
create index invoices_by_entry on invoices (apply_order_id);
create index withdrawals_by_entry on withdrawals (apply_order_id);
create index score_events_by_entry on score_events (apply_order_id);
