-- Since when a provider has had the payer's order and not yet the money, as with a direct debit.
alter table payment_orders add column processing_since timestamptz;
