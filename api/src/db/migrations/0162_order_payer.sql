-- Who opened an order: in a studio that need not be the owner of the works. The release before does not say.
alter table payment_orders add column payer_id bigint references users (id) on delete set null;
create index payment_orders_by_payer on payment_orders (payer_id) where payer_id is not null;
