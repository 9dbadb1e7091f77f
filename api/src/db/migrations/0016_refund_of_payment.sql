-- Which of an order's payments goes back: an order can be paid twice by mistake of a provider.
alter table refunds add column provider_txn text;
update refunds r set provider_txn = o.provider_txn from payment_orders o
  where o.order_no = r.order_no and r.is_automatic;
drop index refunds_one_automatic;
create unique index refunds_one_automatic on refunds (order_no, provider_txn) where is_automatic;
